"""The interval of a ratio by a bootstrap: draws the runs again and again, and their seconds in blocks.

There are two levels, because runs differ from each other and seconds differ within a run. Seconds are drawn in blocks
of neighbours: slow seconds come together, and drawing single ones would make the interval too narrow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from random import Random
from statistics import fmean

DRAWS = 2000
SURE = 0.95
FEWEST_SECONDS = 8  # of a side, below which its spread cannot be guessed

Seconds = Sequence[float]
Statistic = Callable[[Seconds], float]


@dataclass(frozen=True, slots=True)
class Ratio:
    """After over before, with its 95 % interval; None where there are too few seconds for one."""

    middle: float
    low: float | None
    high: float | None


def ratio(
    before: Sequence[Seconds], after: Sequence[Seconds], statistic: Statistic, seed: str
) -> Ratio:
    """Compare one figure over all runs of both sides."""
    middle = _over(_level(after, statistic), _level(before, statistic))
    if min(fsum(map(len, side)) for side in (before, after)) < FEWEST_SECONDS:
        return Ratio(middle, None, None)
    chance = Random(seed)
    drawn = sorted(
        _over(
            _level(redraw(after, chance), statistic),
            _level(redraw(before, chance), statistic),
        )
        for _ in range(DRAWS)
    )
    edge = int(DRAWS * (1 - SURE) / 2)
    return Ratio(middle, drawn[edge], drawn[-1 - edge])


def redraw(runs: Sequence[Seconds], chance: Random) -> list[Seconds]:
    """As many runs, each of as many seconds, drawn with repetition."""
    return [_blocks(runs[_below(len(runs), chance)], chance) for _ in runs]


def _blocks(seconds: Seconds, chance: Random) -> Seconds:
    size = max(1, round(len(seconds) ** (1 / 3)))
    drawn: list[float] = []
    while len(drawn) < len(seconds):
        start = _below(len(seconds) - size + 1, chance)
        drawn += seconds[start : start + size]
    return drawn[: len(seconds)]


def _below(count: int, chance: Random) -> int:
    return int(chance.random() * count)  # the one method whose sequence Python promises for ever


def _level(runs: Sequence[Seconds], statistic: Statistic) -> float:
    return fmean(statistic(run) for run in runs)


def _over(after: float, before: float) -> float:
    return after / before if before else float("inf") if after else 1.0
