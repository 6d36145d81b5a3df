"""Percentiles of values that were counted: the one definition that all figures of the harness use.

Only HdrHistograms, which a result publishes whole, have their own, which rounds the rank instead of raising it.
"""

from collections.abc import Mapping
from math import ceil
from typing import TypeVar

Value = TypeVar("Value", int, float)


def percentile(counts: Mapping[Value, int], part: float) -> Value | None:
    """The smallest value that this part of all does not exceed (nearest rank); None if there are none.

    `counts` says how often each value occurred: `Counter(values)` for a list of them.
    """
    rank = max(1, ceil(sum(counts.values()) * part))
    for value in sorted(counts):
        rank -= counts[value]
        if rank <= 0:
            return value
    return None
