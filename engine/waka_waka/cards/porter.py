"""The Porter: one good for another (WAKA-18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product, starmap

from watai.engine.game import IllegalMove, Move
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.events import Exchanged
from watai.engine.waka_waka.moves import Exchange
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import GOODS


class Porter(Kind):
    """Playable with a good in stock and a good on the Village."""

    def refuse(self, table: Table, use: Use) -> None:
        if not table.players[use.seat].stock:
            raise IllegalMove("WAKA-18", "You have no good to exchange.")
        if not table.village:
            raise IllegalMove("WAKA-18", "There is no good on the Village.")

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseExchange(use.seat))


@dataclass(frozen=True, slots=True)
class ChooseExchange(Choice):
    """Which good for which?"""

    ask = "porter"
    clause = "WAKA-18"

    def candidates(self, table: Table) -> Iterable[Move]:
        return starmap(Exchange, product(GOODS, GOODS))

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Exchange):
            raise self.not_asked()
        if not table.stock(self.seat)[move.give]:
            raise IllegalMove("WAKA-18", "You do not have that good.")
        if move.take not in table.village:
            raise IllegalMove("WAKA-18", "That good is not on the Village.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Exchange)
        table.from_village(self.seat, move.take)
        table.to_village(self.seat, move.give)
        table.news.append(Exchanged(self.seat, move.give, move.take))
