"""When Python's garbage collector runs: between races rather than during them.

By itself it looks at every live object each time their number has grown by a quarter. With 500 rooms and their
histories that is a million objects, and doubles the cost of a play. So automatic collection is switched off. Many times
a second the young objects are collected, a few at a time, and the survivors set aside (`gc.freeze`). All objects are
looked at only in a quiet second, or once an hour if there is none.
"""

import gc
import time
from collections.abc import Callable

import trio

YOUNG_SECONDS = 0.05  # while messages come: the garbage of a whole second takes milliseconds
IDLE_SECONDS = 1.0
QUIET_SECONDS = 60.0  # between two full collections while no messages come
BUSY_SECONDS = 3_600.0  # while they do: cycles are rare here, and a full one takes 0.1 s


class GcPolicy:
    """The owner of the process's garbage collector."""

    def __init__(self, now: float) -> None:
        self._last_full = now
        gc.disable()
        self._collect_all()

    async def run(self, messages_answered: Callable[[], int]) -> None:
        """Collect for ever; the server is idle while the number of messages answered does not grow."""
        before = messages_answered()
        while True:
            count = messages_answered()
            busy, before = count > before, count
            self.collect(time.monotonic(), busy=busy)
            await trio.sleep(YOUNG_SECONDS if busy else IDLE_SECONDS)

    def collect(self, now: float, *, busy: bool) -> None:
        """Collect what is due; `busy` if a message was answered since the last time."""
        if now - self._last_full > (BUSY_SECONDS if busy else QUIET_SECONDS):
            self._last_full = now
            self._collect_all()
        else:
            gc.collect(1)
            gc.freeze()

    def _collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
