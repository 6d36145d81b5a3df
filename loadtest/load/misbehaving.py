"""Peers who misbehave beside a race: they do not read, flood, fall silent, or come twice. Nothing here waits.

Their connections are made before the race, because making one takes longer than a schedule can bear.
"""

import socket
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from typing import ClassVar, Final

from loadtest.load.plan import SECOND, Plan
from loadtest.net.raw_websocket import BINARY, CHUNK, PING, Address, Line, connect, frame_at
from protocol.codec import MSGPACK
from protocol.frames import Opcode, masked_frame
from protocol.messages import VERSION, ClientMessage, Hello, Look, Ping, Watch

KEY: Final = b"\x01\x02\x03\x04"  # masks are against proxies, and there are none here
TEND_NS: Final = 500_000  # between two looks after somebody who is not at it yet
TCP_ESTABLISHED: Final = 1
LIMITS: Final = (
    "outbox_bytes=65536",  # small enough for slow readers to fill in their time
    "send_buffer_bytes=16384",
    "closing_seconds=0.5",  # they notice only when the connection is gone for good
    "connections_per_address=40000",
    "handshake_seconds=600",  # the twins' connections wait for their turn
    "heartbeat_seconds=0.5",
    "silence_seconds=4",  # short enough to see the half-open ones closed in their time
)
"""What the server is told for this: the rest is as for everybody."""


class Nuisance(ABC):
    """So many misbehaving peers, who watch a room if they have come that far."""

    every_ns: ClassVar[int]
    """How often one of them does something."""

    def __init__(self, address: Address, room: str, peers: int) -> None:
        self.peers: list[Pretence] = []
        self.closed = 0
        """How many of them the server has sent away, as far as they noticed."""
        self._next = 0
        self.prepare(address, room, peers)

    @abstractmethod
    def prepare(self, address: Address, room: str, peers: int) -> None:
        """Connect, before the race."""

    @abstractmethod
    def misbehave(self) -> None:
        """One step of it; takes a few µs."""

    def close(self) -> None:
        for peer in self.peers:
            peer.sock.close()

    def step(self, now: int) -> None:
        """Misbehave, if it is time to."""
        if now >= self._next:
            self._next = now + self.every_ns
            with suppress(BlockingIOError):
                self.misbehave()


class Pretence:
    """A connection that behaves until its time has come: it reads, and answers pings."""

    def __init__(self, sock: socket.socket, rest: bytes) -> None:
        self.sock = sock
        self.rest = rest
        self.payloads: list[bytes] = []
        sock.setblocking(False)

    def behave(self) -> None:
        """Read what is there; messages are forgotten at the next time."""
        self.payloads.clear()
        with suppress(BlockingIOError, ConnectionError):
            self.rest += self.sock.recv(CHUNK)
        while (bounds := frame_at(self.rest, 0)) is not None:
            payload = self.rest[bounds[0] : bounds[1]]
            if self.rest[0] == PING:
                with suppress(ConnectionError):
                    self.sock.send(masked_frame(Opcode.PONG, payload, KEY))
            elif self.rest[0] == BINARY:
                self.payloads.append(payload)
            self.rest = self.rest[bounds[1] :]

    def tell(self, message: ClientMessage) -> None:
        self.sock.send(masked_frame(Opcode.BINARY, MSGPACK.encode(message), KEY))


def _watching(
    address: Address, room: str, peers: int, name: str, receive_buffer: int = 0
) -> list[Pretence]:
    made = []
    for number in range(peers):
        line = Line(address, f"{name} {number}", receive_buffer)
        line.ask(lambda n: Watch(n, room))
        made.append(Pretence(line.sock, line.rest))
    return made


class SlowReader(Nuisance):
    """Asks for the whole table again and again, and reads none of it."""

    every_ns = 5_000_000  # two hundred a second between them: under the limit of each

    def prepare(self, address: Address, room: str, peers: int) -> None:
        self.peers = _watching(address, room, peers, "Slow", receive_buffer=4_096)
        self.number = 100  # more than any of them has used

    def misbehave(self) -> None:
        if self.peers:
            self.number += 1
            peer = self.peers[self.number % len(self.peers)]
            try:
                peer.tell(Look(self.number))
            except ConnectionError:
                self.closed += 1
                peer.sock.close()
                self.peers.remove(peer)


class Flooder(Nuisance):
    """Sends far more than anybody may, until it is closed; then the next one does."""

    every_ns = 1_000_000
    BATCH: ClassVar[int] = 20

    def prepare(self, address: Address, room: str, peers: int) -> None:
        self.peers = _watching(address, room, 8 * peers, "Flood")
        self.flood = masked_frame(Opcode.BINARY, MSGPACK.encode(Ping(1)), KEY) * self.BATCH

    def misbehave(self) -> None:
        if not self.peers:
            return
        sock = self.peers[0].sock
        try:
            sock.send(self.flood)
            gone = not sock.recv(CHUNK)
        except ConnectionError:
            gone = True
        if gone:
            self.closed += 1
            self.peers.pop(0).sock.close()


class HalfOpen(Nuisance):
    """Neither reads nor answers a ping nor hangs up, as if its network were gone."""

    every_ns = 100_000_000

    def prepare(self, address: Address, room: str, peers: int) -> None:
        self.peers = _watching(address, room, peers, "Half")

    def misbehave(self) -> None:
        """Nothing at all, but to see how many are given up."""
        self.closed = sum(_given_up(peer.sock) for peer in self.peers)


def _given_up(sock: socket.socket) -> bool:
    """Whether the server has closed this connection, whatever waits unread on it."""
    state: int = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state != TCP_ESTABLISHED


class Twins(Nuisance):
    """One guest on ever new connections, each of which sends the one before away."""

    every_ns = 10_000_000

    def prepare(self, address: Address, room: str, peers: int) -> None:
        line = Line(address, "Twin")
        line.ask(lambda n: Watch(n, room))
        self.token = line.token
        self.peers = [Pretence(*connect(address)) for _ in range(20 * peers)]
        self.peers.append(Pretence(line.sock, line.rest))

    def misbehave(self) -> None:
        if self.token and self.closed < len(self.peers) - 1:
            self.peers[self.closed].tell(Hello(VERSION, "Twin", self.token))
            self.closed += 1
            self.token = ""
        elif self.closed:
            newest = self.peers[self.closed - 1]
            newest.behave()
            for payload in newest.payloads:
                self.token = getattr(MSGPACK.read_server(payload), "token", "") or self.token


KINDS: Final[dict[str, type[Nuisance]]] = {
    "slow-reader": SlowReader,
    "flooder": Flooder,
    "half-open": HalfOpen,
    "twins": Twins,
}


class Nuisances:
    """One kind after the other, with quiet in between: quiet, first, quiet, second, …, quiet."""

    def __init__(self, address: Address, room: str, plan: Plan) -> None:
        self.window_ns = plan.window * SECOND
        self.made: list[Nuisance] = []
        for kind in plan.nuisances:
            self.made.append(KINDS[kind](address, room, plan.peers))
            self.behave_all()
        self._round: deque[tuple[int, Pretence]] = deque(
            (index, peer) for index, nuisance in enumerate(self.made) for peer in nuisance.peers
        )
        self._next = 0

    def behave_all(self) -> None:
        """Keep everybody alive who is not at it yet."""
        for nuisance in self.made:
            for peer in nuisance.peers:
                peer.behave()

    def close(self) -> None:
        for nuisance in self.made:
            nuisance.close()

    def step(self, now: int, since_start: int) -> None:
        """Let whoever's turn it is misbehave, and one of those whose turn is yet to come behave."""
        window = since_start // self.window_ns
        if window % 2 and window // 2 < len(self.made):
            self.made[window // 2].step(now)
        if self._round and now >= self._next:
            self._next = now + TEND_NS
            index, peer = self._round.popleft()
            if window < 2 * index + 1:
                peer.behave()
                self._round.append((index, peer))
