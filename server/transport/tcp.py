"""A channel over a plain socket: bytes stamped by the kernel, written at once."""

import socket
import struct
from contextlib import suppress
from typing import Final

import trio

from watai.server import clock
from watai.server.clock import SECOND, Nanos
from watai.server.transport.arrival_clock import ArrivalClock
from watai.server.transport.channel import CHUNK, TCP_INFO_BYTES, Channel, OnData
from watai.server.transport.outboxes import Outboxes
from watai.server.transport.poller import Poller

SO_TIMESTAMPNS: Final = 35  # Linux; the standard library has no name for it
_ANCILLARY = socket.CMSG_SPACE(16)
_timespec = struct.Struct("qq").unpack
_arrivals = ArrivalClock()  # one for the process, as the machine's clocks are


class TcpChannel(Channel):
    """A plain socket."""

    __slots__ = (
        "_on_data",
        "_poller",
        "_send",
        "_socket",
    )

    def __init__(
        self,
        sock: socket.socket,
        peer: str,
        outbox_bytes: int,
        outboxes: Outboxes | None = None,
    ) -> None:
        super().__init__(peer, outbox_bytes, outboxes)
        self._socket = sock
        self._send = sock.send
        self._poller: Poller | None = None
        self._on_data: OnData | None = None
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):  # another kernel: a stamp is then the time of reading
            sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)

    def _ask_kernel(self) -> bytes:
        return self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)

    async def read(self) -> tuple[bytes, Nanos]:
        while True:
            try:
                await trio.lowlevel.wait_readable(self._socket)
            except (OSError, ValueError, trio.ClosedResourceError):  # closed, by either side
                return b"", clock.now()
            if (received := self._receive()) is not None:
                return received

    def _receive(self) -> tuple[bytes, Nanos] | None:
        """One chunk and its stamp; None if there is nothing to read."""
        try:
            data, ancillary, _, _ = self._socket.recvmsg(CHUNK, _ANCILLARY)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:  # closed, by either side
            return b"", clock.now()
        return data, _stamp(ancillary)

    def poll(self, poller: Poller, on_data: OnData) -> bool:
        if self.closed:
            on_data(b"", clock.now())
        else:
            self._on_data = on_data
            self._poller = poller
            poller.add(self._socket.fileno(), self._read_ready)
        return True

    def _read_ready(self) -> None:
        assert self._on_data is not None, "only a polled channel is read by the poller"
        received = self._receive()
        if received is not None and not self._on_data(*received):
            self._stop_polling()

    def _stop_polling(self) -> None:
        if self._poller is not None:
            self._poller.remove(self._socket.fileno())
            self._poller = None

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        if self._outbox:
            self._keep(data)
            return
        try:
            sent = self._send(data)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError:
            self.close()
            return
        if sent < len(data):
            self._keep(memoryview(data)[sent:])

    async def drain(self) -> None:
        while True:
            await self._outbox_filled.wait()
            while self._outbox:
                try:
                    await trio.lowlevel.wait_writable(self._socket)
                    sent = self._socket.send(self._outbox[:CHUNK])
                except (BlockingIOError, InterruptedError):
                    continue
                except (OSError, ValueError, trio.ClosedResourceError):
                    self.close()
                    return
                del self._outbox[:sent]
                self._count_waiting()
                if not self.waiting:
                    self.on_drained()
            if self._finishing:
                self._shut()
            self._outbox_filled = trio.Event()

    def _shut_socket(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self._discard()
        polled = self._poller is not None
        self._stop_polling()
        trio.lowlevel.notify_closing(self._socket)
        self._socket.close()
        if polled:
            self._read_ready()  # reports the end to `on_data`
        self._on_data = None


def _stamp(ancillary: list[tuple[int, int, bytes]]) -> Nanos:
    """The kernel's arrival time on the monotonic clock; the time of reading if the kernel gave none."""
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS and len(data) >= 16:
            seconds, nanos = _timespec(data[:16])
            return _arrivals.arrived(seconds * SECOND + nanos)
    return clock.now()
