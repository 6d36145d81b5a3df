"""Compares each figure of two sides: better, worse, no difference, or unclear."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median

from watai.loadtest.compare.resample import Ratio, Seconds, Statistic, ratio
from watai.loadtest.results.schema import RaceResult, Second


class Word(StrEnum):
    """What is said of a figure."""

    BETTER = "better"
    WORSE = "WORSE"
    SAME = "no difference"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured each second."""

    name: str
    unit: str
    of: Callable[[Second], float | None]
    statistic: Statistic
    more_is_better: bool = False


def _cost(second: Second) -> float | None:
    if second.server_cpu is None or not second.plays:
        return None
    return second.server_cpu / second.plays * 1e6


FIGURES = (
    Figure("plays", "a second", lambda each: float(each.plays), fmean, more_is_better=True),
    Figure("answered, p50", "ms", lambda each: each.ack_ms.p50, median),
    Figure("answered, p99", "ms", lambda each: each.ack_ms.p99, median),
    Figure("seen by all, p99", "ms", lambda each: each.seen_by_all_ms.p99, median),
    Figure("server time per play", "µs", _cost, median),
    Figure("server memory", "MB", lambda each: each.server_rss_mb, median),
)


@dataclass(frozen=True, slots=True)
class FigureVerdict:
    """One figure of both sides."""

    figure: Figure
    before: float
    after: float
    ratio: Ratio
    word: Word


def judge(
    before: Sequence[RaceResult], after: Sequence[RaceResult], tolerance: float, seed: str
) -> list[FigureVerdict]:
    """Every figure that both sides have."""
    verdicts = []
    for figure in FIGURES:
        sides = [_seconds(side, figure) for side in (before, after)]
        if not all(all(side) for side in sides):
            continue
        levels = [fmean(figure.statistic(run) for run in side) for side in sides]
        found = ratio(sides[0], sides[1], figure.statistic, f"{seed} {figure.name}")
        word = say(found, tolerance, figure.more_is_better)
        verdicts.append(FigureVerdict(figure, levels[0], levels[1], found, word))
    return verdicts


def say(found: Ratio, tolerance: float, more_is_better: bool) -> Word:
    """A difference counts when the whole interval is beyond the tolerance; no difference, when all of it is within.

    Everything else is unclear: a wide interval around 1 does not prove that nothing changed.
    """
    if found.low is None or found.high is None:
        return Word.UNCLEAR
    if found.low > 1 + tolerance:
        return Word.BETTER if more_is_better else Word.WORSE
    if found.high < 1 - tolerance:
        return Word.WORSE if more_is_better else Word.BETTER
    within = found.low >= 1 - tolerance and found.high <= 1 + tolerance
    return Word.SAME if within else Word.UNCLEAR


def _seconds(races: Sequence[RaceResult], figure: Figure) -> list[Seconds]:
    measured = [[figure.of(second) for second in race.measured] for race in races]
    return [[value for value in run if value is not None] for run in measured]
