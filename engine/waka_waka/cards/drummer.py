"""The Drummer: discard any number of cards, draw as many (WAKA-19)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from watai.engine.game import IllegalMove, Move
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.moves import Discard, Draw
from watai.engine.waka_waka.table import Table


class Drummer(Kind):
    """Always playable; any number may be none."""

    def refuse(self, table: Table, use: Use) -> None:
        return

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseDiscards(use.seat, 0))


@dataclass(frozen=True, slots=True)
class ChooseDiscards(Choice):
    """One more card to discard, or is it enough?"""

    discarded: int

    ask = "drummer"
    clause = "WAKA-19"

    def candidates(self, table: Table) -> Iterable[Move]:
        return [Draw(), *map(Discard, sorted(set(table.hand(self.seat))))]

    def refuse(self, table: Table, move: Move) -> None:
        if isinstance(move, Draw):
            return
        if not isinstance(move, Discard):
            raise self.not_asked()
        if move.card not in table.hand(self.seat):
            raise IllegalMove("WAKA-19", "You do not hold that card.")

    def answer(self, table: Table, move: Move) -> None:
        if isinstance(move, Discard):
            table.discard(self.seat, move.card)
            table.agenda.append(replace(self, discarded=self.discarded + 1))
        else:
            self.lapse(table)

    def lapse(self, table: Table) -> None:
        if self.discarded:
            table.draw(self.seat, self.discarded + table.tables.drummer_extra)
