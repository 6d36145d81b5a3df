"""What is in the box: the two sides, their stones, shells and masks, and who places when."""

from collections.abc import Sequence
from typing import Final

from watai.engine.game import Seat

BISON: Final = Seat(0)
WOLF: Final = Seat(1)
SIDES: Final = (BISON, WOLF)

STONES: Final = range(1, 10)
SHELLS_EACH: Final = 9
SHELLS: Final = 2 * SHELLS_EACH
MASKS: Final = range(1, 4)

Cell = tuple[int, int]
"""A row and a column, as Bison's and Wolf's masks name them."""

CELLS: Final[Sequence[Cell]] = tuple((row, column) for row in MASKS for column in MASKS)

PLACEMENT_ORDER: Final[Sequence[Seat]] = (BISON, *((WOLF, WOLF, BISON, BISON) * 4), WOLF)
"""DUEL-2: Bison one, then two in turn, Wolf one at the end; an entry for every stone."""


def other(side: Seat) -> Seat:
    """The opponent."""
    return WOLF if side == BISON else BISON


def exchanger(duels: int) -> Seat:
    """DUEL-6: who exchanges after this many duels: Bison after the first, Wolf after the second."""
    return BISON if duels % 2 else WOLF
