"""What the faces of the calm games share: when they listen, what they say, and that their texts are all used."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from wcwidth import width

from tests.clients.text.test_text import PACKAGES, blanks, leaves
from tests.support.clients.client_game import ClientGame, as_text, make_face
from watai.clients.cli.games import FACES
from watai.clients.cli.games.calm import CalmFace
from watai.clients.cli.games.wapi import mixed
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.lines import length
from watai.clients.state.model import Model
from watai.clients.text.catalogue import LANGUAGES, Text, _subject
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.waka_waka.words import CARDS, FIRE
from watai.engine.wapi.moves import Claim, Decline
from watai.protocol.messages import Happened

CALM = [name for name, face in FACES.items() if issubclass(face, CalmFace)]
SOURCES = Path(__file__).parents[4] / "clients" / "cli" / "games"
every_game = pytest.mark.parametrize("name", CALM)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def totem_asked() -> tuple[CalmFace[Any], Model]:
    """A face of Wapi whose player decides about a totem."""
    client_game = ClientGame("wapi", 3, "calm", {})
    while (prompt := client_game.game.prompts()[0]).ask != "totem":
        client_game.play(prompt.seat, client_game.game.moves(prompt.seat)[0])
    face = make_face(FACES["wapi"])
    assert isinstance(face, CalmFace)
    return face, client_game.model(prompt.seat)


def test_nothing_can_be_picked_while_a_move_is_on_its_way() -> None:
    face, model = totem_asked()
    assert face.do("menu.1", model) == Claim()
    assert face.do("menu.1", model.played(1, Claim(), 0.0)) is None
    assert not face.options(model.played(1, Claim(), 0.0))


def test_a_question_not_yet_seen_is_not_answered_by_a_second_key() -> None:
    face, model = totem_asked()
    face.do("menu.down", model)
    stale = model.hear(Happened(99, 99, "", None), 0.0)
    assert face.do("menu.pick", stale) is None
    assert face.do("menu.pick", model) == Decline(), "the cursor has stayed"


def test_a_key_that_picks_nothing_is_answered() -> None:
    face, model = totem_asked()

    def answer(command: str, at: Model) -> str | None:
        assert face.do(command, at) is None
        return face.missed

    assert answer("menu.9", model) == "There is no 9 here."
    assert answer("menu.down", model) is None, "a key that works takes the answer away"
    client_game = ClientGame("wapi", 3, "calm", {})
    asked = client_game.game.prompts()[0].seat
    waiting = client_game.model(next(seat for seat in map(Seat, range(3)) if seat != asked))
    assert answer("menu.pick", waiting) == "Nothing to decide for you now."
    assert answer("menu.1", waiting) == "Nothing to decide for you now."
    assert answer("menu.up", waiting) is None, "looking around is no wrong key"
    assert answer("menu.1", model.played(1, Claim(), 0.0)) is None, "a move is on its way"


def test_a_spectator_has_no_menu_and_no_commands() -> None:
    client_game = ClientGame("wapi", 3, "calm", {})
    face, model = make_face(FACES["wapi"]), client_game.model(None)
    assert not face.options(model)
    assert face.do("menu.1", model) is None
    assert face.draw(Model(), 0.0, Size(80, 22)) == []


def test_back_belongs_to_the_face_only_within_a_step() -> None:
    client_game = ClientGame("duel", 2, "calm", {})
    face, model = make_face(FACES["duel"]), client_game.model(Seat(0))
    assert face.scopes(model) == ("menu",)
    face.do("menu.5", model)
    assert face.scopes(model) == ("step", "menu")
    assert "step.back" in {option.command for option in face.options(model)}
    face.do("step.back", model)
    assert face.scopes(model) == ("menu",)


@pytest.mark.parametrize(
    ("name", "options", "things"),
    [
        ("waka-waka", {}, {"boat", "Boat", "Cards:", "Cell"}),
        ("duel", {"variant": "professional"}, {"Stone"}),
    ],
)
def test_what_has_a_number_in_words_is_picked_by_that_number(
    name: str, options: Mapping[str, object], things: set[str]
) -> None:
    client_game = ClientGame(name, 2, "numbers", options)
    game, dice, seen = client_game.game, Dice.from_text("numbers"), set[str]()
    while seen != things:
        assert game.outcome() is None, f"never seen: {things - seen}"
        seat = game.prompts()[0].seat
        face, model = make_face(FACES[name]), client_game.model(seat)
        assert isinstance(face, CalmFace)
        face.options(model)
        seen |= _check_numbers(face, things)
        while steps := [entry for entry in face.menu.entries if entry.move is None]:
            face.menu = face.menu.picked(dice.choice(steps))
            seen |= _check_numbers(face, things)
        client_game.play(seat, dice.choice(game.moves(seat)))


def _check_numbers(face: CalmFace[Any], things: set[str]) -> set[str]:
    """The things with numbers in the menu; each entry must have the number of the first thing it names."""
    seen = set()
    for entry in face.menu.entries:
        if found := re.search(f"({'|'.join(things)}) ([0-9]+)", entry.label):
            assert entry.number == int(found[2]), entry.label
            seen.add(found[1])
    return seen


def test_the_clock_counts_down() -> None:
    face, model = totem_asked()
    assert model.table is not None
    until = model.table.prompts[0].until
    assert until is not None
    started = model.table.started
    drawn = [
        as_text(face.draw(model, started + until / 1000 - left, Size(80, 22))) for left in (9, 60)
    ]
    assert "0:09 left" in drawn[0]
    assert "1:00 left" in drawn[1]
    assert "0:00 left" in as_text(face.draw(model, started + until / 1000 + 5, Size(80, 22)))


@every_game
@every_language
@pytest.mark.parametrize("size", [Size(60, 18), Size(80, 22), Size(97, 30), Size(120, 38)])
def test_long_and_wide_names_fit(name: str, language: str, size: Size) -> None:
    client_game = ClientGame(name, GAMES[name].game.seats[-1], "wide", {})
    for _, _ in zip(range(19), client_game.bots(), strict=False):
        pass
    seat = client_game.game.prompts()[0].seat
    for name_of_all in ("Maximiliane-Clothilde", "日本語の名前です", "A"):
        model = client_game.model(seat, [f"{name_of_all}{number}" for number in range(6)])
        lines = make_face(FACES[name], language).draw(model, 0.0, size)
        assert len(lines) <= size.lines
        assert max(map(length, lines)) <= size.columns


@every_game
@every_language
def test_a_small_screen_shows_menu_and_board_a_part_at_a_time(name: str, language: str) -> None:
    client_game = ClientGame(name, GAMES[name].game.seats[-1], "small", {})
    for _, _ in zip(range(19), client_game.bots(), strict=False):
        pass
    model, small = client_game.model(client_game.game.prompts()[0].seat), Size(60, 18)
    face = make_face(FACES[name], language)
    assert isinstance(face, CalmFace)
    sight = face._look(model)
    assert sight is not None
    whole = [as_text([line]).strip() for block in face.board(sight, 60) for line in block]
    seen: set[str] = set()
    for _ in range(3):
        lines = as_text(face.draw(model, 0.0, small)).splitlines()
        assert "›" in "".join(lines[-8:]), "the menu stays in sight"
        seen.update(line.strip() for line in lines)
        face.do("calm.more", model)
    assert {line for line in whole if len(line) < 58} <= seen
    pages = face._parts > 1
    assert ("calm" in face.scopes(model)) == pages
    assert ("calm.more" in face.idle(model)) != pages
    face.draw(model, 0.0, Size(80, 22))
    assert "calm" not in face.scopes(model), "all of it is there"


@every_game
@every_language
def test_moves_are_offered_with_blanks_they_can_fill(name: str, language: str) -> None:
    offers = Text(language).find(f"{PACKAGES[name]}.moves")
    kinds: dict[str, type[Move]] = {kind.__name__: kind for kind in GAMES[name].game.move_types}
    for kind, template in offers.items():
        for words in sentences(template):
            assert blanks(words) <= set(get_type_hints(kinds[kind])), words


def sentences(template: Any) -> Iterator[str]:
    if isinstance(template, Mapping):
        yield from (words for when, words in template.items() if when != "when")
    else:
        yield template


@every_game
@every_language
def test_whoever_is_asked_is_waited_for_in_words(name: str, language: str) -> None:
    texts = Text(language)
    waits = texts.find(f"{PACKAGES[name]}.waits")
    assert set(waits) == set(texts.find(f"{PACKAGES[name]}.asks"))
    assert all(blanks(words) == {"name"} for words in waits.values())


@every_game
@every_language
def test_a_question_fits_beside_the_clock_so_that_the_board_stays_where_it_is(
    name: str, language: str
) -> None:
    say = Text(language).say
    clock = say("calm.clock", minutes=0, seconds=59)
    for question in Text(language).find(f"{PACKAGES[name]}.asks").values():
        asked = say("calm.yours_to", name="Eight ch", question=question)
        assert width(f" ▸ {asked} {clock} ") <= 80, question


def test_no_text_of_a_calm_face_is_unused() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    cards = {f"does.{card}" for card in CARDS if card != FIRE}
    derived = {
        "bison_mark",
        "wolf_mark",
        "basic",
        "advanced",
        *cards,
    }  # made from words of the view
    for name in CALM:
        for key, _ in leaves(Text("en").find(f"{PACKAGES[name]}.face")):
            key = key.removesuffix(".one").removesuffix(".other")
            assert key in derived or re.search(rf'["\']{key}["\']', sources), f"{name}: {key}"
    for key, _ in leaves(_subject("en", "calm")):
        assert re.search(rf'["\']calm\.{key}["\']', sources), key


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_signs_have_one_column_each(glyphs: Any) -> None:
    for field in glyphs.__dataclass_fields__:
        for sign in getattr(glyphs, field):
            assert length([("plain", sign)]) == 1


def test_points_are_said_as_people_do() -> None:
    assert [mixed(points) for points in ("8", "13/3", "1/3", "0")] == ["8", "4 1/3", "1/3", "0"]
