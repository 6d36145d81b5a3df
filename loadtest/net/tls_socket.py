"""A client's socket over TLS, with the methods of a plain one that the harness uses."""

import socket
import ssl
from functools import cache

CHUNK = 1 << 14


@cache
def trusting() -> ssl.SSLContext:
    """For a server of the harness's own, whose certificate nobody has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class TlsSocket(socket.socket):
    """A socket that must shake hands first. Reading takes one system call, as on a plain socket."""

    def __init__(self, plain: socket.socket) -> None:
        timeout = plain.gettimeout()
        super().__init__(plain.family, plain.type, plain.proto, plain.detach())
        self.settimeout(timeout)
        self._came, self._go = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = trusting().wrap_bio(self._came, self._go)

    def shake_hands(self) -> None:
        """A socket that does not block raises what a plain one does that cannot send yet: call this again later."""
        super().send(b"")  # nothing is lost if there is no connection yet
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                super().sendall(self._go.read())
                self._came.write(super().recv(CHUNK) or _end())
            else:
                super().sendall(self._go.read())
                return

    def send(self, data: bytes, flags: int = 0) -> int:  # type: ignore[override]
        self._tls.write(data)
        super().sendall(self._go.read(), flags)
        return len(data)

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override]
        self.send(data, flags)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What has come, up to any length; raises BlockingIOError if that is only a part of a record."""
        while True:
            data = super().recv(size, flags)
            if not data:
                return b""
            self._came.write(data)
            plain = b"".join(self._records())
            if plain:
                return plain

    def _records(self) -> list[bytes]:
        records = []
        try:
            while part := self._tls.read(CHUNK):
                records.append(part)
        except ssl.SSLWantReadError:
            pass
        return records


def _end() -> bytes:
    raise ConnectionResetError("the server ended a TLS handshake")
