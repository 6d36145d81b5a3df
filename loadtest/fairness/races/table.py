"""What lies face up on a Wataï table, folded from the events that everybody hears."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.watai.cards import FIRST_NUMBER, Card
from loadtest.fairness.races.side import STOPS, Side, rank


class Table:
    """Every side and every open pile. Variant 12: suits do not count."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.sides = [
            Side(list(each["reel"]), each["talon"], each["stock"]) for each in view["players"]
        ]
        self.leader: int = view["leader"]
        self.piles: dict[int, int] = {}
        """The rank on top of each open pile."""
        self.heights: dict[int, int] = {}
        self.doubles = 0
        """Cards that landed on a place that was taken; there must be none."""

    def fold(self, event: str, data: Mapping[str, Any]) -> None:
        """One event more."""
        tell = _FOLDS.get(event)
        if tell is not None:
            tell(self, data)

    def pile_on(self, wanted: int) -> int | None:
        """The oldest open pile with this rank on top."""
        return next((pile for pile, top in self.piles.items() if top == wanted), None)

    def rivals(self, seat: int, wanted: int) -> int:
        """How many others show a card of this rank."""
        return sum(
            each.shows(wanted) is not None for other, each in enumerate(self.sides) if other != seat
        )

    def _opened(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]].played(data["slot"], data["uncovered"])
        self._landed(data["pile"], 0, data["card"], False)

    def _placed(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]].played(data["slot"], data["uncovered"])
        self._landed(data["pile"], data["height"], data["card"], data["closes"])

    def _landed(self, pile: int, height: int, card: Card, closes: bool) -> None:
        self.doubles += self.heights.get(pile, -1) + 1 != height
        self.heights[pile] = height
        self.piles[pile] = rank(card)
        if closes:
            del self.piles[pile]

    def _round(self, data: Mapping[str, Any]) -> None:
        self.leader = data["leader"]
        self.piles.clear()
        self.heights.clear()

    def _dealt(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]] = Side(list(data["reel"]), data["talon"], data["stock"])

    def _turned(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]].turned(data["top"])

    def _gathered(self, data: Mapping[str, Any]) -> None:
        self.sides[data["seat"]].stock.gather()


_FOLDS: Final[dict[str, Callable[[Table, Mapping[str, Any]], None]]] = {
    "RoundOpened": Table._round,
    "Dealt": Table._dealt,
    "Opened": Table._opened,
    "Placed": Table._placed,
    "Turned": Table._turned,
    "Gathered": Table._gathered,
}
RANKS: Final = range(FIRST_NUMBER + 1, STOPS + 1)
"""What can be raced for, after somebody has laid the card below it on a pile that was there."""
