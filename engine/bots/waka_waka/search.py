"""The best sequence of cards for the rest of a turn of Waka Waka."""

from math import fsum
from operator import itemgetter
from typing import Final

from watai.engine.bots.waka_waka.lines import Line, Lines, supplied
from watai.engine.bots.waka_waka.scene import SLOTS
from watai.engine.bots.waka_waka.worth import Prospect
from watai.engine.game import Move
from watai.engine.waka_waka.moves import Stop

BREADTH: Final = (1, 2, 5)
"""How many lines are looked into, by the places left in the turn."""


class Search:
    """The rest of one turn."""

    def __init__(self, lines: Lines, depth: int) -> None:
        self.lines = lines
        self.depth = depth
        self._known: dict[tuple[Prospect, int], float] = {}

    def best_play(self, prospect: Prospect, boredom: float = 0.0) -> Move:
        """The card to play now, or Stop; the more bored, the worse a card may be."""
        depth = self._depth(prospect)
        ranked = self._ranked(list(self.lines.plays(prospect, thorough=True)), depth)
        move: Move = Stop()
        value = self.stop_value(prospect) - boredom
        for line in ranked:
            found = self._value_of_line(line, depth - 1)
            if found > value:
                move, value = line.move, found
        return move

    def best_effect(self, card: str, prospect: Prospect) -> tuple[Move | None, float]:
        """How to carry out a card already played, and what that is worth."""
        depth = self._depth(prospect)
        best: tuple[Move | None, float] = (None, float("-inf"))
        for line in self._ranked(list(self.lines.effects(card, prospect)), depth + 1):
            value = self._value_of_line(line, depth)
            if value > best[1]:
                best = line.move, value
        return best

    def value(self, prospect: Prospect, depth: int) -> float:
        """What the rest of the turn is worth from here."""
        if depth <= 0 or prospect.slots >= SLOTS:
            return self.stop_value(prospect)
        key = (prospect, depth)
        if key not in self._known:
            lines = self.lines.plays(prospect, thorough=False)
            if depth > 1:
                lines = iter(self._ranked(list(lines), depth))
            values = (self._value_of_line(line, depth - 1) for line in lines)
            self._known[key] = max(self.stop_value(prospect), *values, float("-inf"))
        return self._known[key]

    def stop_value(self, prospect: Prospect) -> float:
        """What the turn is worth if no more cards are played: with the best mix of cards and gold."""
        key = (prospect, 0)
        if key not in self._known:
            supply = SLOTS - prospect.slots
            self._known[key] = max(
                self.lines.appraise(supplied(prospect, cards, supply - cards))
                for cards in range(supply + 1)
            )
        return self._known[key]

    def best_supply(self, prospect: Prospect) -> int:
        """How many cards to take; the rest is gold."""
        supply = SLOTS - prospect.slots
        most = min(supply, self.lines.scene.drawable)
        return max(
            range(most + 1),
            key=lambda cards: self.lines.appraise(supplied(prospect, cards, supply - cards)),
        )

    def _ranked(self, lines: list[Line], depth: int) -> list[Line]:
        """The most promising lines if the turn ended after them."""
        rated = [(self._value_of_line(line, 0), -number, line) for number, line in enumerate(lines)]
        rated.sort(key=itemgetter(0, 1), reverse=True)
        return [line for _, _, line in rated[: BREADTH[max(0, min(depth, len(BREADTH)) - 1)]]]

    def _value_of_line(self, line: Line, depth: int) -> float:
        values = [self.value(outcome, depth) for outcome in line.outcomes]
        return fsum(values) / len(values) + line.bonus

    def _depth(self, prospect: Prospect) -> int:
        return min(self.depth, SLOTS - prospect.slots)
