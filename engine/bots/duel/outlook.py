"""What shells are worth: the chance to win a Duel with so many of them and so many duels to come."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum
from typing import Final

from watai.engine.duel.tables import SHELLS, SHELLS_EACH

FAR: Final = 40
"""With this many duels to come a limit hardly matters any more."""

_LEADS: Final[Mapping[int, float]] = {1: 0.55, 2: 0.20, 3: 0.10, 4: 0.06, 5: 0.04, 6: 0.03, 7: 0.02}
"""How often two even players win a duel by so much, either way together."""


@cache
def chances(left: int) -> Sequence[float]:
    """For 0 to 18 shells, the chance of an even player with `left` duels to come."""
    if left <= 0:
        return tuple(
            (1 + (own > SHELLS_EACH) - (own < SHELLS_EACH)) / 2 for own in range(SHELLS + 1)
        )
    after = chances(left - 1)
    return tuple(_step(after, own) for own in range(SHELLS + 1))


def _step(after: Sequence[float], own: int) -> float:
    if own in (0, SHELLS):
        return own / SHELLS
    return fsum(
        share * (after[min(own + lead, SHELLS)] + after[max(own - lead, 0)]) / 2
        for lead, share in _LEADS.items()
    )


def chance(left: int, shells: float) -> float:
    """The same for shells in expectation, which need not be whole; all or none is the end."""
    if shells <= 0:
        return 0.0
    if shells >= SHELLS:
        return 1.0
    table = chances(min(left, FAR))
    whole = int(shells)
    return table[whole] + (shells - whole) * (table[whole + 1] - table[whole])
