"""One player's connection on a plain socket: slow and careful before the race, as cheap as can be during it."""

import base64
import os
import socket
from collections.abc import Callable
from typing import Any, Final

import msgspec

from protocol.codec import MSGPACK
from protocol.frames import Opcode, mask, masked_frame
from protocol.messages import (
    SUBPROTOCOLS,
    VERSION,
    ClientMessage,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Welcome,
)

CHUNK: Final = 1 << 14  # larger ones make the allocator ask the kernel for every single read
PATIENCE: Final = 30.0  # seconds for an answer before the race
BINARY: Final = 0x80 | Opcode.BINARY
PING: Final = 0x80 | Opcode.PING
CLOSE: Final = 0x80 | Opcode.CLOSE
_TURN = msgspec.msgpack.encode({"type": "act", "move": "Turn", "n": 0})
_WIDE = b"\xce"  # MessagePack: a number of four bytes follows
TURN_BYTES: Final = 2 + 4 + len(_TURN) + 4
"""How long the frame of a turn is, mask and all."""

Address = tuple[str, int]


class Refusal(Exception):
    """The server would not do what the harness needs."""


def connect(address: Address, receive_buffer: int = 0) -> tuple[socket.socket, bytes]:
    """A WebSocket that has been accepted, and what has come on it already."""
    sock = _dial(address, receive_buffer)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock, shake_hands(sock, f"{address[0]}:{address[1]}", "/", SUBPROTOCOLS[0])


def _dial(address: Address, receive_buffer: int) -> socket.socket:
    """A connection. The kernel has to know of a small buffer before it is made."""
    if not receive_buffer:
        return socket.create_connection(address, timeout=PATIENCE)
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    sock.settimeout(PATIENCE)
    sock.connect(address)
    return sock


class Line:
    """A connection with the number of its last message, and what of the stream is not read yet."""

    __slots__ = (
        "_key",
        "_key_number",
        "_turn",
        "block",
        "flying",
        "name",
        "number",
        "offset",
        "pending",
        "rest",
        "room",
        "seat",
        "sock",
        "strayed",
        "token",
    )

    def __init__(self, address: Address, name: str, receive_buffer: int = 0) -> None:
        self.name = name
        self.sock, self.rest = connect(address, receive_buffer)
        self.number = 0
        self.room: Any = None  # the Room it sits in
        self.seat = 0
        self.block = self.offset = 0
        """How far it has come in the blocks of its room."""
        self.pending: dict[int, tuple[int, int]] = {}
        """Plays without an answer: when each should have left, and when it did."""
        self.flying: dict[int, str] = {}
        """Cards on their way to a pile, by the number of their play."""
        self.strayed = False
        self._key = os.urandom(4)
        self._turn, self._key_number = turn_frame(self._key)
        self.token = ""
        self.tell(Hello(VERSION, name))

    def arrive(self) -> None:
        """Wait for the welcome, unless it has come; whoever says anything has to have been welcomed."""
        if not self.token:
            welcome = self.wait(lambda message: isinstance(message, Welcome))
            assert isinstance(welcome, Welcome)
            self.token = welcome.token
            self.number = welcome.n

    # slowly, before and after the race

    def tell(self, message: ClientMessage) -> None:
        self.sock.sendall(masked_frame(Opcode.BINARY, MSGPACK.encode(message), self._key))

    def say(self, make: Callable[[int], ClientMessage]) -> int:
        """Send a message with the next number, without waiting for its answer."""
        self.arrive()
        self.number += 1
        self.tell(make(self.number))
        return self.number

    def ask(self, make: Callable[[int], ClientMessage]) -> Done:
        """Send a message and wait for its answer."""
        return self.answer(self.say(make))

    def answer(self, number: int) -> Done:
        """Wait for the answer to a message; whatever comes before it is dropped."""
        answer = self.wait(lambda each: isinstance(each, Done | Refused) and each.n == number)
        if not isinstance(answer, Done):
            raise Refusal(str(answer))
        return answer

    def wait(self, wanted: Callable[[ServerMessage], bool]) -> ServerMessage:
        """Read until a message is the wanted one; those before it are dropped, those after it kept."""
        while True:
            while (piece := self._next()) is not None:
                opcode, payload = piece
                if opcode == PING:
                    self.pong(payload)
                elif opcode == CLOSE:
                    raise Refusal(f"the server closed the connection: {payload[2:].decode()}")
                elif wanted(message := MSGPACK.read_server(payload)):
                    return message
            data = self.sock.recv(CHUNK)
            if not data:
                raise Refusal("the server closed the connection")
            self.rest += data

    def _next(self) -> tuple[int, bytes] | None:
        bounds = frame_at(self.rest, 0)
        if bounds is None:
            return None
        opcode, payload = self.rest[0], self.rest[bounds[0] : bounds[1]]
        self.rest = self.rest[bounds[1] :]
        return opcode, payload

    # fast, during the race

    def pong(self, payload: bytes) -> None:
        self.sock.send(masked_frame(Opcode.PONG, payload, self._key))

    def turn(self) -> int:
        """Turn the Stock: the commonest play, from a frame made once."""
        self.number = number = self.number + 1
        masked = (number ^ self._key_number).to_bytes(4, "big")
        self.sock.send(self._turn + masked)
        return number

    def act(
        self, move: str, args: dict[str, object], seen: int | None = None, el: int | None = None
    ) -> int:
        """Any other play, with what had been seen and how many µs before; arbiters care."""
        self.number = number = self.number + 1
        message = {"type": "act", "n": number, "move": move, "args": args, "seen": seen, "el": el}
        body = msgspec.msgpack.encode(message)
        self.sock.send(masked_frame(Opcode.BINARY, body, self._key))
        return number

    def close(self) -> None:
        self.sock.close()


HEAD_END: Final = b"\r\n\r\n"


def request(host: str, path: str, protocol: str = "") -> bytes:
    """What a client says to be let in."""
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


def shake_hands(sock: socket.socket, host: str, path: str, protocol: str = "") -> bytes:
    """Turn the connection into a WebSocket; returns what already followed."""
    sock.sendall(request(host, path, protocol))
    head = b""
    while HEAD_END not in head:
        data = sock.recv(4096)
        if not data:
            raise Refusal("the server closed the connection before the handshake was over")
        head += data
    return let_in(head)


def let_in(head: bytes) -> bytes:
    """What followed the server's yes; Refusal if it said no."""
    status = head.split(b"\r\n")[0]
    if b" 101 " not in status:
        raise Refusal(status.decode())
    return head.partition(HEAD_END)[2]


def frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins there starts and stops; None until all of it is there."""
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


def turn_frame(key: bytes) -> tuple[bytes, int]:
    """A masked frame without its last four bytes, the number; and what to mask that with."""
    body = _TURN[:-1] + _WIDE + bytes(4)
    whole = masked_frame(Opcode.BINARY, body, key)
    return whole[:-4], int.from_bytes(mask(body, key)[-4:], "big")
