"""The table follows whole games from their events alone, and notices every event that cannot be."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Event, Game, Seat
from watai.engine.playout import playout
from watai.loadtest.oracle.side import Side
from watai.loadtest.oracle.table import Impossible, OracleTable


def new_game(seats: int) -> Game:
    rules = GAMES["watai"].game
    options = rules.options_type.parse({"variants": "off", "refusal": "off", "target": 60})
    return rules(options, seats, Dice.from_text(f"table {seats}"))


def play_on(game: Game, seats: int) -> Iterator[Event]:
    bot = GAMES["watai"].bot
    bots = {Seat(s): bot(Seat(s), "easy", Dice.from_text(f"{s}")) for s in range(seats)}
    for step in list(playout(game, bots))[1:]:
        yield from step.events


@cache
def recorded() -> tuple[dict[str, Any], tuple[tuple[str, bytes], ...]]:
    """The first view of a game of eight, and its events."""
    game = new_game(8)
    view = plain(game.view(None))
    events = [(type(event).__name__, msgspec.json.encode(event)) for event in play_on(game, 8)]
    return view, tuple(events)


def plain(value: object) -> Any:
    return msgspec.to_builtins(value)


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_a_whole_game_is_followed_and_ends_as_the_server_shows_it(seats: int) -> None:
    game = new_game(seats)
    table = OracleTable(plain(game.view(None)), Side)
    for event in play_on(game, seats):
        table.apply(type(event).__name__, plain(event))
    assert table.phase == "over"
    assert list(table.differences(plain(game.view(None)))) == []


def first(name: str, slot: bool | None = None) -> tuple[OracleTable[Side], dict[str, Any]]:
    """The table just before the first event of this name, and the event; from the Dévidoir or not."""
    view, events = recorded()
    table = OracleTable(view, Side)
    for event, content in events:
        data = msgspec.json.decode(content)
        if event == name and slot in (None, data.get("slot") is not None):
            return table, data
        table.apply(event, data)
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("name", "slot", "change", "words"),
    [
        ("Placed", None, {"height": 0}, "two cards at height 0"),
        ("Placed", None, {"height": 9}, "height"),
        ("Placed", None, {"seat": 9}, "range"),
        ("Placed", True, {"uncovered": None}, "Talon"),
        ("Placed", False, {"uncovered": None}, "another Stock card"),
        ("Placed", True, {"card": "G+1"}, "landed"),
        ("Opened", None, {"pile": 5}, "number of the new pile"),
        ("Turned", None, {"count": 0}, "turned 0"),
        ("Turned", None, {"top": "nothing"}, "turned"),
        ("Turned", None, {"next": "Gr7"}, "next"),
        ("Gathered", None, {"count": 2}, "gathered"),
        ("Shouted", None, {"seat": 0}, "Talon of the shouter"),
        ("Scored", None, {"doubled": True}, "doubled"),
    ],
)
def test_an_event_that_cannot_be_is_noticed(
    name: str, slot: bool | None, change: dict[str, Any], words: str
) -> None:
    table, data = first(name, slot)
    if name == "Shouted":
        change = {"seat": next(s for s, side in enumerate(table.sides) if side.talon)}
    with pytest.raises((Impossible, IndexError), match=words):
        table.apply(name, {**data, **change})


def test_a_score_that_was_counted_wrongly_is_noticed() -> None:
    table, data = first("Scored")
    data["lines"][3]["points"] += 1
    data["lines"][3]["total"] += 1
    with pytest.raises(Impossible, match="seat 3"):
        table.apply("Scored", data)


def test_a_card_from_the_talon_that_lies_somewhere_else_is_noticed() -> None:
    table, data = first("Placed", slot=True)
    other = next(
        card for card in table.sides[data["seat"]].reel if card not in (None, data["card"])
    )
    with pytest.raises(Impossible, match="somewhere else"):
        table.apply("Placed", {**data, "uncovered": other})


def test_a_view_that_says_otherwise_is_noticed() -> None:
    game = new_game(3)
    view = plain(game.view(None))
    table = OracleTable(view, Side)
    view["players"][1]["talon"] -= 1
    view["piles"] = [{"pile": 0, "top": "G+1", "height": 1, "takes": []}]
    said = list(table.differences(view))
    assert len(said) == 2
    assert "seat 1's talon is 12, by the events 13" in said
