"""Peers that have connected and not yet said what they want: each costs a socket and one small object, and no task.

What such a peer sends stays in the kernel's buffer, at which this only peeks: its connection is made when the request, or
the first record of a TLS handshake, is whole. So thousands of peers that never finish it leave no memory behind.
"""

import select
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import trio

if TYPE_CHECKING:
    from watai.server.transport.visit import PeerVisit

RECORD_HEAD: Final = 5
"""Bytes before the contents of a TLS record; the last two are their length."""
HANDSHAKE: Final = b"\x16"
"""The first byte of every record of a TLS handshake."""
END_OF_HEAD: Final = b"\r\n\r\n"
TIMEOUT: Final = "timeout"
GONE: Final = ""


class Caller:
    """A socket from accept on, until its peer has said hello."""

    __slots__ = ("deadline", "heard_at", "host", "scope", "socket", "visit")

    def __init__(self, sock: socket.socket, host: str, now: float, deadline: float) -> None:
        self.socket = sock
        self.host = host
        self.deadline = deadline
        """By when it has to say hello; on Trio's clock."""
        self.heard_at = now
        """When bytes came last; on Trio's clock."""
        self.scope: trio.CancelScope | None = None
        """Of the task that serves it, once there is one."""
        self.visit: PeerVisit | None = None
        """Once there is one: with TLS, after that handshake."""


def whole_request(begun: bytes) -> bool:
    """Whether the head of a request ends in these bytes."""
    return END_OF_HEAD in begun


def whole_record(begun: bytes) -> bool:
    """Whether these bytes hold the whole TLS record that a handshake begins with, or something that is none."""
    if begun[:1] not in (b"", HANDSHAKE):
        return True
    return len(begun) >= RECORD_HEAD + int.from_bytes(begun[3:RECORD_HEAD], "big")


class Anteroom:
    """Everybody who has not said enough yet, the oldest first."""

    def __init__(
        self,
        whole: Callable[[bytes], bool],
        most: int,
        silence: float,
        enter: Callable[[Caller], None],
        turn_away: Callable[[Caller, str], None],
    ) -> None:
        self._whole = whole
        self._most = most
        """Who has sent so many bytes enters also without the end: a connection tells such a peer that it is too much."""
        self._silence = silence
        self._enter = enter
        self._turn_away = turn_away
        self._callers: dict[int, Caller] = {}
        self._epoll = select.epoll()
        self._scope = trio.CancelScope()
        self._checked_at = 0.0

    def __len__(self) -> int:
        return len(self._callers)

    def add(self, caller: Caller) -> None:
        """Let a peer wait here. What has come already is looked at as soon as the task runs."""
        if not self._callers:
            self._scope.cancel()  # the task waits without a deadline
        number = caller.socket.fileno()
        self._callers[number] = caller
        # edge-triggered: what was peeked at is still there, and would be reported for ever
        self._epoll.register(number, select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLET)

    def remove(self, caller: Caller) -> bool:
        """Forget a peer before its socket is closed or read; False if it does not wait here."""
        number = caller.socket.fileno()
        if self._callers.get(number) is not caller:
            return False
        del self._callers[number]
        self._epoll.unregister(number)
        return True

    async def run(self) -> None:
        """Let peers enter as their requests become whole, and turn away those that are too late or silent."""
        try:
            while True:
                with trio.CancelScope(deadline=self._next_check()) as self._scope:
                    await trio.lowlevel.wait_readable(self._epoll.fileno())
                self._look()
                if trio.current_time() >= self._next_check():
                    self._check(trio.current_time())
        finally:
            for caller in list(self._callers.values()):
                self.remove(caller)
                self._turn_away(caller, GONE)
            trio.lowlevel.notify_closing(self._epoll.fileno())
            self._epoll.close()

    def _next_check(self) -> float:
        oldest = next(iter(self._callers.values()), None)
        if oldest is None:
            return float("inf")
        return min(oldest.deadline, self._checked_at + self._silence / 2)

    def _look(self) -> None:
        for number, what in self._epoll.poll(0, max(1, len(self._callers))):
            caller = self._callers.get(number)
            if caller is None:
                continue
            caller.heard_at = trio.current_time()
            begun = self._peek(caller)
            if self._whole(begun) or len(begun) >= self._most:
                self.remove(caller)
                self._enter(caller)
            elif not begun or what & (select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR):
                self.remove(caller)
                self._turn_away(caller, GONE)

    def _peek(self, caller: Caller) -> bytes:
        try:
            return caller.socket.recv(self._most, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except OSError:  # reset, or nothing is there: an edge is never reported without either
            return b""

    def _check(self, now: float) -> None:
        """Turn away who is too late. To look at everybody takes a while, so it is not done with every event."""
        self._checked_at = now
        silent = [
            caller
            for caller in self._callers.values()
            if caller.deadline <= now or now - caller.heard_at > self._silence
        ]
        for caller in silent:
            self.remove(caller)
            self._turn_away(caller, TIMEOUT)


def has_anteroom() -> bool:
    """Whether the system has what an anteroom needs."""
    return hasattr(select, "epoll")
