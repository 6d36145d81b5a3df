"""The search among exchanges: what the next duels are worth after each, the opponent's answers included.

Stones are signed (one's own count up, the opponent's down) and cells are numbered 3 × own mask + opponent's mask.
A duel's worth is the value of its matrix game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from watai.engine.bots.duel.matrix import worth

Swap = tuple[int, int] | None
"""Two stones, as numbers in `Stones.values`, that change places; None leaves all as it is."""

_FORESIGHT: Final = 0.7
"""How much the duel after the next counts against the next: that far, plans begin to fail."""
_CANDIDATES: Final = range(4, 15)
"""How many exchanges of one's own are thought through: at least and at most."""
_LOOKS: Final = 420
"""Between those: as many as keep the answers to be looked at to about this number."""
_ANSWERS: Final = 2
"""How many of the opponent's answers to each are followed by one more exchange."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Who moves what under which rules; where the stones lie is kept apart, as a list of cells."""

    values: Sequence[float]
    """The bot's stones first, then the opponent's, negative."""
    own: int
    """How many are the bot's."""
    any_colour: bool
    equals_barred: bool
    may_decline: bool

    def leads(self, cells: Sequence[int]) -> list[float]:
        matrix = [0.0] * 9
        for value, cell in zip(self.values, cells, strict=True):
            matrix[cell] += value
        return matrix

    def swaps(self, cells: Sequence[int], mine: bool) -> list[Swap]:
        """Every exchange the bot (or its opponent) may make."""
        if self.any_colour:
            pool = range(len(self.values))
        else:
            pool = range(self.own) if mine else range(self.own, len(self.values))
        pairs: list[Swap] = [(a, b) for a, b in combinations(pool, 2) if cells[a] != cells[b]]
        if self.equals_barred:
            pairs = self._without_equals(cells, pairs, mine)
        if self.may_decline:
            pairs.append(None)
        return pairs

    def _without_equals(self, cells: Sequence[int], pairs: list[Swap], mine: bool) -> list[Swap]:
        """DUEL-6: a stone may not come where its equal lies."""
        rivals = range(self.own, len(self.values)) if mine else range(self.own)
        barred = [0.0] * 9
        for rival in rivals:
            barred[cells[rival]] = -self.values[rival]
        values = self.values
        return [
            pair
            for pair in pairs
            if pair is None
            or (
                values[pair[0]] != barred[cells[pair[1]]]
                and values[pair[1]] != barred[cells[pair[0]]]
            )
        ]


def moved(cells: Sequence[int], swap: Swap) -> list[int]:
    """The cells of all stones after an exchange."""
    after = list(cells)
    if swap is not None:
        one, two = swap
        after[one], after[two] = after[two], after[one]
    return after


def after_swap(
    stones: Stones, cells: Sequence[int], leads: Sequence[float], swap: Swap
) -> list[float]:
    """The leads after an exchange."""
    changed = list(leads)
    if swap is not None:
        one, two = swap
        shift = stones.values[two] - stones.values[one]
        changed[cells[one]] += shift
        changed[cells[two]] -= shift
    return changed


def candidates(stones: Stones, cells: Sequence[int]) -> list[tuple[Swap, list[float], float]]:
    """The bot's most promising exchanges: each with the leads it makes and what the opponent's answer brings."""
    ranked = _ranked(stones, cells, stones.leads(cells), True)[::-1]
    width = min(max(_LOOKS // len(ranked), _CANDIDATES[0]), _CANDIDATES[-1])
    return [
        (swap, after, answer(stones, moved(cells, swap), after))
        for _, _, swap, after in ranked[:width]
    ]


def answer(stones: Stones, cells: Sequence[int], leads: Sequence[float]) -> float:
    """What the duel after the opponent's best exchange is worth, one's own next exchange in mind."""
    return min(
        value + _FORESIGHT * best_worth(stones, moved(cells, swap), after)
        for value, _, swap, after in _ranked(stones, cells, leads, False)[:_ANSWERS]
    )


def _ranked(
    stones: Stones, cells: Sequence[int], leads: Sequence[float], mine: bool
) -> list[tuple[float, int, Swap, list[float]]]:
    """All exchanges by the worth of the duel after them, from the worst for the bot to the best."""
    afters = (
        (number, swap, after_swap(stones, cells, leads, swap))
        for number, swap in enumerate(stones.swaps(cells, mine))
    )
    return sorted((worth(after), number, swap, after) for number, swap, after in afters)


def best_worth(stones: Stones, cells: Sequence[int], leads: Sequence[float]) -> float:
    """The most the bot can make of the next duel by one exchange."""
    best = -18.0
    for swap in stones.swaps(cells, True):
        a, b, c, d, e, f, g, h, i = after = after_swap(stones, cells, leads, swap)
        if min(max(a, d, g), max(b, e, h), max(c, f, i)) > best:  # else it cannot be worth more
            best = max(best, worth(after))
    return best
