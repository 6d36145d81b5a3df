"""Counted latencies as figures: HdrHistograms for a whole run, plain percentiles for each second."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

from watai.loadtest.load.recorder import DIGITS, HIGHEST_US, LOWEST_US, LatencyCounts
from watai.loadtest.results.percentile import percentile
from watai.loadtest.results.schema import Brief, LatencySummary

PERCENTILES: Final = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p999": 99.9, "max": 100.0}


def histogram(parts: Iterable[LatencyCounts]) -> Any:
    """The counts of any number of seconds and processes as one HdrHistogram."""
    whole = HdrHistogram(LOWEST_US, HIGHEST_US, DIGITS)
    for counts in parts:
        for us, times in counts.items():
            whole.record_value(min(max(us, LOWEST_US), HIGHEST_US), times)
    return whole


def summary(hdr: Any) -> LatencySummary:
    """The usual percentiles, in ms."""
    count = hdr.get_total_count()
    if not count:
        return LatencySummary()
    values = {
        name: round(hdr.get_value_at_percentile(part) / 1000, 3)
        for name, part in PERCENTILES.items()
    }
    return LatencySummary(count, round(hdr.get_mean_value() / 1000, 3), **values)


def summary_of(seconds: Iterable[float]) -> LatencySummary:
    """The usual percentiles, in ms, of times in seconds."""
    return summary(histogram([Counter(round(each * 1_000_000) for each in seconds)]))


def brief(parts: Iterable[LatencyCounts]) -> Brief:
    """p50, p99 and maximum of a second, in ms, without the cost of an HdrHistogram."""
    whole: Counter[int] = Counter()
    for counts in parts:
        whole.update(counts)
    p50, p99, longest = (percentile(whole, part) for part in (0.5, 0.99, 1.0))
    return Brief(*(None if us is None else us / 1000 for us in (p50, p99, longest)))


def spectrum(hdr: Any) -> list[tuple[float, float]]:
    """Percentiles that come ever closer to 100, each with its latency in ms."""
    if not hdr.get_total_count():
        return []
    return [
        (round(step.percentile_level_iterated_to, 5), round(step.value_iterated_to / 1000, 3))
        for step in hdr.get_percentile_iterator(5)
    ]


def encoded(hdr: Any) -> str:
    """The whole histogram as text, in HdrHistogram's own format."""
    text: bytes = hdr.encode()
    return text.decode()
