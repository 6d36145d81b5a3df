"""The server's monotonic clock, and the types of its instants and spans."""

import time
from typing import Final, NewType

Nanos = NewType("Nanos", int)
"""An instant of the monotonic clock, or a span of it. Arrival stamps are these."""
Micros = NewType("Micros", int)
"""An instant of one match, from its start, or a span of it. The arbiter compares these."""

MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000
"""In nanoseconds."""


def now() -> Nanos:
    """The monotonic clock."""
    return Nanos(time.monotonic_ns())
