"""The pages name every word that can stand in a text field: nothing else turns up in random games, and nothing is left over."""

import re
from collections.abc import Callable, Iterator

import msgspec
import pytest

from tests.support.engine.random_play import wander
from tests.support.engine.specimen import Specimen, specimens
from watai.clients.text.catalogue import Text, subject_of
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.watai.cards import KIND
from watai.engine.watai.phases import Phase
from watai.protocol.vocabulary import GRAMMARS, VOCABULARY

OTHERWISE: dict[str, Callable[[str], bool]] = {
    "watai": lambda text: text in KIND,
    "wapi": lambda text: re.fullmatch(r"\d+(/\d+)?", text) is not None,
    "waka-waka": lambda text: re.fullmatch(r"[FHSTCJ]+|[a-f]+", text) is not None,
}
HASH = re.compile(r"[0-9a-f]{64}")


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def told(specimen: Specimen) -> set[str]:
    """Every text in what is shown and done in some random games."""
    found: set[str] = set()
    for setup in specimen.setups[-3:]:
        game = specimen.new(setup, "words")
        for step in wander(game, setup.seats, Dice.from_text("words"), 150, sober=specimen.sober):
            for shown in (*step.events, step.move, game.view(Seat(0))):
                found |= set(texts(msgspec.json.decode(msgspec.json.encode(shown))))
    return found


@pytest.mark.parametrize("specimen", list(specimens()), ids=lambda each: each.game)
def test_nothing_but_these_words_turns_up(specimen: Specimen) -> None:
    known = {word for words in VOCABULARY[specimen.game].values() for word in words}
    strange = {each for each in told(specimen) - known if not HASH.fullmatch(each)}
    if specimen.game in OTHERWISE:
        strange = {each for each in strange if not OTHERWISE[specimen.game](each)}
    assert strange == set()


@pytest.mark.parametrize("game", GAMES)
def test_questions_and_reasons_are_those_that_the_texts_have(game: str) -> None:
    """Which are those of the engine: see the tests of the texts."""
    words = VOCABULARY[game]
    (reasons,) = (each for where, each in words.items() if where.startswith("`reason`"))
    text, subject = Text("en"), subject_of(game)
    assert set(words["`ask` of a prompt"]) == set(text.find(f"{subject}.asks"))
    assert set(reasons) == set(text.find(f"{subject}.reasons"))


def test_every_phase_of_watai_is_named() -> None:
    phases = {kind.name for kind in Phase.__subclasses__()}
    assert set(VOCABULARY["watai"]["`phase`"]) == {*phases, "over"}


def test_every_game_has_its_words() -> None:
    assert set(VOCABULARY) == set(GAMES)
    assert set(GRAMMARS) == set(OTHERWISE)
