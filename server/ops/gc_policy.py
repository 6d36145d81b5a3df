"""Garbage collection when it suits the players, not in the middle of a race.

Python's collector looks at everything that is alive each time the number of objects has grown by a quarter.
With 500 rooms and their histories that is a million objects, and doubles the cost of a play.
So it is switched off. Many times a second the young objects are collected, a few at a time, and what survives is set aside;
everything is looked at only in a quiet second, or once an hour if there is none.
"""

import gc
import time
from collections.abc import Callable

import trio

YOUNG_SECONDS = 0.05  # while somebody plays: the garbage of a whole second takes milliseconds
IDLE_SECONDS = 1.0
QUIET_SECONDS = 60.0  # between two full collections while nobody plays
BUSY_SECONDS = (
    3_600.0  # while somebody does: cycles are rare here, and a full look costs a tenth of a second
)


class Collector:
    """The owner of the process's garbage collector."""

    def __init__(self, now: float) -> None:
        self._looked = now
        gc.disable()
        self._look_at_everything()

    async def run(self, decided: Callable[[], int]) -> None:
        """Collect for ever; `decided` counts what was done so far, so that idleness shows."""
        before = decided()
        while True:
            done = decided()
            busy, before = done > before, done
            self.tend(time.monotonic(), busy=busy)
            await trio.sleep(YOUNG_SECONDS if busy else IDLE_SECONDS)

    def tend(self, now: float, *, busy: bool) -> None:
        """Collect what is due; `busy` if anything was decided since the last time."""
        if now - self._looked > (BUSY_SECONDS if busy else QUIET_SECONDS):
            self._looked = now
            self._look_at_everything()
        else:
            gc.collect(1)
            gc.freeze()

    def _look_at_everything(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
