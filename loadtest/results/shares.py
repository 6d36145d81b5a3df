"""Who won how often, among players who should win alike: spread, chance, and whether distance matters."""

from collections.abc import Sequence
from math import erfc, exp, factorial, fsum, gamma, sqrt


def spread(wins: Sequence[int]) -> float:
    """The most wins over the fewest; infinite if somebody never won."""
    return max(wins) / min(wins) if min(wins) else float("inf")


def chi2_p(wins: Sequence[int]) -> float:
    """How often equals would differ at least as much by chance alone (Pearson's χ²)."""
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
    """How far the line of wins against round trips is from level, in standard errors; beyond ±2 distance matters."""
    races, count = sum(wins), len(wins)
    middle = fsum(rtts) / count
    lever = fsum((rtt - middle) ** 2 for rtt in rtts)
    slope = fsum((rtt - middle) * won for rtt, won in zip(rtts, wins, strict=True)) / lever
    # wins of equals: variance races/count, correlated so that they add up to the races
    return slope / sqrt(races / count / lever)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
