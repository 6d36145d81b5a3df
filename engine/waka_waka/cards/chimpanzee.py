"""The Chimpanzee: a secret look at two face-down goods of a boat (WAKA-16)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from watai.engine.game import IllegalMove, Move
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.events import Peeked
from watai.engine.waka_waka.moves import Peek
from watai.engine.waka_waka.table import Boat, Table

LOOKS = 2


class Chimpanzee(Kind):
    """Playable while a boat has a face-down good."""

    def refuse(self, table: Table, use: Use) -> None:
        if not any(boat.hidden_cells() for boat in table.boats):
            raise IllegalMove("WAKA-16", "No boat has a good face down.")

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseCells(use.seat))


@dataclass(frozen=True, slots=True)
class ChooseCells(Choice):
    """Which two face-down goods of which boat?"""

    ask = "chimpanzee"
    clause = "WAKA-16"

    def candidates(self, table: Table) -> Iterable[Move]:
        for number, boat in enumerate(table.boats, 1):
            for cells in combinations(boat.hidden_cells(), _looks(boat)):
                if cells:
                    yield Peek(number, cells)

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Peek):
            raise self.not_asked()
        if not 1 <= move.boat <= len(table.boats):
            raise IllegalMove("WAKA-16", "There is no such boat.")
        boat = table.boats[move.boat - 1]
        if not boat.hidden_cells():
            raise IllegalMove("WAKA-16", "That boat has no good face down.")
        if move.cells not in combinations(boat.hidden_cells(), _looks(boat)):
            raise IllegalMove(
                "WAKA-16", "Name two face-down cells in ascending order, or the only one there is."
            )

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Peek)
        boat = table.boats[move.boat - 1]
        for cell in move.cells:
            boat.seen.setdefault(cell, set()).add(self.seat)
        goods = tuple(boat.goods[cell - 1] for cell in move.cells)
        table.news.append(Peeked(self.seat, move.boat, move.cells, goods))


def _looks(boat: Boat) -> int:
    return min(LOOKS, len(boat.hidden_cells()))
