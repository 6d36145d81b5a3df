"""A player's Stock, turned as in solitaire (WATAI-11 … 13).

The hand lies face down, the waste face up; both lists have their top at the end.
Cards are turned together, so the last one taken from the hand ends up on top of the waste.
"""

from collections.abc import Sequence

from watai.engine.watai.cards import Card


class Stock:
    """Hand and waste, and whether the top of the waste may be played."""

    __slots__ = ("by", "hand", "playable", "waste")

    def __init__(self, cards: Sequence[Card], by: int) -> None:
        self.hand = list(cards)
        self.waste: list[Card] = []
        self.playable = False
        self.by = by  # how many are turned at once

    def __len__(self) -> int:
        return len(self.hand) + len(self.waste)

    def turn(self) -> list[Card]:
        """Turn the next cards over and return them, the new top last."""
        hand = self.hand
        turned = hand[: -self.by - 1 : -1]
        # WATAI-12: what is left over at the end of a pass is shown but not played;
        # WATAI-13: unless it is all there is, for then it could never be played
        self.playable = len(turned) == self.by or len(self) < self.by
        del hand[-self.by :]
        self.waste.extend(turned)
        return turned

    def gather(self) -> None:
        """Flip the waste face down and put its top card underneath, so that other cards come up (WATAI-12)."""
        first, *rest = self.waste
        self.hand = [first, *reversed(rest)]
        self.waste = []
        self.playable = False

    def top(self) -> Card | None:
        """The face-up card, whether it may be played or not."""
        return self.waste[-1] if self.waste else None
