"""A channel over an encrypted stream. Its writes must be awaited, so all of them go through `drain`."""

import socket

import trio

from server import clock
from server.clock import Nanos
from server.transport.channel import CHUNK, TCP_INFO_BYTES, Channel
from server.transport.outboxes import Outboxes


class TlsChannel(Channel):
    """An encrypted stream whose handshake is done."""

    __slots__ = ("_stream",)

    def __init__(
        self,
        stream: trio.SSLStream[trio.SocketStream],
        peer: str,
        outbox_bytes: int,
        outboxes: Outboxes | None = None,
    ) -> None:
        super().__init__(peer, outbox_bytes, outboxes)
        self._stream = stream

    def _ask_kernel(self) -> bytes:
        sock = self._stream.transport_stream.socket
        return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)

    async def read(self) -> tuple[bytes, Nanos]:
        try:
            data = await self._stream.receive_some(CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            data = b""
        return bytes(data), clock.now()

    def send(self, data: bytes) -> None:
        if not self.closed:
            self._keep(data)

    async def drain(self) -> None:
        while True:
            await self._outbox_filled.wait()
            while self._outbox:
                data = bytes(self._outbox)
                self._outbox.clear()
                self.on_drained()
                try:
                    await self._stream.send_all(data)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    self.close()
                    return
                if not self.closed:
                    self._count_waiting()
            if self._finishing:
                self._shut()
            self._outbox_filled = trio.Event()

    def _shut_socket(self) -> None:
        self._stream.transport_stream.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._discard()
            self._stream.transport_stream.socket.close()
