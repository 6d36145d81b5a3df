"""A swarm of players on plain sockets and one epoll: a generator that costs less than the server it measures.

Every player is a real one: hello, a seat in a room of eight, and moves that the server checks, journals and tells the
room. During the race each answer is found by its first bytes, without decoding the events in between.
"""

import base64
import os
import select
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

import msgspec

from protocol.codec import MSGPACK
from protocol.frames import Opcode, masked_frame
from protocol.messages import (
    SUBPROTOCOLS,
    VERSION,
    ClientMessage,
    Create,
    Done,
    Hello,
    Join,
    OptionValue,
    Ready,
    Refused,
    ServerMessage,
    Start,
    Welcome,
)

CHUNK = 1 << 18
SEATS = 8
_PING = 0x80 | Opcode.PING
_long = struct.Struct("!H").unpack_from
_longer = struct.Struct("!Q").unpack_from
_encode = msgspec.msgpack.Encoder().encode
_ANSWERS = (
    _encode({"type": "done", "n": 0})[1:11],
    _encode({"type": "refused", "n": 0})[1:14],
)


class Refusal(Exception):
    """The server would not do what the harness needs."""


class Player:
    """One connection."""

    def __init__(self, address: tuple[str, int], name: str) -> None:
        self.sock = socket.create_connection(address, timeout=10)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = 0
        self.frames = 0
        self.refused = 0
        self._rest = b""
        self._key = os.urandom(4)
        self._shake_hands(address)
        self.tell(Hello(VERSION, name))
        self.wait(lambda message: isinstance(message, Welcome))

    def _shake_hands(self, address: tuple[str, int]) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET / HTTP/1.1",
            f"Host: {address[0]}:{address[1]}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {SUBPROTOCOLS[0]}",
        ]
        self.sock.sendall("\r\n".join([*lines, "", ""]).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.sock.recv(4096)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Refusal(head.split(b"\r\n")[0].decode())
        self._rest = head.partition(b"\r\n\r\n")[2]

    # slowly, before the race

    def tell(self, message: ClientMessage) -> None:
        self.sock.sendall(masked_frame(Opcode.BINARY, MSGPACK.encode(message), self._key))

    def ask(self, make: Callable[[int], Any]) -> Done:
        """Send a message and wait for its answer."""
        self.number += 1
        number = self.number
        self.tell(make(number))
        answer = self.wait(lambda each: isinstance(each, Done | Refused) and each.n == number)
        if not isinstance(answer, Done):
            raise Refusal(str(answer))
        return answer

    def wait(self, wanted: Callable[[ServerMessage], bool]) -> ServerMessage:
        """Read until a message is the wanted one; the others are dropped."""
        while True:
            payloads = self._take(b"")
            for index, payload in enumerate(payloads):
                message = MSGPACK.read_server(payload)
                if wanted(message):
                    left = b"".join(_reframed(each) for each in payloads[index + 1 :])
                    self._rest = left + self._rest
                    return message
            data = self.sock.recv(CHUNK)
            if not data:
                raise Refusal("the server closed the connection")
            self._rest += data

    def _take(self, data: bytes) -> list[bytes]:
        """The messages in what has arrived; pings are answered on the way."""
        payloads, pings, self._rest = split(self._rest + data)
        for ping in pings:
            self.sock.send(masked_frame(Opcode.PONG, ping, self._key))
        return payloads

    # fast, during the race

    def act(self, move: str) -> int:
        """Send a move without waiting; returns its number."""
        self.number += 1
        body = _encode({"type": "act", "n": self.number, "move": move})
        self.sock.send(masked_frame(Opcode.BINARY, body, self._key))
        return self.number

    def answers(self) -> int:
        """Read what is there; how many answers were in it."""
        payloads = self._take(self.sock.recv(CHUNK))
        self.frames += len(payloads)
        found = 0
        for payload in payloads:
            if payload[1:11] == _ANSWERS[0]:
                found += 1
            elif payload[1:14] == _ANSWERS[1]:
                found += 1
                self.refused += 1
        return found


def split(data: bytes) -> tuple[list[bytes], list[bytes], bytes]:
    """The payloads of the whole data frames in these bytes, those of the pings, and what is left."""
    payloads: list[bytes] = []
    pings: list[bytes] = []
    start, end = 0, len(data)
    while end - start >= 2:
        size, head = data[start + 1], 2
        if size == 126:
            head = 4
            if end - start < head:
                break
            (size,) = _long(data, start + 2)
        elif size == 127:
            head = 10
            if end - start < head:
                break
            (size,) = _longer(data, start + 2)
        if end - start < head + size:
            break
        (pings if data[start] == _PING else payloads).append(
            data[start + head : start + head + size]
        )
        start += head + size
    return payloads, pings, data[start:]


def _reframed(payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((0x82, size)) + payload
    if size < 1 << 16:
        return b"\x82\x7e" + size.to_bytes(2, "big") + payload
    return b"\x82\x7f" + size.to_bytes(8, "big") + payload


class Swarm:
    """Rooms of eight, dealt and past their countdown, ready to race."""

    def __init__(self, address: tuple[str, int], rooms: int) -> None:
        self.players: list[Player] = []
        for room in range(rooms):
            self.players.extend(self._fill(address, room))
        self._start()
        self._epoll = select.epoll()
        self._by_fd = {player.sock.fileno(): player for player in self.players}
        for fd in self._by_fd:
            self._epoll.register(fd, select.EPOLLIN)

    def _fill(self, address: tuple[str, int], room: int) -> list[Player]:
        seats = [Player(address, f"Racer {room}-{seat}") for seat in range(SEATS)]
        options: dict[str, OptionValue] = {"variants": "off", "refusal": "off"}
        code = seats[0].ask(lambda n: Create(n, "watai", SEATS, options)).code or ""
        for player in seats[1:]:
            player.ask(lambda n: Join(n, code))
            player.ask(Ready)
        seats[0].ask(Start)
        return seats

    def _start(self) -> None:
        for player in self.players:  # one of each room leads it: the others are refused
            player.act("Go")
        for player in self.players:
            player.wait(lambda message: getattr(message, "event", "") == "Started")
            player.sock.setblocking(False)

    def ready(self, timeout: float) -> list[Player]:
        """The players for whom something has arrived."""
        return [self._by_fd[fd] for fd, _ in self._epoll.poll(timeout)]

    def close(self) -> None:
        self._epoll.close()
        for player in self.players:
            player.sock.close()


def now() -> float:
    return time.perf_counter()
