"""The server's monotonic clock, and the types of its instants and spans."""

import time
from typing import Final, NewType

Nanos = NewType("Nanos", int)
"""An instant of the monotonic clock, or a span. The stamps of arrivals are instants of this clock."""
Micros = NewType("Micros", int)
"""An instant of one match, counted from its start, or a span. The arbiter compares instants of this clock."""

# in nanoseconds
MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000


def now() -> Nanos:
    """Read the monotonic clock."""
    return Nanos(time.monotonic_ns())
