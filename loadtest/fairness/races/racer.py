"""One player of a fairness run: a real WebSocket, through a link of its own, with exact instants.

Bytes are delayed on their way in and out by the player's wire, whatever they are: the server's pings and our pongs too.
Without a wire they go as they come, because the delay is somewhere else (see tunnel).
"""

import errno
import os
import socket
from collections import deque
from collections.abc import Callable

from engine.game import Move
from loadtest.fairness.conduct import Conduct
from loadtest.net.pacer import Pacer, now
from loadtest.net.netsim import Wire
from loadtest.net.raw_websocket import (
    CHUNK,
    CLOSE,
    HEAD_END,
    PING,
    Address,
    Refusal,
    frame_at,
    let_in,
    request,
)
from protocol.codec import MSGPACK
from protocol.frames import Opcode, masked_frame
from protocol.messages import SUBPROTOCOLS, VERSION, ClientMessage, Hello

Hear = Callable[["Racer", bytes, float], None]


class Racer:
    """A connection that hands on every payload at the instant its player would see it."""

    def __init__(self, pacer: Pacer, seat: int, wire: Wire | None, conduct: Conduct) -> None:
        self.seat = seat
        self.conduct = conduct
        self.number = 0
        self.asked: dict[int, float] = {}
        """Numbers without an answer, and when their bytes left for the server."""
        self.read_at = 0.0
        """When the bytes of what is being heard came from the server, before the wire."""
        self._pacer = pacer
        self._wire = wire
        self._key = os.urandom(4)
        self._rest = b""
        self._open = False
        self._pong_free = 0.0
        self._incoming: deque[tuple[bytes, float]] = deque()
        self._outgoing: deque[tuple[bytes, int | None]] = deque()

    def connect(self, address: Address, name: str, hear: Hear, own: Address | None) -> None:
        """Begin to connect, from this address of our own; what is heard says when it is done."""
        self._hear = hear
        self.sock = sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if own is not None:
            sock.bind(own)
        sock.setblocking(False)
        if sock.connect_ex(address) not in (0, errno.EINPROGRESS):
            raise Refusal(f"cannot reach {address}")
        self._hello = Hello(VERSION, name)
        self._send_when_connected(request(address[0], "/", SUBPROTOCOLS[0]))

    def _send_when_connected(self, data: bytes) -> None:
        def attempt(time: float) -> None:
            try:
                self.sock.send(data)
            except BlockingIOError:
                self._pacer.at(time + 0.005, attempt)
            except OSError as error:
                if error.errno != errno.ENOTCONN:
                    raise
                self._pacer.at(time + 0.005, attempt)
            else:
                self._pacer.watch(self.sock.fileno(), self._readable)

        attempt(now())

    # out

    def tell(self, message: ClientMessage, number: int | None = None) -> None:
        self._write(masked_frame(Opcode.BINARY, MSGPACK.encode(message), self._key), number)

    def ask(self, make: Callable[[int], ClientMessage]) -> int:
        """Send a message with the next number."""
        self.number += 1
        self.asked[self.number] = 0.0
        self.tell(make(self.number), self.number)
        return self.number

    def act(self, move: Move, seen: int | None = None, el: int | None = None) -> int:
        """Make a move, with what is claimed about it."""
        return self.ask(lambda n: MSGPACK.act(n, move, seen, el))

    def answered(self, number: int) -> float:
        """An answer has come: how long the server had the question, in seconds."""
        return self.read_at - self.asked.pop(number)

    def _write(self, data: bytes, number: int | None = None) -> None:
        if self._wire is None:
            self._leave(data, number)
            return
        self._outgoing.append((data, number))
        self._pacer.at(self._wire.up.arrival(now()), self._leave_next)

    def _leave_next(self, time: float) -> None:
        self._leave(*self._outgoing.popleft())

    def _leave(self, data: bytes, number: int | None) -> None:
        if number is not None:
            self.asked[number] = now()
        if self.sock.send(data) != len(data):
            raise Refusal("the server does not read")

    def _pong(self, nonce: bytes) -> None:
        reply = masked_frame(Opcode.PONG, nonce, self._key)
        wait = self.conduct.hold_pong()
        if not wait:
            self._write(reply)
            return
        self._pong_free = max(self._pong_free, now() + wait)
        self._pacer.at(self._pong_free, lambda time: self._write(reply))

    # in

    def _readable(self, time: float) -> None:
        data = self.sock.recv(CHUNK)
        if not data:
            raise Refusal("the server closed a connection")
        if self._wire is None:
            self._arrived(data, time, time)
            return
        self._incoming.append((data, time))
        self._pacer.at(self._wire.down.arrival(time), self._arrive_next)

    def _arrive_next(self, time: float) -> None:
        self._arrived(*self._incoming.popleft(), time)

    def _arrived(self, data: bytes, read_at: float, time: float) -> None:
        self.read_at = read_at
        data = self._rest + data
        if not self._open:
            self._rest = data
            if HEAD_END not in data:
                return
            data = let_in(data)
            self._open = True
            self.tell(self._hello)
        at = 0
        while (bounds := frame_at(data, at)) is not None:
            self._frame(data[at], data[bounds[0] : bounds[1]], time)
            at = bounds[1]
            self._pacer.breathe()
        self._rest = data[at:]

    def _frame(self, opcode: int, payload: bytes, time: float) -> None:
        if opcode == PING:
            self._pong(payload)
        elif opcode == CLOSE:
            raise Refusal(f"the server closed a connection: {payload[2:].decode()}")
        else:
            self._hear(self, payload, time)

    def close(self) -> None:
        self._pacer.forget(self.sock.fileno())
        self.sock.close()
