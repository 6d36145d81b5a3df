"""One thread that reads sockets as they become ready and makes calls at their instants, to some tens of µs.

Trio and `epoll` count in whole milliseconds, and a race is decided by less. So the pacer waits by `select` on the
epoll's own descriptor, which counts in microseconds.
"""

import gc
import heapq
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

now = time.monotonic
SPIN: Final = 0.001
"""Seconds before a punctual call during which the pacer does not sleep: a timer of the kernel would wake it too late."""
LONGEST_PAUSE: Final = 0.5
NEVER: Final = float("inf")

Do = Callable[[float], None]


class Call:
    """A call at an instant, unless it is cancelled."""

    __slots__ = ("at", "do")

    def __init__(self, at: float, do: Do | None) -> None:
        self.at = at
        self.do = do

    def cancel(self) -> None:
        self.do = None


class Pacer:
    """Timers and sockets. `lags` says how late the punctual calls were, in seconds."""

    def __init__(self) -> None:
        self.lags: list[float] = []
        self._epoll = select.epoll()
        self._readers: dict[int, Do] = {}
        self._queue: list[tuple[float, int, Call]] = []
        self._punctual: list[tuple[float, int, Call]] = []
        self._count = 0

    def now(self) -> float:
        """Read the clock, in seconds."""
        return now()

    def watch(self, descriptor: int, do: Do) -> None:
        """Call when there is something to read."""
        self._readers[descriptor] = do
        self._epoll.register(descriptor, select.EPOLLIN)

    def forget(self, descriptor: int) -> None:
        if self._readers.pop(descriptor, None) is not None:
            self._epoll.unregister(descriptor)

    def at(self, instant: float, do: Do, punctual: bool = False) -> Call:
        """Make a call at an instant. Punctual calls go before others, and their lag is kept."""
        self._count += 1
        call = Call(instant, do)
        queue = self._punctual if punctual else self._queue
        heapq.heappush(queue, (instant, self._count, call))
        return call

    def run_punctual(self) -> None:
        """Make the punctual calls that are due; long computations call this now and then."""
        queue = self._punctual
        while queue and queue[0][0] <= now():
            instant, _, call = heapq.heappop(queue)
            if call.do is not None:
                time = now()
                self.lags.append(time - instant)
                call.do(time)

    def run(self, until: Callable[[], bool], deadline: float = NEVER) -> None:
        """Run until the condition holds, or until the deadline."""
        while not until() and now() < deadline:
            self._wait(deadline)
            for fd, _ in self._epoll.poll(0):
                reader = self._readers.get(fd)
                if reader is not None:
                    reader(now())
                self._due()
            self._due()

    def _wait(self, deadline: float) -> None:
        following = deadline
        if self._queue:
            following = min(following, self._queue[0][0])
        if self._punctual:
            following = min(following, self._punctual[0][0] - SPIN)
        pause = min(following - now(), LONGEST_PAUSE)
        if pause > 0:
            select.select([self._epoll], (), (), pause)

    def _due(self) -> None:
        self.run_punctual()
        queue = self._queue
        while queue and queue[0][0] <= now():
            call = heapq.heappop(queue)[2]
            if call.do is not None:
                call.do(now())
            self.run_punctual()

    def close(self) -> None:
        self._epoll.close()


@contextmanager
def no_gc() -> Iterator[None]:
    """Within the block the garbage collector does not pause this thread."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
