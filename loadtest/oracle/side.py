"""One player's cards at a Wataï table of the harness, followed from the events alone."""

from collections.abc import Mapping
from typing import Any

from watai.engine.watai.cards import Card

Data = Mapping[str, Any]
"""The fields of an event or a view, by name."""


class Side:
    """One player's cards: those that lie face up by name, those that lie face down as counts."""

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

    def turn(self, count: int, top: Card | None, playable: bool) -> None:
        """Cards of the Stock were turned over."""
        self.hand -= count
        self.waste += count
        self.top, self.playable = top, playable

    def gather(self) -> None:
        """The turned cards became the Stock again."""
        self.hand, self.waste, self.top, self.playable = self.waste, 0, None, False

    def lay_top(self, uncovered: Card | None) -> None:
        """The top of the turned cards went to the Arena."""
        self.waste -= 1
        self.top = uncovered
        self.laid += 1

    def lay_slot(self, slot: int, uncovered: Card | None) -> None:
        """A card of the Dévidoir went to the Arena, and the Talon filled its slot if it could."""
        self.reel[slot] = uncovered
        self.talon -= uncovered is not None
        self.laid += 1

    def count(self) -> int:
        """How many cards there are, wherever they lie: always the whole deck."""
        reel = len(self.reel) - self.reel.count(None)
        return reel + self.talon + self.hand + self.waste + self.laid

    def shown(self) -> Data:
        """What a view should say of this player."""
        cards = {"reel": self.reel, "talon": self.talon, "stock": self.hand, "waste": self.waste}
        counts = {"laid": self.laid, "penalties": self.penalties}
        return {**cards, "top": self.top, "playable": self.playable, **counts}
