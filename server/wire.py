"""One peer's bytes: read with the kernel's own time stamp, written without waiting, at most one send a pass.

Whatever the kernel does not take at once waits in a bounded outbox and is drained by a task of its own;
a peer that does not read fills its own outbox and is cut off, and nobody else notices.
"""

import socket
import struct
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Final

import trio

from protocol.errors import TooSlow

CHUNK: Final = 65_536
SO_TIMESTAMPNS: Final = 35  # Linux; the standard library has no name for it
_ANCILLARY = socket.CMSG_SPACE(16)
_timespec = struct.Struct("qq").unpack


class Closed(Exception):
    """The peer is gone."""


class Wire(ABC):
    """Bytes in, stamped; bytes out, buffered. Stamps are nanoseconds of the monotonic clock."""

    def __init__(self, peer: str, outbox_bytes: int) -> None:
        self.peer = peer
        self.closed = False
        self.waiting = 0
        """Bytes that the peer has not taken yet."""
        self._finishing = False
        self._limit = outbox_bytes
        self._rest = bytearray()
        self._stuck = trio.Event()

    @abstractmethod
    async def read(self) -> tuple[bytes, int]:
        """The next bytes and when they arrived; none at the end."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Write now what can be written now. Raises TooSlow when too much is waiting."""

    @abstractmethod
    async def drain(self) -> None:
        """Write what had to wait, as the peer reads it; runs as long as the wire."""

    @abstractmethod
    def close(self) -> None:
        """Cut the wire; idempotent."""

    def finish(self) -> None:
        """Say that nothing more comes, as soon as everything is written."""
        self._finishing = True
        if not self.waiting and not self.closed:
            self._shut()

    def _shut(self) -> None:
        with suppress(OSError):  # the peer was faster
            self._shut_socket()

    @abstractmethod
    def _shut_socket(self) -> None: ...

    def _keep(self, data: bytes | memoryview) -> None:
        self._rest += data
        self.waiting = len(self._rest)
        if self.waiting > self._limit:
            raise TooSlow("you do not read what you are sent")
        self._stuck.set()


class TcpWire(Wire):
    """A plain socket."""

    def __init__(self, sock: socket.socket, peer: str, outbox_bytes: int) -> None:
        super().__init__(peer, outbox_bytes)
        self._plug = sock
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):  # another kernel: stamps are then the time of reading
            sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)

    async def read(self) -> tuple[bytes, int]:
        while True:
            try:
                await trio.lowlevel.wait_readable(self._plug)
                data, ancillary, _, _ = self._plug.recvmsg(CHUNK, _ANCILLARY)
            except (BlockingIOError, InterruptedError):
                continue
            except (OSError, ValueError, trio.ClosedResourceError):  # cut, by either side
                return b"", time.monotonic_ns()
            return data, _stamp(ancillary)

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
            if self._finishing:
                self._shut()
            self._stuck = trio.Event()

    def _shut_socket(self) -> None:
        self._plug.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            trio.lowlevel.notify_closing(self._plug)
            self._plug.close()


class TlsWire(Wire):
    """The same above an encrypted stream, which must be awaited: its writes all go through `drain`."""

    def __init__(
        self, stream: trio.SSLStream[trio.SocketStream], peer: str, outbox_bytes: int
    ) -> None:
        super().__init__(peer, outbox_bytes)
        self._stream = stream

    async def read(self) -> tuple[bytes, int]:
        try:
            data = await self._stream.receive_some(CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            data = b""
        return bytes(data), time.monotonic_ns()

    def send(self, data: bytes) -> None:
        if not self.closed:
            self._keep(data)

    async def drain(self) -> None:
        while True:
            await self._stuck.wait()
            while self._rest:
                data = bytes(self._rest)
                self._rest.clear()
                try:
                    await self._stream.send_all(data)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    self.close()
                    return
                self.waiting = len(self._rest)
            if self._finishing:
                self._shut()
            self._stuck = trio.Event()

    def _shut_socket(self) -> None:
        self._stream.transport_stream.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._stream.transport_stream.socket.close()


def _stamp(ancillary: list[tuple[int, int, bytes]]) -> int:
    """The kernel's time of arrival on the monotonic clock; the time of reading where there is none."""
    now = time.monotonic_ns()
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS and len(data) >= 16:
            seconds, nanos = _timespec(data[:16])
            age = time.time_ns() - (seconds * 1_000_000_000 + nanos)
            # a stepped wall clock must not make stamps from the future or the distant past
            return now - age if 0 <= age < 1_000_000_000 else now
    return now
