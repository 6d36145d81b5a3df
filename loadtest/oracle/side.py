"""One player's cards at a Wataï table of the harness, as the events tell them."""

from collections.abc import Mapping
from typing import Any

from engine.watai.cards import Card

Data = Mapping[str, Any]
"""What an event or a view says, by name."""


class Side:
    """One player's cards: what lies face up by name, what lies face down as counts."""

    __slots__ = ("backs", "hand", "laid", "penalties", "playable", "reel", "talon", "top", "waste")

    def __init__(self, view: Data) -> None:
        self.backs: tuple[str, ...] = tuple(view["backs"])
        self.reel: list[Card | None] = list(view["reel"])
        self.talon: int = view["talon"]
        self.hand: int = view["stock"]
        self.waste: int = view["waste"]
        self.top: Card | None = view["top"]
        self.playable: bool = view["playable"]
        self.laid: int = view["laid"]
        self.penalties: int = view["penalties"]

    def cards(self) -> int:
        """How many there are, wherever they lie: always the whole deck."""
        reel = len(self.reel) - self.reel.count(None)
        return reel + self.talon + self.hand + self.waste + self.laid

    def shown(self) -> Data:
        """What a view should say of it."""
        cards = {"reel": self.reel, "talon": self.talon, "stock": self.hand, "waste": self.waste}
        counts = {"laid": self.laid, "penalties": self.penalties}
        return {**cards, "top": self.top, "playable": self.playable, **counts}
