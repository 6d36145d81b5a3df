"""The Seer: two cards (WAKA-20)."""

from typing import Final

from watai.engine.game import IllegalMove
from watai.engine.waka_waka.choice import Kind, Use
from watai.engine.waka_waka.table import Table

CARDS_SEEN: Final = 2


class Seer(Kind):
    """Playable while there is a card to draw."""

    def refuse(self, table: Table, use: Use) -> None:
        if not table.drawable():
            raise IllegalMove("WAKA-20", "There is no card left to draw.")

    def begin(self, table: Table, use: Use) -> None:
        table.draw(use.seat, CARDS_SEEN)
