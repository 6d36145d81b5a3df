"""The server's clocks, monotonic and civil, and the types of instants and spans. A simulation replaces both."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NewType, cast

Nanos = NewType("Nanos", int)
"""An instant of the monotonic clock, or a span. The stamps of arrivals are instants of this clock."""
Micros = NewType("Micros", int)
"""An instant of one match, counted from its start, or a span. The arbiter compares instants of this clock."""

# in nanoseconds
MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000


# Typed as it is used: to call `Nanos` takes as long as to read the clock.
_monotonic = cast(Callable[[], Nanos], time.monotonic_ns)
_unix: Callable[[], float] = time.time


def now() -> Nanos:
    """Read the monotonic clock."""
    return _monotonic()


def unix() -> int:
    """Read the civil clock, in whole seconds since 1970."""
    return int(_unix())


@contextmanager
def simulated(monotonic: Callable[[], int], unix: Callable[[], float]) -> Iterator[None]:
    """Take the time from these instead of the system, for as long as the context lasts."""
    global _monotonic, _unix
    system = _monotonic, _unix
    _monotonic, _unix = cast(Callable[[], Nanos], monotonic), unix
    try:
        yield
    finally:
        _monotonic, _unix = system
