"""Decides what a player of the harness plays next: real Wataï, from the table as its events tell it."""

from random import Random
from typing import Any, Final

from watai.engine.watai.cards import KIND
from watai.loadtest.oracle.side import Side
from watai.loadtest.oracle.table import OracleTable

ChosenPlay = tuple[str, dict[str, Any]]
TURN: Final[ChosenPlay] = ("Turn", {})
SHOUT: Final[ChosenPlay] = ("Shout", {})


class Brain:
    """One room's players. They see a fitting card with probability `notice`; below 1 a round lasts longer."""

    def __init__(self, chance: Random, notice: float) -> None:
        self.chance = chance
        self.notice = notice

    def decide(
        self, table: OracleTable[Side], seat: int, flying: dict[int, str]
    ) -> ChosenPlay | None:
        """The next play, or None if the rules allow none now. `flying` are the player's cards without an answer."""
        if table.phase != "race":
            return None
        side = table.sides[seat]
        if not side.talon and "" not in flying.values():
            return SHOUT
        if self.notice >= 1 or self.chance.random() < self.notice:
            fitting = self._fitting(table, seat, flying)
            if fitting is not None:
                return fitting
        return TURN if side.hand or side.waste else self._fitting(table, seat, flying)

    def _fitting(
        self, table: OracleTable[Side], seat: int, flying: dict[int, str]
    ) -> ChosenPlay | None:
        """A card that fits. The Dévidoir comes first, because that empties the Talon."""
        side, takers, opens = table.sides[seat], table.takers, table.ladder.opens
        cards = [*side.reel, side.top] if side.playable else side.reel
        for card in cards:
            if card is None or card in flying.values():
                continue
            kind = KIND[card]
            if kind == opens:
                return "Open", {"card": card}
            if piles := takers.get(kind):
                return "Place", {"card": card, "pile": piles[0]}
        return None
