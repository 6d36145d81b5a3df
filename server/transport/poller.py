"""One epoll for all plain sockets, so that the loop reads everything that has arrived in one pass.

Trio would wake a task, and make a system call, for each readable socket. This epoll is a single descriptor to Trio,
readable while any socket in it is. The loop reads one chunk of each ready socket (level-triggered), so a peer that
floods the server does not keep the others waiting. Without epoll in the system, each connection reads its own socket.
"""

import select
from collections.abc import Callable
from typing import Final

import trio

from watai.server import clock
from watai.server.clock import Nanos

LINGER: Final = 0.001
"""The shortest time but none for which Python lets an epoll wait."""


class Poller:
    """The sockets that the loop reads, each with the function that reads it."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._readers: dict[int, Callable[[], None]] = {}
        self.read_until = Nanos(0)
        """Everything that had arrived by this instant has been read."""

    def add(self, descriptor: int, read: Callable[[], None]) -> None:
        """Call `read` in each pass in which this descriptor is readable."""
        self._epoll.register(descriptor, select.EPOLLIN)
        self._readers[descriptor] = read

    def remove(self, descriptor: int) -> None:
        """Stop reading it. To be called before the descriptor is closed, because its number will be used again."""
        if self._readers.pop(descriptor, None) is not None:
            self._epoll.unregister(descriptor)

    async def wait(self) -> None:
        """Wait until a socket is readable."""
        await trio.lowlevel.wait_readable(self._epoll.fileno())

    def wait_outside(self, linger: bool) -> bool:
        """Wait until a socket is readable, but not in Trio: for a millisecond at most, or not at all.

        Returns whether one is. Nothing else runs in this thread meanwhile.
        """
        return bool(self._epoll.poll(LINGER if linger else 0, 1))

    def read_ready(self) -> bool:
        """Read every socket that is readable now; returns whether there was one."""
        self.read_until = clock.now()
        most = max(1, len(self._readers))  # by default epoll reports no more than 1,023
        found = self._epoll.poll(0, most)
        for ready, _ in found:
            read = self._readers.get(ready)  # None if an earlier reader had it closed
            if read is not None:
                read()
        return bool(found)

    def close(self) -> None:
        """Connections that end afterwards may still call `remove`."""
        trio.lowlevel.notify_closing(self._epoll.fileno())
        self._readers.clear()
        self._epoll.close()


def open_poller() -> Poller | None:
    """A poller, if the system has epoll."""
    return Poller() if hasattr(select, "epoll") else None
