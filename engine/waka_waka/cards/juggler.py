"""The Fire Juggler: the card before it once more (WAKA-14)."""

from dataclasses import replace

from watai.engine.game import IllegalMove
from watai.engine.waka_waka.choice import Kind, Use
from watai.engine.waka_waka.events import Repeated
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import JUGGLER


class Juggler(Kind):
    """Playable after an open card that can be carried out again."""

    def refuse(self, table: Table, use: Use) -> None:
        if not use.slot:
            raise IllegalMove("WAKA-14", "A Fire Juggler cannot be the first card of a turn.")
        card = _card_before(table, use.slot)
        if card is None:
            raise IllegalMove("WAKA-14", "Cards played face down cannot be repeated.")
        table.kinds[card].refuse(table, replace(use, card=card))

    def begin(self, table: Table, use: Use) -> None:
        card = _card_before(table, use.slot)
        assert card is not None
        table.news.append(Repeated(use.seat, card))
        table.kinds[card].begin(table, replace(use, card=card))


def _card_before(table: Table, slot: int) -> str | None:
    """The last open card before this place that is not itself a Juggler; None after cards face down."""
    for cards in reversed(table.slots[:slot]):
        if len(cards) > 1:
            return None
        if cards[0] != JUGGLER:
            return cards[0]
    return None
