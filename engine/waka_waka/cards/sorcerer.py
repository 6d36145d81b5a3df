"""The Sorcerer: a level for gold, while the Fire is lit (WAKA-12)."""

from typing import Final

from watai.engine.game import IllegalMove
from watai.engine.waka_waka.choice import Kind, Use
from watai.engine.waka_waka.events import Enchanted
from watai.engine.waka_waka.table import Table

FEE: Final = 12


class Sorcerer(Kind):
    """Playable with the Fire lit, the fee at hand and a level to reach."""

    def refuse(self, table: Table, use: Use) -> None:
        if not table.lit:
            raise IllegalMove("WAKA-12", "The Fire is out.")
        if table.players[use.seat].gold < FEE:
            raise IllegalMove("WAKA-12", "You do not have 12 gold for the Sorcerer.")
        if table.next_order(use.seat) is None:
            raise IllegalMove("WAKA-22", "There is no higher level.")

    def begin(self, table: Table, use: Use) -> None:
        table.players[use.seat].gold -= FEE
        table.news.append(Enchanted(use.seat, FEE, table.raise_status(use.seat)))
        table.herald(use.seat)
