"""The server's own share of latency, from its metrics: from the kernel's stamp on a message to the write of its answer.

Players also wait for the network and for two processes to wake, which on an idle machine takes longer than the work.
Read before and after a race, never during it: both are histograms, so one can be subtracted from the other.
"""

import math
from collections.abc import Mapping
from itertools import pairwise
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

NAME = "watai_ack_seconds"
Buckets = Mapping[float, float]
"""How many answers took at most so many seconds, by that number."""


def answers(url: str) -> Buckets:
    """The server's histogram so far."""
    with urlopen(url, timeout=10) as page:
        return read(page.read().decode())


def read(page: str) -> Buckets:
    """The histogram of answers in a page of metrics."""
    return {
        float(sample.labels["le"]): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == f"{NAME}_bucket"
    }


def share(before: Buckets, after: Buckets) -> dict[str, float | None]:
    """Percentiles in ms of the answers in between, interpolated within buckets as Prometheus does."""
    counts = [
        (0.0, 0.0),
        *((bound, after[bound] - before.get(bound, 0)) for bound in sorted(after)),
    ]
    return {f"p{part:g}": _histogram_quantile(counts, part / 100) for part in (50, 90, 99)}


def _histogram_quantile(counts: list[tuple[float, float]], part: float) -> float | None:
    wanted = counts[-1][1] * part
    for (low, below), (high, within) in pairwise(counts):
        if within >= wanted > below:
            last = low if math.isinf(high) else high
            return round((low + (last - low) * (wanted - below) / (within - below)) * 1_000, 3)
    return None
