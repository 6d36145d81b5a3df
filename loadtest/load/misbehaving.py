"""Peers that misbehave beside a race: they do not read, flood, fall silent, or connect again and again.

Nothing here waits: the generator's loop calls `step` between plays. Connections are made before the race, because
making one takes longer than a schedule allows.
"""

from collections import deque
from typing import ClassVar, Final

from watai.loadtest.load.abuses import (
    BotsForNobody,
    EmptyRooms,
    HelloAndClose,
    IdleHandshakes,
    Listers,
    Lookers,
    Nobody,
    RevolvingDoor,
    SlowHandshakes,
)
from watai.loadtest.load.misbehaving_group import MisbehavingGroup, MisbehavingPeer, given_up
from watai.loadtest.load.plan import SECOND, Plan
from watai.loadtest.net.messages import read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import CHUNK, Address, connect
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import SUBPROTOCOLS, VERSION, Hello, Look, Ping, Watch

BEHAVE_NS: Final = 500_000  # between two reads for peers whose turn has not come
LIMITS: Final = (
    "outbox_bytes=65536",  # small enough for slow readers to fill in their time
    "send_buffer_bytes=16384",
    "connections_per_address=40000",
    "new_guests_per_address=1000000",  # everybody comes from one address here
    "new_rooms_per_address=1000000",
    "wrong_codes_per_address=1000000",
    "handshake_seconds=600",  # the twins' connections wait for their turn
    "silence_seconds=4",  # short enough to see the half-open ones closed in their time
)
"""The limits that the server gets for this; the others stay as they are."""


def _spectators(
    address: Address, room: str, peers: int, name: str, receive_buffer: int = 0
) -> list[MisbehavingPeer]:
    """Peers that watch the room."""
    made = []
    for number in range(peers):
        client = RawClient(address, f"{name} {number}", receive_buffer)
        client.ask(lambda n: Watch(n, room))
        made.append(MisbehavingPeer(client.sock, client.rest))
    return made


class SlowReader(MisbehavingGroup):
    """Each peer asks for the whole table again and again, and reads none of it."""

    every_ns = 5_000_000  # two hundred a second between them: under the limit of each

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        self.number = 100  # more than any of them has used
        return _spectators(address, room, peers, "Slow", receive_buffer=4_096)

    def misbehave(self) -> None:
        if self.peers:
            self.number += 1
            peer = self.peers[self.number % len(self.peers)]
            try:
                peer.tell(Look(self.number))
            except ConnectionError:
                self.closed += 1
                peer.close()
                self.peers.remove(peer)


class Flooder(MisbehavingGroup):
    """One peer sends far more than the limit until the server closes it; then the next one does."""

    every_ns = 1_000_000
    BATCH: ClassVar[int] = 20

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        made = _spectators(address, room, 8 * peers, "Flood")
        self.flood = masked_frame(Opcode.BINARY, MSGPACK.encode(Ping(1)), bytes(4)) * self.BATCH
        return made

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
            self.peers.pop(0).close()


class HalfOpen(MisbehavingGroup):
    """Each peer neither reads nor answers pings nor closes, as if its network were gone."""

    every_ns = 100_000_000

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        return _spectators(address, room, peers, "Half")

    def misbehave(self) -> None:
        """Do nothing but count the connections that the server gave up."""
        self.closed = sum(given_up(peer.sock) for peer in self.peers)


class Twins(MisbehavingGroup):
    """One guest says hello on ever new connections; the server closes the one before each time."""

    every_ns = 10_000_000

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        client = RawClient(address, "Twin")
        client.ask(lambda n: Watch(n, room))
        self.token = client.token
        twins = [
            MisbehavingPeer(*connect(address, "/", SUBPROTOCOLS[0])) for _ in range(20 * peers)
        ]
        return [*twins, MisbehavingPeer(client.sock, client.rest)]

    def misbehave(self) -> None:
        if self.token and self.closed < len(self.peers) - 1:
            self.peers[self.closed].tell(Hello(VERSION, "Twin", self.token))
            self.closed += 1
            self.token = ""
        elif self.closed:
            for payload in self.peers[self.closed - 1].behave():
                self.token = read_message(payload).get("token") or self.token


KINDS: Final[dict[str, type[MisbehavingGroup]]] = {
    "nobody": Nobody,
    "slow-reader": SlowReader,
    "flooder": Flooder,
    "half-open": HalfOpen,
    "twins": Twins,
    "hello-and-close": HelloAndClose,
    "revolving-door": RevolvingDoor,
    "look": Lookers,
    "list": Listers,
    "empty-rooms": EmptyRooms,
    "bots-for-nobody": BotsForNobody,
    "idle-handshakes": IdleHandshakes,
    "slow-handshakes": SlowHandshakes,
}


class MisbehavingPeers:
    """One kind after the other, with quiet in between: quiet, first, quiet, second, …, quiet."""

    def __init__(self, address: Address, room: str, plan: Plan) -> None:
        self.window_ns = plan.window * SECOND
        self.groups: list[MisbehavingGroup] = []
        for kind in plan.misbehaving:
            self.groups.append(KINDS[kind](address, room, plan.peers))
            for group in self.groups:  # connecting the next kind takes long enough to miss pings
                for peer in group.peers:
                    peer.behave()
        self._behaving: deque[tuple[int, MisbehavingPeer]] = deque(
            (index, peer) for index, group in enumerate(self.groups) for peer in group.peers
        )
        self._next = 0

    def close(self) -> None:
        for group in self.groups:
            group.close()

    def step(self, now: int, since_start: int) -> None:
        """Let the group whose turn it is misbehave, and one peer whose turn is yet to come behave."""
        window = since_start // self.window_ns
        if window % 2 and window // 2 < len(self.groups):
            self.groups[window // 2].step(now)
        if self._behaving and now >= self._next:
            self._next = now + BEHAVE_NS
            index, peer = self._behaving.popleft()
            if window < 2 * index + 1:
                peer.behave()
                self._behaving.append((index, peer))
