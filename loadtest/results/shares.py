"""How evenly wins are shared among equal players: spread, chance, and whether distance matters."""

from collections.abc import Sequence
from math import erfc, exp, factorial, fsum, gamma, sqrt


def spread(wins: Sequence[int]) -> float:
    """The most wins over the fewest; infinite if a player never won."""
    return max(wins) / min(wins) if min(wins) else float("inf")


def chi2_p(wins: Sequence[int]) -> float:
    """The chance that equal players differ at least as much by luck alone (Pearson's χ²)."""
    expected = sum(wins) / len(wins)
    chi2 = fsum((won - expected) ** 2 / expected for won in wins)
    return chi2_tail(chi2, len(wins) - 1)


def chi2_tail(chi2: float, freedom: int) -> float:
    """The chance of a χ² at least as large, with so many degrees of freedom."""
    half = chi2 / 2
    if freedom % 2:
        steps = range(1, (freedom - 1) // 2 + 1)
        return erfc(sqrt(half)) + exp(-half) * fsum(
            half ** (i - 0.5) / gamma(i + 0.5) for i in steps
        )
    return exp(-half) * fsum(half**i / factorial(i) for i in range(freedom // 2))


def slope_z(wins: Sequence[int], rtts: Sequence[float]) -> float:
    """The slope of wins against round trips, in standard errors; beyond ±2 distance matters."""
    races, count = sum(wins), len(wins)
    middle = fsum(rtts) / count
    lever = fsum((rtt - middle) ** 2 for rtt in rtts)
    slope = fsum((rtt - middle) * won for rtt, won in zip(rtts, wins, strict=True)) / lever
    # wins of equal players have the variance races/count, and are correlated: they add up to the races
    return slope / sqrt(races / count / lever)
