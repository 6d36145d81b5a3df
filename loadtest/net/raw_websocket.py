"""A WebSocket client on a plain socket: handshake and frames, and nothing that costs time during a race."""

import base64
import os
import socket
from collections.abc import Iterator
from typing import Final

from watai.loadtest.net.tls_socket import TlsSocket
from watai.protocol.frames import Opcode, masked_frame

CHUNK: Final = 1 << 14  # larger ones make the allocator ask the kernel for every single read
PATIENCE: Final = 30.0  # seconds for an answer before the race
BINARY: Final = 0x80 | Opcode.BINARY
PING: Final = 0x80 | Opcode.PING
PONG: Final = 0x80 | Opcode.PONG
CLOSE: Final = 0x80 | Opcode.CLOSE
HEAD_END: Final = b"\r\n\r\n"

Address = tuple[str, int]


class Refusal(Exception):
    """The server would not do what the harness needs."""


class RawWebSocket:
    """A connected socket, its mask, and the bytes of a frame that has not come whole."""

    __slots__ = ("key", "rest", "sock")

    def __init__(self, sock: socket.socket, rest: bytes = b"") -> None:
        self.sock = sock
        self.rest = rest
        self.key = os.urandom(4)

    def send(self, payload: bytes, opcode: Opcode = Opcode.BINARY) -> None:
        self.sock.send(masked_frame(opcode, payload, self.key))

    def pong(self, payload: bytes) -> None:
        self.send(payload, Opcode.PONG)

    def frames(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """First byte and payload of each frame that is whole with this data; the rest is kept.

        Pongs are left out: a server sends them only to fill a segment.
        A caller may stop early: what it did not take comes first the next time.
        """
        self.rest += data
        while (bounds := frame_at(self.rest, 0)) is not None:
            first, payload = self.rest[0], self.rest[bounds[0] : bounds[1]]
            self.rest = self.rest[bounds[1] :]
            if first != PONG:
                yield first, payload

    def close(self) -> None:
        self.sock.close()


def connect(
    address: Address,
    path: str = "/",
    protocol: str = "",
    receive_buffer: int = 0,
    tls: bool = False,
) -> tuple[socket.socket, bytes]:
    """A socket whose handshake is done, and what followed the server's answer already."""
    sock = _dial(address, receive_buffer)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if tls:
        sock = TlsSocket(sock)
        sock.shake_hands()
    sock.sendall(request(f"{address[0]}:{address[1]}", path, protocol))
    head = b""
    while HEAD_END not in head:
        data = sock.recv(4096)
        if not data:
            raise Refusal("the server closed the connection before the handshake was over")
        head += data
    return sock, after_handshake(head)


def _dial(address: Address, receive_buffer: int) -> socket.socket:
    """A connection; the kernel must know of a small receive buffer before it connects."""
    if not receive_buffer:
        return socket.create_connection(address, timeout=PATIENCE)
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    sock.settimeout(PATIENCE)
    sock.connect(address)
    return sock


def request(host: str, path: str, protocol: str = "") -> bytes:
    """The client's half of the handshake."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *([f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def after_handshake(head: bytes) -> bytes:
    """What followed the server's half of the handshake; Refusal if the server said no."""
    status = head.split(b"\r\n")[0]
    if b" 101 " not in status:
        raise Refusal(status.decode())
    return head.partition(HEAD_END)[2]


def frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins at this index starts and stops; None until it is whole."""
    end = len(data)
    if end - at < 2:
        return None
    size = data[at + 1]
    start = at + 2
    if size == 126:
        start = at + 4
        size = int.from_bytes(data[at + 2 : start], "big") if end >= start else end
    elif size == 127:
        start = at + 10
        size = int.from_bytes(data[at + 2 : start], "big") if end >= start else end
    stop = start + size
    return None if stop > end else (start, stop)
