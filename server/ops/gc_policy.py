"""When Python's garbage collector runs: often and shortly while people play, thoroughly when nobody does.

By itself it looks at every live object each time their number has grown by a quarter. With 500 rooms and their
histories that is a million objects, and doubles the cost of a play. So it only looks at young objects by itself, a bounded
number at a time; what is alive after two looks is set aside (`gc.freeze`). All objects are looked at when no message has
come for a while. Connections and rooms are no cycles, so little has to wait for that. If nobody ever falls silent, all are
looked at when the process has grown by a gibibyte, so that cycles that nobody knows of cannot fill the memory.
"""

import gc
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import trio

YOUNG: Final = 700
"""New objects after which the youngest are looked at: some 50 µs."""
MIDDLE: Final = 10
"""So many looks at the youngest before those that survived them are looked at once more: up to 7,000, less than 1 ms."""
NEVER: Final = 2**31 - 1
LOOK_SECONDS: Final = 1.0
QUIET_SECONDS: Final = 10.0
"""After so much time without a message everything is looked at, once: it takes 20 to 500 ms."""
GROWN_BYTES: Final = 1 << 30
"""… and though people play, when the process has grown by so much since: it is felt, so this must be rare."""
PAGE_BYTES: Final = resource.getpagesize()
STATM: Final = Path("/proc/self/statm")


def occupied_bytes() -> int:
    """How much memory the process occupies; 0 where the system does not tell."""
    try:
        return int(STATM.read_bytes().split()[1]) * PAGE_BYTES
    except OSError:
        return 0


class GcPolicy:
    """The owner of the process's garbage collector."""

    def __init__(self, now: float) -> None:
        self.longest = {"young": 0.0, "full": 0.0}
        """The longest collection of each kind so far, in seconds of processor time."""
        self._answered = 0
        self._quiet_since = now
        self._tidy = False
        """Whether everything was looked at since the last message."""
        self._began = 0.0
        self._occupied = 0
        """What the process occupied when everything was looked at last."""
        self._before = gc.get_threshold()
        gc.callbacks.append(self._collected)
        self.collect_all()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        gc.enable()

    async def run(self, messages_answered: Callable[[], int]) -> None:
        """Look for ever whether it is quiet: while the number of messages answered does not grow."""
        while True:
            self.look(time.monotonic(), messages_answered(), occupied_bytes())
            await trio.sleep(LOOK_SECONDS)

    def look(self, now: float, answered: int, occupied: int) -> None:
        """Look at everything, if no message has been answered for a while or the process has grown."""
        if answered != self._answered:
            self._answered, self._quiet_since, self._tidy = answered, now, False
            if occupied - self._occupied > GROWN_BYTES:
                self.collect_all()
        elif not self._tidy and now - self._quiet_since >= QUIET_SECONDS:
            self._tidy = True
            self.collect_all()

    def collect_all(self) -> None:
        """Look at every object."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._occupied = occupied_bytes()

    def release(self) -> None:
        """Leave the collector as Python has it."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()
        gc.set_threshold(*self._before)

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        """Python calls this before and after every collection."""
        if phase == "start":
            self._began = time.thread_time()
            return
        kind = "full" if info["generation"] == 2 else "young"
        self.longest[kind] = max(self.longest[kind], time.thread_time() - self._began)
        if info["generation"] == 1:
            gc.freeze()
