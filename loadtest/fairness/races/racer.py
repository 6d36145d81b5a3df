"""One player of a fairness run: a real WebSocket behind a simulated link, with exact instants.

The wire delays all bytes on their way in and out, the server's pings and our pongs too. Without a wire they go as they
come, because the delay is somewhere else (see `fairness/network/tunnel`). Over TLS they are encrypted behind the wire.
"""

import errno
import socket
from collections import deque
from collections.abc import Callable
from typing import Final

from watai.engine.game import Move
from watai.loadtest.fairness.conduct import Conduct
from watai.loadtest.net.netsim import Wire
from watai.loadtest.net.pacer import Pacer
from watai.loadtest.net.raw_websocket import (
    CHUNK,
    CLOSE,
    HEAD_END,
    PING,
    Address,
    RawWebSocket,
    Refusal,
    after_handshake,
    request,
)
from watai.loadtest.net.tls_socket import TlsSocket
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import SUBPROTOCOLS, VERSION, ClientMessage, Hello

OnMessage = Callable[["Racer", bytes, float], None]
RETRY: Final = 0.005  # seconds until a connection is tried again


class Racer(RawWebSocket):
    """A connection that hands on every payload at the instant its player would see it."""

    def __init__(self, pacer: Pacer, seat: int, wire: Wire | None, conduct: Conduct) -> None:
        super().__init__(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
        self.seat = seat
        self.conduct = conduct
        self.number = 0
        self.asked: dict[int, float] = {}
        """Numbers without an answer, and when their bytes left for the server."""
        self.read_at = 0.0
        """When the present message came from the server, before the wire."""
        self._pacer = pacer
        self._wire = wire
        self._open = False
        self._pong_free = 0.0
        self._incoming: deque[tuple[bytes, float]] = deque()
        self._outgoing: deque[tuple[bytes, int | None]] = deque()

    def connect(
        self,
        address: Address,
        name: str,
        on_message: OnMessage,
        own: Address | None,
        tls: bool = False,
    ) -> None:
        """Begin to connect, from `own` if that is given; the welcome comes as a message."""
        self._on_message = on_message
        if tls:
            self.sock = TlsSocket(self.sock)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if own is not None:
            self.sock.bind(own)
        self.sock.setblocking(False)
        if self.sock.connect_ex(address) not in (0, errno.EINPROGRESS):
            raise Refusal(f"cannot reach {address}")
        self._hello = Hello(VERSION, name)
        self._send_when_connected(request(address[0], "/", SUBPROTOCOLS[0]))

    def _send_when_connected(self, data: bytes) -> None:
        def attempt(time: float) -> None:
            try:
                if isinstance(self.sock, TlsSocket):
                    self.sock.shake_hands()
                self.sock.send(data)
            except BlockingIOError:
                self._pacer.at(time + RETRY, attempt)
            except OSError as error:
                if error.errno != errno.ENOTCONN:
                    raise
                self._pacer.at(time + RETRY, attempt)
            else:
                self._pacer.watch(self.sock.fileno(), self._readable)

        attempt(self._pacer.now())

    # out

    def tell(self, message: ClientMessage, number: int | None = None) -> None:
        self._write(masked_frame(Opcode.BINARY, MSGPACK.encode(message), self.key), number)

    def ask(self, make: Callable[[int], ClientMessage]) -> int:
        """Send a message with the next number."""
        self.number += 1
        self.asked[self.number] = 0.0
        self.tell(make(self.number), self.number)
        return self.number

    def act(self, move: Move, seen: int | None = None, el: int | None = None) -> int:
        """Make a move, with what the player claims about it."""
        return self.ask(lambda n: MSGPACK.act(n, move, seen, el))

    def answered(self, number: int) -> float:
        """An answer has come: how long the server had the question, in seconds."""
        return self.read_at - self.asked.pop(number)

    def _write(self, data: bytes, number: int | None = None) -> None:
        if self._wire is None:
            self._leave(data, number)
            return
        self._outgoing.append((data, number))
        self._pacer.at(self._wire.up.arrival(self._pacer.now()), self._leave_next)

    def _leave_next(self, time: float) -> None:
        self._leave(*self._outgoing.popleft())

    def _leave(self, data: bytes, number: int | None) -> None:
        if number is not None:
            self.asked[number] = self._pacer.now()
        if self.sock.send(data) != len(data):
            raise Refusal("the server does not read")

    def pong(self, payload: bytes) -> None:
        """Answer a ping when the player's conduct says so; pongs keep their order."""
        reply = masked_frame(Opcode.PONG, payload, self.key)
        wait = self.conduct.hold_pong()
        if not wait:
            self._write(reply)
            return
        self._pong_free = max(self._pong_free, self._pacer.now() + wait)
        self._pacer.at(self._pong_free, lambda time: self._write(reply))

    # in

    def _readable(self, time: float) -> None:
        try:
            data = self.sock.recv(CHUNK)
        except BlockingIOError:
            return  # over TLS: a part of a record
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
        if not self._open:
            self.rest += data
            if HEAD_END not in self.rest:
                return
            data, self.rest = after_handshake(self.rest), b""
            self._open = True
            self.tell(self._hello)
        for first, payload in self.frames(data):
            if first == PING:
                self.pong(payload)
            elif first == CLOSE:
                raise Refusal(f"the server closed a connection: {payload[2:].decode()}")
            else:
                self._on_message(self, payload, time)
            self._pacer.run_punctual()

    def close(self) -> None:
        self._pacer.forget(self.sock.fileno())
        super().close()
