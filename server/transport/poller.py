"""All plain sockets in one epoll of our own: whatever has come is heard in one go, and decided at once.

Trio would wake a task and make a system call for every socket that has something to say. Our epoll is a single
descriptor to Trio, readable while any socket in it is; one task then reads them all, level-triggered and one chunk
each, so nobody's flood keeps the others waiting. There is none on systems without epoll: connections read for themselves.
"""

import select
import time
from collections.abc import Callable

import trio


class Ears:
    """Who is read when something has come, and what is done when all of it is read."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._readers: dict[int, Callable[[], None]] = {}
        self.until = 0
        """What arrived by then has been heard, in ns of the monotonic clock."""

    def listen(self, descriptor: int, reader: Callable[[], None]) -> None:
        """Call `reader` whenever there is something to read here."""
        self._epoll.register(descriptor, select.EPOLLIN)
        self._readers[descriptor] = reader

    def forget(self, descriptor: int) -> None:
        """No longer; before the descriptor is closed, for its number will be somebody else's."""
        if self._readers.pop(descriptor, None) is not None:
            self._epoll.unregister(descriptor)

    def hear(self) -> None:
        """Let everybody read for whom something has come."""
        self.until = time.monotonic_ns()
        for ready, _ in self._epoll.poll(0):
            reader = self._readers.get(ready)  # none if an earlier one had it closed
            if reader is not None:
                reader()

    async def run(self, before: Callable[[], None], after: Callable[[], None]) -> None:
        """Hear until cancelled; `before` and `after` are called around everything that came together."""
        descriptor = self._epoll.fileno()
        try:
            while True:
                await trio.lowlevel.wait_readable(descriptor)
                before()
                self.hear()
                after()
        finally:
            trio.lowlevel.notify_closing(descriptor)
            self._readers.clear()  # connections that end after us have nothing left to forget
            self._epoll.close()


def ears() -> Ears | None:
    """Ears, where the system has them."""
    return Ears() if hasattr(select, "epoll") else None
