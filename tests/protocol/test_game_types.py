"""What clients read in /kinds.json is what the engine's types say, for everything that can be told."""

from collections.abc import Callable

import msgspec
import pytest

from tests.support.engine.random_play import wander
from tests.support.engine.specimen import specimens
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Seat
from watai.engine.watai.cards import Back, Card
from watai.engine.watai.view import FACE_OF
from watai.protocol.game_types import kind_of, kinds

CHECKS: dict[str, Callable[[object], bool]] = {
    "seat": lambda value: isinstance(value, int) and value in range(8),
    "ms": lambda value: isinstance(value, int) and value >= 0,
    "card": lambda value: value in FACE_OF,
    "number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
}


def fits(kind: str, value: object, structs: dict[str, dict[str, str]]) -> bool:
    """Whether a value read from JSON is of this kind, as a client would check it that knows only the page."""
    if kind.endswith("?"):
        return value is None or fits(kind[:-1], value, structs)
    if kind.startswith("["):
        assert kind.endswith("]")
        return isinstance(value, list) and all(fits(kind[1:-1], each, structs) for each in value)
    if kind in CHECKS:
        return CHECKS[kind](value)
    fields = structs[kind]
    return (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(fits(fields[name], each, structs) for name, each in value.items())
    )


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_happens_in_random_games_is_of_its_kind(game: str) -> None:
    told = kinds()[game]
    structs = {**told["events"], **told["moves"], **told["views"]}
    (specimen,) = (each for each in specimens() if each.game == game)
    setup = specimen.setups[-1]
    playing = specimen.new(setup, "kinds")
    for step in wander(playing, setup.seats, Dice.from_text("kinds"), 150):
        for shown in (*step.events, *([step.move] if step.move else []), playing.view(Seat(0))):
            value = msgspec.json.decode(msgspec.json.encode(shown))
            assert fits(type(shown).__name__, value, structs), (type(shown).__name__, value)


def test_kinds_by_example() -> None:
    assert [kind_of(each) for each in (Seat, Millis, Card, Back, int, str, bool)] == [
        *("seat", "ms", "card", "text", "number", "text", "bool")
    ]
    assert kind_of(tuple[Card | None, ...]) == "[card?]"
    assert kinds()["watai"]["events"]["Placed"]["uncovered"] == "card?"
    assert kinds()["duel"]["views"]["DuelView"]["hands"] == "[[number?]]"
