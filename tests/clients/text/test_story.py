"""The count of a round of Wataï as people read it."""

import pytest

from watai.clients.text.story import COUNT, count_cell
from watai.engine.game import Seat
from watai.engine.watai.events import ScoreLine

WIDE, NARROW = 8, 5


@pytest.mark.parametrize(
    ("line", "width", "shown"),
    [
        (ScoreLine(Seat(0), 17, 6, 0, 0, 0, 0, 5, 30), WIDE, "17 −2×6 0 0 0 0 5 30"),
        (ScoreLine(Seat(0), 17, 16, 0, 0, 1, 5, -21, -3), NARROW, "17 −32 0 0 −1 −5 −21 −3"),
        (ScoreLine(Seat(0), 9, 0, 10, 2, 0, 5, 16, 40), NARROW, "9 0 10 2 0 −5 16 40"),
        (ScoreLine(Seat(0), 17, 6, 0, 0, 0, 0, 10, 30), WIDE, "17 −2×6 0 0 0 0 2×5 30"),
        (ScoreLine(Seat(0), 17, 6, 0, 0, 0, 0, 10, 30), NARROW, "17 −2×6 0 0 0 0 2×5 30"),
        (ScoreLine(Seat(0), 0, 8, 0, 0, 0, 0, -32, 30), NARROW, "0 −2×8 0 0 0 0 −32 30"),
    ],
)
def test_a_row_of_the_count_adds_up(line: ScoreLine, width: int, shown: str) -> None:
    cells = [count_cell(line, column, width) for column in COUNT]
    assert " ".join(cells) == shown
    assert all(len(cell) < width for cell in cells)
