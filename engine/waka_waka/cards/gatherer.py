"""The Gatherer: a good of the Village for nothing (WAKA-17)."""

from collections.abc import Iterable
from dataclasses import dataclass

from watai.engine.game import IllegalMove, Move
from watai.engine.waka_waka.cards.merchant import ChooseSurplus
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.events import Gathered
from watai.engine.waka_waka.moves import Gather
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import GOODS


class Gatherer(Kind):
    """Playable while there is a good on the Village."""

    def refuse(self, table: Table, use: Use) -> None:
        if not table.village:
            raise IllegalMove("WAKA-17", "There is no good on the Village.")

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseGood(use.seat))


@dataclass(frozen=True, slots=True)
class ChooseGood(Choice):
    """Which good of the Village?"""

    ask = "gatherer"
    clause = "WAKA-17"

    def candidates(self, table: Table) -> Iterable[Move]:
        return map(Gather, GOODS)

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Gather):
            raise self.not_asked()
        if move.good not in table.village:
            raise IllegalMove("WAKA-17", "That good is not on the Village.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Gather)
        table.from_village(self.seat, move.good)
        table.news.append(Gathered(self.seat, move.good))
        table.agenda.append(ChooseSurplus(self.seat))
