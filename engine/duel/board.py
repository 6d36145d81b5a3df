"""The board: which stones of each side lie on which cell."""

from dataclasses import dataclass, field

from watai.engine.duel.tables import CELLS, Cell
from watai.engine.game import Seat


def _empty() -> dict[Cell, tuple[list[int], list[int]]]:
    return {cell: ([], []) for cell in CELLS}


@dataclass(slots=True)
class Board:
    """Nine cells. Only in the professional variant can one hold two stones of a side, or none."""

    cells: dict[Cell, tuple[list[int], list[int]]] = field(default_factory=_empty)

    def stones(self, side: Seat, cell: Cell) -> list[int]:
        return self.cells[cell][side]

    def worth(self, side: Seat, cell: Cell) -> int:
        """DUEL-9: the sum of the stones; where there is none, 0."""
        return sum(self.cells[cell][side])

    def free_cells(self, side: Seat) -> list[Cell]:
        return [cell for cell in CELLS if not self.cells[cell][side]]

    def cell_of(self, side: Seat, stone: int) -> Cell | None:
        return next((cell for cell in CELLS if stone in self.cells[cell][side]), None)

    def place(self, side: Seat, stone: int, cell: Cell) -> None:
        self.cells[cell][side].append(stone)

    def take(self, side: Seat, stone: int, cell: Cell) -> None:
        self.cells[cell][side].remove(stone)

    def pairs_equals(self, cell: Cell) -> bool:
        """Whether a value lies here in both colours."""
        bison, wolf = self.cells[cell]
        return any(stone in wolf for stone in bison)

    def swap(self, one: tuple[Seat, int, Cell], two: tuple[Seat, int, Cell]) -> None:
        """Two stones change places."""
        self.take(*one)
        self.take(*two)
        self.place(one[0], one[1], two[2])
        self.place(two[0], two[1], one[2])


def can_be_completed(board: Board, hands: tuple[set[int], set[int]]) -> bool:
    """DUEL-3: whether all stones in hand can still be placed, one per side and cell, with no equal pair.

    A stone is barred from at most one cell (where its equal lies) and a cell bars at most one stone.
    A side with two or more stones left can therefore always lay them out, whatever the other side does:
    all of its pairings are open but for some that touch no stone and no cell twice.
    So a board is stuck only when a side's very last stone meets its equal.
    """
    last = [
        board.free_cells(Seat(side)) if len(hand) == 1 else [] for side, hand in enumerate(hands)
    ]
    for side, cells in enumerate(last):
        rival = Seat(1 - side)
        for cell in cells:
            (stone,) = hands[side]
            if stone in board.stones(rival, cell):
                return False
            if last[rival] == cells and stone in hands[rival]:
                return False
    return True
