"""Cards in the air: drawn over the table for a moment, where the player wants it, and never in the way."""

from dataclasses import replace

import msgspec
import pytest

from tests.support.screens.watai_positions import Position, face, position
from watai.clients.cli.games.watai.flight import FLIGHT, on_the_way
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.lines import length, stamped

SIZES = [Size(60, 18), Size(80, 22), Size(120, 38), Size(200, 58)]


def just_laid(seats: int, seat: int) -> Position:
    """A race in which this player laid a card just now."""

    at = position(seats, lambda view: sum(each.laid for each in view.players) >= 8)
    assert at.model.table is not None
    placed = [each for each in at.model.happened if each.event == "Placed"][-1]
    data = {**placed.data, "seat": seat, "slot": 1}
    clock = at.model.table.clock(at.now) * 1000
    last = msgspec.structs.replace(placed, data=data, t=clock)
    others = tuple(msgspec.structs.replace(each, t=0) for each in at.model.happened)
    return replace(at, model=replace(at.model, happened=(*others, last)))


def words(lines: list[Line]) -> list[str]:
    return ["".join(words for _, words in line).rstrip() for line in lines]


def differing(at: Position, later: float, size: Size, *, motion: bool = True) -> list[int]:
    """The lines that a flight has changed."""
    moving, still = face(), face()
    moving.motion = motion
    with_flight = list(moving.draw(at.model, at.now + later, size))
    without = list(still.draw(at.model, at.now + later, size))
    assert all(length(line) <= size.columns for line in with_flight)
    pairs = enumerate(zip(words(with_flight), words(without), strict=True))
    changed = [row for row, (one, other) in pairs if one != other]
    assert moving.in_motion == (motion and later * 1000 < FLIGHT and bool(changed))
    return changed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_flies_to_its_pile_and_is_there(seats: int, seat: int, size: Size) -> None:
    at = just_laid(seats, seat)
    rows = [differing(at, later, size) for later in (0.0, 0.05, 0.1, 0.15)]
    assert all(len(each) <= 1 for each in rows), "one card, on one line at a time"
    seen = [each[0] for each in rows if each]
    shown = seat == 0 or size.columns > 60 or seats < 8
    assert bool(seen) == shown, "where the rivals have no line, their cards do not fly"
    assert seen == sorted(seen, reverse=True), "piles are above the rivals and the hand"
    assert differing(at, FLIGHT / 1000, size) == []


def test_nothing_flies_unless_it_is_wanted() -> None:
    assert differing(just_laid(4, 1), 0.1, Size(80, 22), motion=False) == []


def test_a_flight_ends_at_the_pile() -> None:
    assert on_the_way((0, 20), (40, 4), 0.0) == (0, 20)
    assert on_the_way((0, 20), (40, 4), 1.0) == (40, 4)


@pytest.mark.parametrize(
    ("column", "shown"), [(0, "[x]defgh"), (3, "abc[x]gh"), (6, "abcdef[x]"), (10, "abcdefgh  [x]")]
)
def test_a_piece_is_drawn_over_a_line(column: int, shown: str) -> None:
    line: Line = [("plain", "abc"), ("strong", "def"), ("plain", "gh")]
    assert "".join(words for _, words in stamped(line, column, ("now", "[x]"))) == shown
