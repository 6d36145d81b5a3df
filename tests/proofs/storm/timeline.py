"""Virtual time: what happens next, in order, and the clocks that show it to the server."""

import heapq
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from watai.server.clock import Nanos

MS: Final = 1_000_000  # ns
START: Final = Nanos(1_000 * 1_000 * MS)
UNIX: Final = 1_800_000_000


class Schedule(Protocol):
    """What a simulated process needs of time."""

    rng: Random

    @property
    def now(self) -> Nanos:
        """The monotonic clock."""

    def at(self, instant: int, call: Callable[[], None]) -> None:
        """Have this called at an instant, or now if that has passed."""

    def after(self, millis: float, call: Callable[[], None]) -> None:
        """Have this called so many milliseconds from now."""

    def between(self, least: float, most: float, call: Callable[[], None]) -> None:
        """Have this called after a random number of milliseconds."""


class Timeline:
    """A heap of calls. Time jumps from one to the next; equal instants keep the order in which they were planned."""

    def __init__(self, rng: Random) -> None:
        self.now: Nanos = START
        self.rng = rng
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

    def read(self) -> int:
        """The monotonic clock."""
        return self.now

    def unix(self) -> float:
        """The civil clock."""
        return UNIX + (self.now - START) / 1e9

    def at(self, instant: int, call: Callable[[], None]) -> None:
        """Have this called at an instant, or now if that has passed."""
        self._count += 1
        heapq.heappush(self._heap, (max(instant, self.now), self._count, call))

    def after(self, millis: float, call: Callable[[], None]) -> None:
        """Have this called so many milliseconds from now."""
        self.at(self.now + int(millis * MS), call)

    def between(self, least: float, most: float, call: Callable[[], None]) -> None:
        """Have this called after a random number of milliseconds."""
        self.after(self.rng.uniform(least, most), call)

    def step(self, end: int) -> bool:
        """Make the next call, if it is due by `end`; otherwise time goes on to `end`."""
        if not self._heap or self._heap[0][0] > end:
            self.now = Nanos(max(self.now, end))
            return False
        at, _, call = heapq.heappop(self._heap)
        self.now = Nanos(at)
        call()
        return True
