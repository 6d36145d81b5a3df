"""Both languages have every text, and no text is unused."""

import ast
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import Any, get_type_hints

import pytest

from tests.support.engine.random_play import wander
from tests.support.engine.specimen import specimens
from watai.clients.text import catalogue as text_package
from watai.clients.text.catalogue import LANGUAGES, Number, Text, _subject
from watai.clients.text.narrator import Narrator
from watai.clients.text.outcome import outcome_sentence
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Outcome, Seat
from watai.engine.options import OneOf, Options, Whole
from watai.engine.waka_tanka.box import KINDS
from watai.engine.waka_waka.events import Sold
from watai.engine.waka_waka.words import CARDS, GOODS
from watai.engine.wapi.events import Ended
from watai.protocol.arbitration import Arbitration

ROOT = Path(__file__).parents[3]
FOLDER = Path(text_package.__file__).parent
SUBJECTS = sorted(path.stem for path in (FOLDER / "en").glob("*.toml"))
FORMS = ("one", "other")
FORM = re.compile(r"\.(one|other)$")
PACKAGES = {name: name.replace("-", "_") for name in GAMES}
every_game = pytest.mark.parametrize("name", list(GAMES))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        name = f"{path}.{key}".lstrip(".")
        if isinstance(value, Mapping):
            yield from leaves(value, name)
        else:
            yield name, value


def reasons_for_refusal(package: str) -> set[str]:
    """Every sentence given to IllegalMove in a game's code."""
    found = set()
    for path in (ROOT / "engine" / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
                why = node.args[1]
                assert isinstance(why, ast.Constant), f"{path.name}:{node.lineno} builds its reason"
                found.add(str(why.value))
    return found


def blanks(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_both_languages_have_the_same_texts_with_the_same_blanks(subject: str) -> None:
    english = {
        name: value for name, value in leaves(_subject("en", subject)) if not name.startswith("why")
    }
    french = {
        name: value for name, value in leaves(_subject("fr", subject)) if not name.startswith("why")
    }
    assert english.keys() == french.keys()
    for name, value in english.items():
        assert blanks(french[name]) == blanks(value), name
        assert bool(value) == bool(french[name]), name


def test_both_languages_have_the_same_files() -> None:
    assert [path.stem for path in sorted((FOLDER / "fr").glob("*.toml"))] == SUBJECTS


@every_game
@every_language
def test_every_event_can_be_told(name: str, language: str) -> None:
    texts = _subject(language, PACKAGES[name])
    events = {kind.__name__: kind for kind in GAMES[name].game.event_types}
    assert set(texts["events"]) == set(events)
    assert set(texts.get("plays", {})) <= set(events)
    for section in ("events", "plays"):
        for key, template in texts.get(section, {}).items():
            fields = set(get_type_hints(events[key]))
            sentences = [template]
            if isinstance(template, Mapping):
                assert template["when"] in fields
                sentences = [sentence for word, sentence in template.items() if word != "when"]
            for sentence in sentences:
                assert blanks(sentence) <= fields, f"{key}: {sentence}"


@every_game
def test_every_refusal_has_its_french_and_no_french_is_left_over(name: str) -> None:
    assert set(_subject("fr", PACKAGES[name])["why"]) == reasons_for_refusal(PACKAGES[name])


@every_game
@every_language
def test_every_option_and_move_has_a_word(name: str, language: str) -> None:
    texts, rules = _subject(language, PACKAGES[name]), GAMES[name].game
    assert set(texts["options"]) == set(rules.options_type.kinds())
    assert set(texts["moves"]) == {kind.__name__ for kind in rules.move_types}


@every_language
def test_every_option_and_value_has_a_word_and_none_is_left_over(language: str) -> None:
    types: list[type[Options]] = [
        Arbitration,
        *(entry.game.options_type for entry in GAMES.values()),
    ]
    kinds = {name: kind for each in types for name, kind in each.kinds().items()}
    texts = _subject(language, "options")
    assert set(texts["room"]) == set(Arbitration.kinds())
    assert set(texts["names"]) == set(kinds)
    words = {
        name: {word for word in kind.words if not word.isdecimal()}
        if isinstance(kind, OneOf)
        else {"0"}
        for name, kind in kinds.items()
        if isinstance(kind, OneOf) or (isinstance(kind, Whole) and kind.least == 0)
    }
    assert {name: set(values) for name, values in texts["values"].items()} == words


def test_every_question_asked_in_random_play_has_words_and_no_others_do() -> None:
    for specimen in specimens():
        asked: set[str] = set()
        for setup in specimen.setups:
            game = specimen.new(setup, "asks")
            asked.update(prompt.ask for prompt in game.prompts())
            for _ in wander(game, setup.seats, Dice.from_text("asks"), 300):
                asked.update(prompt.ask for prompt in game.prompts())
        for language in LANGUAGES:
            assert set(_subject(language, PACKAGES[specimen.game])["asks"]) == asked


@pytest.mark.parametrize(
    "subject", ["main", "simulate", "replay", "screens", "visit", "lines", "commands"]
)
def test_no_text_is_unused(subject: str) -> None:
    folders = (ROOT / "clients", ROOT / "engine" / "bots")  # a bot's strength is a word as well
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in paths)
    for name, _ in leaves(_subject("en", subject)):
        word = FORM.sub("", name).split(".")[-1]
        assert re.search(rf'["\.]{re.escape(word)}["\']', sources), name


def test_no_text_of_the_page_is_unused() -> None:
    folder = ROOT / "clients" / "web"
    paths = [path for path in folder.rglob("*.js") if "vendor" not in path.parts]
    sources = "".join(path.read_text(encoding="utf-8") for path in paths)
    for name, _ in leaves(_subject("en", "web")):
        word = re.escape(FORM.sub("", name).split(".")[-1])
        assert re.search(rf'["\.`]{word}["`]|\b{word}: \[', sources), name


def test_no_text_of_the_face_of_watai_is_unused() -> None:
    folder = ROOT / "clients" / "cli" / "games" / "watai"
    paths = [*folder.glob("*.py"), ROOT / "clients" / "text" / "refusals.py"]
    sources = "".join(path.read_text(encoding="utf-8") for path in paths)
    questions = {f"waits_{ask}" for ask in _subject("en", "watai")["asks"]}
    for name, value in _subject("en", "watai")["face"].items():
        counted = isinstance(value, Mapping) and value.keys() == set(FORMS)
        if (counted or not isinstance(value, Mapping)) and name not in questions:
            assert re.search(rf'["\.]{re.escape(name)}["\']', sources), name


def tables(table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield table
    for value in table.values():
        if isinstance(value, Mapping):
            yield from tables(value)


@every_language
@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_has_one_form_has_both(subject: str, language: str) -> None:
    for table in tables(_subject(language, subject)):
        assert ("one" in table) == ("other" in table), table


@every_language
def test_whatever_is_counted_has_a_plural(language: str) -> None:
    goods_and_cards = {*GOODS, *CARDS}
    for package, counted in (("waka_waka", goods_and_cards), ("waka_tanka", {*KINDS})):
        texts = _subject(language, package)
        assert set(texts["many"]) == counted
        assert counted <= set(texts["words"])


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0 shells", "0 coquillage"),
        (1, "1 shell", "1 coquillage"),
        (-1, "-1 shell", "-1 coquillage"),
        (Fraction(3, 2), "3/2 shells", "3/2 coquillage"),
        (2, "2 shells", "2 coquillages"),
        (11, "11 shells", "11 coquillages"),
    ],
)
def test_each_language_counts_in_its_own_way(number: Number, english: str, french: str) -> None:
    assert Text("en").count("duel.face.score", number) == english
    assert Text("fr").count("duel.face.score", number) == french


@pytest.mark.parametrize(
    ("names", "english", "french"),
    [
        ((), "A draw: nobody wins.", "Partie nulle : personne ne gagne."),
        (("Ana",), "Ana wins.", "Ana gagne."),
        (("Ana", "Bot 2"), "Ana and Bot 2 win.", "Ana et Bot 2 gagnent."),
        (("Ana", "Bo", "Gil"), "Ana, Bo and Gil win.", "Ana, Bo et Gil gagnent."),
    ],
)
def test_a_victory_is_told_for_one_and_for_many(
    names: tuple[str, ...], english: str, french: str
) -> None:
    outcome = Outcome("any", tuple(map(Seat, range(len(names)))))
    assert outcome_sentence(Text("en"), names, outcome) == english
    assert outcome_sentence(Text("fr"), names, outcome) == french


def test_sentences_of_a_game_list_winners_and_count_goods() -> None:
    names = ("Ana", "Bot 2")
    shared = Ended("the bag is empty", (Seat(0), Seat(1)))
    for language, treasure, sale in (
        ("en", "The treasure goes to Ana and Bot 2.", "Ana sells 2 jewels for 10 gold."),
        ("fr", "Le trésor revient à Ana et Bot 2.", "Ana vend 2 bijoux pour 10 or."),
    ):
        assert Narrator(Text(language), "wapi", names).tell(shared).endswith(treasure)
        sold = Sold(Seat(0), "jewel", 10)
        assert Narrator(Text(language), "waka-waka", names).tell(sold) == sale


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        (["simulate", "--lang", "fr"], {}, "fr"),
        (["simulate", "--lang=fr"], {"LC_ALL": "en_GB.UTF-8"}, "fr"),
        ([], {"LANG": "fr_BE.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LC_MESSAGES": "fr"}, "fr"),
        ([], {"LANG": "de_AT.UTF-8"}, "en"),
        ([], {}, "en"),
    ],
)
def test_the_language_is_asked_for_or_follows_the_locale(
    words: list[str], environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Text.chosen(words).language == language
