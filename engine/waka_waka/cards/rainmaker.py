"""The Rainmaker: gold for one's status (WAKA-15)."""

from watai.engine.waka_waka.choice import Kind, Use
from watai.engine.waka_waka.events import Rained
from watai.engine.waka_waka.table import Table


class Rainmaker(Kind):
    """Always playable, also at level 0, where it brings nothing."""

    def refuse(self, table: Table, use: Use) -> None:
        return

    def begin(self, table: Table, use: Use) -> None:
        player = table.players[use.seat]
        player.gold += player.status
        table.news.append(Rained(use.seat, player.status))
