"""A wire that is a plain socket: stamped by the kernel, written at once."""

import socket
import struct
import time
from contextlib import suppress
from typing import Final

import trio

from server.transport.channel import CHUNK, TCP_INFO_BYTES, Heard, Wire
from server.transport.poller import Ears

SO_TIMESTAMPNS: Final = 35  # Linux; the standard library has no name for it
TOGETHER: Final = (
    20_000  # ns: three looks at clocks take one, unless the process was held up in between
)
TRIES: Final = 5
_ANCILLARY = socket.CMSG_SPACE(16)
_timespec = struct.Struct("qq").unpack


class TcpWire(Wire):
    """A plain socket."""

    def __init__(self, sock: socket.socket, peer: str, outbox_bytes: int) -> None:
        super().__init__(peer, outbox_bytes)
        self._plug = sock
        self._ears: Ears | None = None
        self._heard: Heard | None = None
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):  # another kernel: stamps are then the time of reading
            sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)

    def _ask_kernel(self) -> bytes:
        return self._plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)

    async def read(self) -> tuple[bytes, int]:
        while True:
            try:
                await trio.lowlevel.wait_readable(self._plug)
            except (OSError, ValueError, trio.ClosedResourceError):  # cut, by either side
                return b"", time.monotonic_ns()
            if (taken := self._take()) is not None:
                return taken

    def _take(self) -> tuple[bytes, int] | None:
        """What has come; None if nothing has."""
        try:
            data, ancillary, _, _ = self._plug.recvmsg(CHUNK, _ANCILLARY)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:  # cut, by either side
            return b"", time.monotonic_ns()
        return data, _stamp(ancillary)

    def listen(self, ears: Ears, heard: Heard) -> bool:
        self._heard = heard
        if self.closed:
            self._hear()
        else:
            self._ears = ears
            ears.listen(self._plug.fileno(), self._hear)
        return True

    def _hear(self) -> None:
        assert self._heard is not None, "only a wire that is listened to is heard"
        taken = self._take()
        if taken is not None and not self._heard(*taken):
            self._pause()

    def _pause(self) -> None:
        if self._ears is not None:
            self._ears.forget(self._plug.fileno())
            self._ears = None

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        if self._rest:
            self._keep(data)
            return
        try:
            sent = self._plug.send(data)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError:
            self.close()
            return
        if sent < len(data):
            self._keep(memoryview(data)[sent:])

    async def drain(self) -> None:
        while True:
            await self._stuck.wait()
            while self._rest:
                try:
                    await trio.lowlevel.wait_writable(self._plug)
                    sent = self._plug.send(self._rest[:CHUNK])
                except (BlockingIOError, InterruptedError):
                    continue
                except (OSError, ValueError, trio.ClosedResourceError):
                    self.close()
                    return
                del self._rest[:sent]
                self.waiting = len(self._rest)
                if not self.waiting:
                    self.emptied()
            if self._finishing:
                self._shut()
            self._stuck = trio.Event()

    def _shut_socket(self) -> None:
        self._plug.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        listening = self._ears is not None
        self._pause()
        trio.lowlevel.notify_closing(self._plug)
        self._plug.close()
        if listening:
            self._hear()  # that it is over


def _stamp(ancillary: list[tuple[int, int, bytes]]) -> int:
    """The kernel's time of arrival on the monotonic clock; the time of reading where there is none."""
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS and len(data) >= 16:
            seconds, nanos = _timespec(data[:16])
            now, wall = _both_clocks()
            age = wall - (seconds * 1_000_000_000 + nanos)
            # a stepped wall clock must not make stamps from the future or the distant past
            return now - age if 0 <= age < 1_000_000_000 else now
    return time.monotonic_ns()


def _both_clocks() -> tuple[int, int]:
    """The monotonic clock and the wall clock at one instant: what got between the two would be somebody's in a race."""
    for _ in range(TRIES):
        before, wall, now = time.monotonic_ns(), time.time_ns(), time.monotonic_ns()
        if now - before < TOGETHER:
            break
    return now, wall
