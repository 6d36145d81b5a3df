"""A channel over TLS: the bytes of a plain socket, with the kernel's stamps and one write a pass, encrypted in memory.

The socket is read and written like that of a plain channel, by the same poller. OpenSSL never touches it: it turns the
bytes that came into plain ones, and plain ones into bytes that go, in two buffers.
"""

import socket
import ssl
from contextlib import suppress

import trio

from watai.server import clock
from watai.server.clock import Nanos
from watai.server.transport.channel import CHUNK
from watai.server.transport.outboxes import Outboxes
from watai.server.transport.tcp import TcpChannel


class TlsChannel(TcpChannel):
    """An encrypted socket. Nothing but `shake_hands` may be called before that has succeeded."""

    __slots__ = ("_came", "_ended", "_go", "_stamp", "_tls")

    def __init__(
        self,
        sock: socket.socket,
        peer: str,
        outbox_bytes: int,
        context: ssl.SSLContext,
        outboxes: Outboxes | None = None,
    ) -> None:
        super().__init__(sock, peer, outbox_bytes, outboxes)
        self._came = ssl.MemoryBIO()
        self._go = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._came, self._go, server_side=True)
        self._stamp = clock.now()
        self._ended = False
        """Whether the peer has said that it sends nothing more, or has sent what is no TLS."""

    async def shake_hands(self) -> bool:
        """Whether the peer speaks TLS as we do. Whoever calls this sets the time limit."""
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                self._send_records()
            except ssl.SSLError:
                self._send_records()  # it says why
                return False
            else:
                self._send_records()
                return True
            await trio.lowlevel.wait_readable(self._socket)
            received = super()._receive()
            if received is not None:
                data, self._stamp = received
                if not data:
                    return False
                self._came.write(data)

    async def read(self) -> tuple[bytes, Nanos]:
        # with the last bytes of the handshake the first of a request may have come
        received = self._decrypt()
        return received if received is not None else await super().read()

    def _receive(self) -> tuple[bytes, Nanos] | None:
        if self._ended:
            return b"", self._stamp
        received = super()._receive()
        if received is None or not received[0]:
            return received
        self._stamp = received[1]
        self._came.write(received[0])
        return self._decrypt()

    def _decrypt(self) -> tuple[bytes, Nanos] | None:
        """Everything that can be decrypted, with the stamp of the last bytes; None if that is nothing yet."""
        plain = []
        while not self._ended:
            try:
                part = self._tls.read(CHUNK)
            except ssl.SSLWantReadError:
                break
            except ssl.SSLError:
                part = b""
            self._ended = not part
            plain.append(part)
        if self._go.pending:
            self._send_records()
        data = b"".join(plain)
        return (data, self._stamp) if data or self._ended else None

    def _read_ready(self) -> None:
        super()._read_ready()
        if self._ended and self._poller is not None:
            super()._read_ready()  # nothing more will be readable, perhaps: report the end

    def send(self, data: bytes) -> None:
        if self.closed:
            return
        try:
            self._tls.write(data)
        except ssl.SSLError:
            self.close()
        else:
            self._send_records()

    def _send_records(self) -> None:
        """Send what OpenSSL has made."""
        if self._go.pending:
            super().send(self._go.read())

    def _shut_socket(self) -> None:
        with suppress(ssl.SSLError):  # it wants the peer's answer, which nobody waits for
            self._tls.unwrap()
        self._send_records()
        super()._shut_socket()
