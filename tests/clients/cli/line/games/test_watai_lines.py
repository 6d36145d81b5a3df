"""A race in lines: what fits, and what is worth a sentence."""

import pytest

from tests.support.screens.around_games import a_scene
from tests.support.screens.watai_positions import Position, position, set_up
from watai.clients.cli.line.games.watai.lines import WataiLines
from watai.clients.cli.line.games.watai.table import fitting_lines, race_lines
from watai.clients.cli.line.games.watai.typed import read_race
from watai.engine.game import Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.events import Started, Turned
from watai.engine.watai.moves import Name
from watai.engine.watai.view import WataiView

ME = Seat(0)


def told(at: Position, language: str) -> list[str]:
    assert at.model.table is not None
    view = at.model.table.view
    assert isinstance(view, WataiView)
    return list(fitting_lines(a_scene(language, model=at.model), view, ME))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["g2 goes on pile 0.", "Start (+) opens a pile."]),
        ("fr", ["v2 va sur la pile 0.", "Start (+) ouvre une pile."]),
    ],
)
def test_what_fits_is_told_as_it_would_be_typed(language: str, said: list[str]) -> None:
    at = set_up({0: "Gg2 Gb7 G+2 Gy9 Gr11"}, "G+1")
    assert told(at, language) == said


def test_where_nothing_fits_the_stock_is_named() -> None:
    at = set_up({0: "Gg8 Gb7 Gb5 Gy9 Gr11"}, "G+1")
    assert told(at, "en") == ["No card of yours fits: “turn” turns the Stock."]


def test_ones_own_plays_are_told_and_those_of_others_are_not() -> None:
    mine, theirs = (Turned(Seat(seat), 3, Card("Gb7"), True) for seat in (0, 1))
    lines = WataiLines(a_scene())
    assert lines.is_told(mine, 0)
    assert not lines.is_told(theirs, 0)
    assert not lines.is_told(theirs, None)
    assert lines.is_told(Started(), None)


def test_the_table_tells_the_variant_in_words() -> None:
    at = position(3, lambda view: view.phase == "race", variants="12")
    assert at.model.table is not None
    view = at.model.table.view
    assert isinstance(view, WataiView)
    lines = list(race_lines(a_scene(model=at.model), view, ME))
    assert "Variant 12: suits do not count." in lines


def test_the_hand_is_told_once_when_the_race_begins() -> None:
    at = position(3, lambda view: view.phase == "race")
    before = position(3, lambda view: view.phase != "race")
    lines = WataiLines(a_scene(model=at.model))
    assert list(lines.news(before.model.table)) == []
    said = list(lines.news(at.model.table))
    assert said[0].startswith("Your Dévidoir: ")
    assert said[1].startswith("Your Stock shows ")
    assert list(lines.news(at.model.table)) == []


def test_a_number_names_the_rival_who_is_shown_with_it() -> None:
    at = position(3, lambda view: view.phase == "race")
    assert at.model.table is not None
    view = at.model.table.view
    assert isinstance(view, WataiView)
    names = ("Ana", "Bo", "Chloé")
    for seat, (first, second) in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
        read = [read_race("name", [word], view, Seat(seat), names) for word in "123"]
        assert read == [Name(Seat(first)), Name(Seat(second)), None]
        assert read_race("name", ["ch"], view, Seat(seat), names) == Name(Seat(2))
    shown = list(race_lines(a_scene(model=at.model), view, ME))
    assert any(line.startswith(f"1. {at.model.names[1]}: Talon") for line in shown)
    assert any(line.startswith(f"2. {at.model.names[2]}: Talon") for line in shown)
