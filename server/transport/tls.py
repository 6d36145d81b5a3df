"""A wire above an encrypted stream, which must be awaited: its writes all go through `drain`."""

import socket
import time

import trio

from server.transport.channel import CHUNK, TCP_INFO_BYTES, Wire


class TlsWire(Wire):
    """An encrypted stream, whose handshake is done."""

    def __init__(
        self, stream: trio.SSLStream[trio.SocketStream], peer: str, outbox_bytes: int
    ) -> None:
        super().__init__(peer, outbox_bytes)
        self._stream = stream

    def _ask_kernel(self) -> bytes:
        plug = self._stream.transport_stream.socket
        return plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)

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
                self.emptied()
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
