"""Latencies as histograms: counted cheaply while it runs, added up and read as HdrHistograms afterwards."""

from array import array
from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

LOWEST_US: Final = 1
HIGHEST_US: Final = 60_000_000
DIGITS: Final = 3
_EXACT = (
    2048  # HdrHistogram with 3 digits keeps values below this exactly, and 11 bits of larger ones
)
_BITS = 11

METRICS: Final = ("ack", "service", "seen_by_all", "skew", "lag", "calm")
Counts = dict[int, int]
"""How often each latency occurred, in µs, rounded down as an HdrHistogram with 3 digits would."""

PERCENTILES: Final = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p999": 99.9, "max": 100.0}


class Recorder:
    """The counts of one second; a worker sends them away and begins new ones."""

    def __init__(self) -> None:
        self.plays = 0
        self.frames = 0
        self.counts: dict[str, Counts] = {metric: {} for metric in METRICS}

    def add(self, metric: str, nanoseconds: int, times: int = 1) -> None:
        us = nanoseconds // 1000
        if us >= _EXACT:
            shift = us.bit_length() - _BITS
            us = us >> shift << shift
        counts = self.counts[metric]
        counts[us] = counts.get(us, 0) + times


def pack(counts: Counts) -> bytes:
    """Eight bytes for each latency that occurred."""
    return array("I", chain.from_iterable(counts.items())).tobytes()


def unpack(packed: bytes) -> Counts:
    numbers = iter(array("I", packed))
    return dict(zip(numbers, numbers, strict=True))


def histogram(parts: Iterable[Counts]) -> Any:
    """Counts of any number of seconds and processes as one HdrHistogram."""
    whole = HdrHistogram(LOWEST_US, HIGHEST_US, DIGITS)
    for counts in parts:
        for us, times in counts.items():
            whole.record_value(min(max(us, LOWEST_US), HIGHEST_US), times)
    return whole


def summary(hdr: Any) -> dict[str, float | int | None]:
    """The usual percentiles, in ms."""
    count = hdr.get_total_count()
    if not count:
        return {"count": 0, "mean": None, **dict.fromkeys(PERCENTILES)}
    mean = round(hdr.get_mean_value() / 1000, 3)
    return {"count": count, "mean": mean} | {
        name: round(hdr.get_value_at_percentile(part) / 1000, 3)
        for name, part in PERCENTILES.items()
    }


def brief(parts: Iterable[Counts]) -> dict[str, float | None]:
    """p50, p99 and maximum of a second, in ms, straight from the counts."""
    whole: Counts = {}
    for counts in parts:
        for us, times in counts.items():
            whole[us] = whole.get(us, 0) + times
    total, seen = sum(whole.values()), 0
    found: dict[str, float | None] = {"p50": None, "p99": None, "max": None}
    for us in sorted(whole):
        seen += whole[us]
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            if found[name] is None and seen >= total * part:
                found[name] = us / 1000
        found["max"] = us / 1000
    return found


def spectrum(hdr: Any) -> list[list[float]]:
    """Percentiles that come ever closer to 100, each with its latency in ms."""
    if not hdr.get_total_count():
        return []
    return [
        [round(step.percentile_level_iterated_to, 5), round(step.value_iterated_to / 1000, 3)]
        for step in hdr.get_percentile_iterator(5)
    ]


def encoded(hdr: Any) -> str:
    """The whole histogram as text, in HdrHistogram's own format."""
    text: bytes = hdr.encode()
    return text.decode()
