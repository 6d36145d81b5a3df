"""Counts latencies cheaply while a race runs, rounded as an HdrHistogram would round them."""

from array import array
from itertools import chain
from typing import Final

LOWEST_US: Final = 1
HIGHEST_US: Final = 60_000_000
DIGITS: Final = 3
_EXACT = 2048  # HdrHistogram with 3 digits keeps values below this exactly
_BITS = 11  # and so many bits of larger ones

METRICS: Final = ("ack", "own", "wait", "service", "seen_by_all", "skew", "lag", "calm")
LatencyCounts = dict[int, int]
"""How often each latency occurred, in µs, rounded down as an HdrHistogram with 3 digits would."""


class Recorder:
    """The counts of one second; a worker sends them to the fleet and begins new ones."""

    def __init__(self) -> None:
        self.plays = 0
        self.frames = 0
        self.counts: dict[str, LatencyCounts] = {metric: {} for metric in METRICS}

    def add(self, metric: str, nanoseconds: int, times: int = 1) -> None:
        us = nanoseconds // 1000
        if us >= _EXACT:
            shift = us.bit_length() - _BITS
            us = us >> shift << shift
        counts = self.counts[metric]
        counts[us] = counts.get(us, 0) + times


def pack(counts: LatencyCounts) -> bytes:
    """Eight bytes for each latency that occurred."""
    return array("I", chain.from_iterable(counts.items())).tobytes()


def unpack(packed: bytes) -> LatencyCounts:
    numbers = iter(array("I", packed))
    return dict(zip(numbers, numbers, strict=True))
