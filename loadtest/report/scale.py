"""Scales: turn a number into a place on the drawing, and choose the numbers that get a tick."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10

from watai.loadtest.results.digits import number

NINES_MOST = 6.0  # 99.9999 %: beyond it there is less than one play in a million
_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Tick:
    """A number that is written beside the axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Scale:
    """From low…high to 0…1, evenly or by ratios."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    ratio: bool = False

    def part(self, value: float) -> float:
        """A value's place from 0 to 1; values beyond the ends are drawn at the ends."""
        inside = min(max(value, self.low), self.high)
        if self.ratio:
            return log10(inside / self.low) / log10(self.high / self.low)
        return (inside - self.low) / (self.high - self.low)


def even(values: Sequence[float], ticks: int = 5, least: float = 0.0) -> Scale:
    """From zero, with round numbers at even steps, none smaller than the least."""
    top = max([*values, 0.0]) or 1.0
    step = max(_round_up(top / ticks), least)
    count = ceil(top / step - 1e-9)
    marks = [step * index for index in range(count + 1)]
    return Scale(0.0, marks[-1], tuple(Tick(mark, number(mark)) for mark in marks))


def logarithmic(values: Sequence[float]) -> Scale:
    """For values that differ by orders of magnitude: 1, 2, 5, 10, 20, 50 … are equally far apart."""
    positive = [value for value in values if value > 0] or [0.1, 1.0]
    low, high = _rung_below(min(positive)), _rung_above(max(positive))
    if high <= low:
        high = low + 1
    rungs = [_STEPS[index % 3] * 10.0 ** (index // 3) for index in range(low, high + 1)]
    thin = len(rungs) > 10  # only powers of ten, or the labels would touch
    ticks = [rung for index, rung in enumerate(rungs) if not thin or (low + index) % 3 == 0]
    return Scale(rungs[0], rungs[-1], tuple(Tick(tick, number(tick)) for tick in ticks), ratio=True)


def nines(count: int) -> Scale:
    """Percentiles by the rarity of the rest: 90 %, 99 %, 99.9 % … are equally far apart, as far as there are plays."""
    most = min(NINES_MOST, max(2.0, log10(max(1, count))))
    labels = ("0 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %")
    ticks = [Tick(float(at), label) for at, label in enumerate(labels) if at <= most]
    ticks.insert(1, Tick(rarity(50), "50 %"))
    return Scale(0.0, most, tuple(ticks))


def rarity(percentile: float) -> float:
    """A percentile's place on the axis of nines; 100 has none, and is drawn at the end."""
    return -log10(1 - percentile / 100) if percentile < 100 else inf


def _round_up(step: float) -> float:
    power: float = 10.0 ** floor(log10(step))
    return next(power * each for each in (*_STEPS, 10) if power * each >= step * (1 - 1e-9))


def _rung_below(value: float) -> int:
    """The highest rung of the ladder 1, 2, 5, 10 … that is not above the value; 1 is rung 0."""
    power, steps = _ladder(value)
    return power * 3 + max(index for index, step in enumerate(steps) if step <= value * 1.0001)


def _rung_above(value: float) -> int:
    power, steps = _ladder(value)
    return power * 3 + next(index for index, step in enumerate(steps) if step >= value * 0.9999)


def _ladder(value: float) -> tuple[int, list[float]]:
    power = floor(log10(value))
    return power, [10.0**power * each for each in (*_STEPS, 10)]
