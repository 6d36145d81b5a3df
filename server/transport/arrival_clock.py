"""Puts the kernel's arrival stamps, which are on the wall clock, on the monotonic clock.

The difference between the two clocks is constant, also while one is slewed, until somebody sets the wall clock or the
machine is suspended. So a stamp of any age counts, for instance after the process was stopped for a while, as long as the
difference is what it was before the stamp was made. A stamp from before a change counts as now: nobody gains by it.
"""

import time
from collections.abc import Callable
from typing import Final

from watai.server.clock import Nanos, now

AGREE: Final = (
    100_000  # ns: two clock reads take less, unless the process is interrupted between them
)
TRIES: Final = 5


class ArrivalClock:
    """The difference between the clocks, and since when it has been the same."""

    def __init__(
        self,
        monotonic: Callable[[], Nanos] = now,
        wall: Callable[[], int] = time.time_ns,
    ) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._measure()

    def arrived(self, stamp: int) -> Nanos:
        """The monotonic instant of a kernel stamp; now if the clocks have changed since."""
        now = self._compare()
        arrived = stamp - self._difference
        return Nanos(arrived) if self._since <= arrived <= now else now

    def _compare(self) -> Nanos:
        """Measure again if the clocks differ otherwise than before; returns the monotonic clock."""
        for _ in range(TRIES):
            now = self._monotonic()
            if abs(self._wall() - now - self._difference) < AGREE:
                return now
        self._measure()
        return self._since

    def _measure(self) -> None:
        """Read both clocks a few times; the reading that took least is the most exact."""
        readings = [(self._monotonic(), self._wall(), self._monotonic()) for _ in range(TRIES)]
        before, wall, after = min(readings, key=lambda reading: reading[2] - reading[0])
        self._difference = wall - (before + after) // 2
        self._since = self._monotonic()
