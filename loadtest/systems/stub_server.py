"""A stub of the server: answers every turn at once, without rules or journal, to show what the generator can do.

It sends the players of a room the same small event for every play, numbered, in one write each, as the server does.
Started by `watai bench ceiling` as a process of its own.
"""

import select
import socket
from contextlib import suppress
from typing import Final

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.events import GoSaid, Started, Turned
from watai.loadtest.net.raw_client import TURN_BYTES
from watai.loadtest.net.raw_websocket import CHUNK, HEAD_END, frame_at
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import mask
from watai.protocol.messages import (
    Act,
    Create,
    Done,
    Happened,
    Hello,
    Join,
    ServerMessage,
    Start,
    ViewNow,
    Welcome,
)

_WIDE: Final = (
    0x01000000  # numbers from here on take four bytes, so that they fit into a frame made before
)


def _around(message: ServerMessage, number: int) -> tuple[bytes, bytes]:
    """The bytes of a frame before and after a number of four bytes."""
    before, _, after = MSGPACK.frame(message).partition(number.to_bytes(4, "big"))
    return before, after


_N, _SEQ = _WIDE + 1, _WIDE + 2
_DONE, _REST = _around(Done(_N, _SEQ), _N)
_SEQ_OF_DONE = _REST[:-4]  # the number itself ends the frame
_TURNED = _around(Happened(_SEQ, 1, "Turned", Turned(Seat(0), 3, Card("Gr7"), playable=True)), _SEQ)


class StubPeer:
    """One connection."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.data = b""
        self.out: list[bytes] = []
        self.room: StubRoom | None = None
        self.seat = Seat(0)
        self.racing = 0
        """The length of a turn's frame once the race is on; every frame is a turn then."""

    def say(self, message: ServerMessage) -> None:
        self.out.append(MSGPACK.frame(message))

    def send(self, shared: bytes) -> None:
        if self.out or shared:
            with suppress(ConnectionError):
                self.sock.send(b"".join([*self.out, shared]))
            self.out.clear()


class StubRoom:
    """Players who receive the same events."""

    def __init__(self) -> None:
        self.players: list[StubPeer] = []
        self.seq = _WIDE
        self.shared: list[bytes] = []

    def tell(self, event: object) -> None:
        self.seq += 1
        self.shared.append(MSGPACK.frame(Happened(self.seq, self.seq, type(event).__name__, event)))

    def flush(self) -> None:
        shared = b"".join(self.shared)
        self.shared.clear()
        for player in self.players:
            player.send(shared)


class StubServer:
    """All peers, and the loop."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.epoll = select.epoll()
        self.epoll.register(self.listener.fileno(), select.EPOLLIN)
        self.peers: dict[int, StubPeer] = {}
        self.rooms: dict[str, StubRoom] = {}

    def run(self) -> None:
        """Serve until the process is ended."""
        print(f"ws://127.0.0.1:{self.listener.getsockname()[1]}", flush=True)
        while True:
            dirty: dict[StubRoom, None] = {}
            for fd, _ in self.epoll.poll():
                peer = self.peers.get(fd)
                if peer is None:
                    self._welcome()
                elif not (data := _read(peer.sock)):
                    self.epoll.unregister(fd)
                    self._forget(peer)
                elif peer.racing:
                    self._turns(peer, data)
                    dirty[peer.room] = None  # type: ignore[index]
                else:
                    self._read_frames(peer, data)
            for room in dirty:
                room.flush()

    def _welcome(self) -> None:
        sock, _ = self.listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = b""
        while HEAD_END not in head:
            head += sock.recv(4096)
        sock.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        self.peers[sock.fileno()] = StubPeer(sock)
        self.epoll.register(sock.fileno(), select.EPOLLIN)

    def _forget(self, peer: StubPeer) -> None:
        del self.peers[peer.sock.fileno()]
        peer.sock.close()
        if peer.room is not None:
            peer.room.players.remove(peer)

    def _turns(self, peer: StubPeer, data: bytes) -> None:
        """Answer turns; they come whole, because a player has one in flight and its frame is small."""
        room, size = peer.room, peer.racing
        assert room is not None
        for at in range(0, len(data), size):
            shift = (size - 6) % 4
            key = data[at + 2 : at + 6]
            number = int.from_bytes(data[at + size - 4 : at + size], "big")
            number ^= int.from_bytes(key[shift:] + key[:shift], "big")
            room.seq += 1
            seq = room.seq.to_bytes(4, "big")
            peer.out.append(_DONE + number.to_bytes(4, "big") + _SEQ_OF_DONE + seq)
            room.shared.append(_TURNED[0] + seq + _TURNED[1])

    def _read_frames(self, peer: StubPeer, data: bytes) -> None:
        data = peer.data + data
        while len(data) >= 6 and (bounds := frame_at(_unmarked(data), 0)) is not None:
            start, stop = bounds[0] + 4, bounds[1] + 4
            if len(data) < stop:
                break
            self._answer(peer, mask(data[start:stop], data[start - 4 : start]))
            data = data[stop:]
        peer.data = data
        peer.send(b"")

    def _answer(self, peer: StubPeer, payload: bytes) -> None:
        message = MSGPACK.read_client(payload)
        number = getattr(message, "n", 0)
        match message:
            case Hello():
                peer.say(Welcome(1, "", message.name, "stub", "stub", None, _WIDE, []))
                return
            case Create():
                code = str(len(self.rooms))
                self.rooms[code] = StubRoom()
                self._sit(peer, code, 0)
                peer.say(Done(number, code=code))
                return
            case Join():
                self._sit(peer, message.code, message.seat or 0)
            case Start():
                self._start(peer)
            case Act(move="Go"):
                self._go(peer)
        peer.say(Done(number))

    def _sit(self, peer: StubPeer, code: str, seat: int) -> None:
        peer.seat = Seat(seat)
        peer.room = self.rooms[code]
        peer.room.players.append(peer)

    def _start(self, peer: StubPeer) -> None:
        room = peer.room
        assert room is not None
        rules, seats = GAMES["watai"].game, len(room.players)
        options = rules.options_type.parse({"variants": "off"})
        view = rules(options, seats, Dice.from_text("stub")).view(None)
        for player in room.players:
            player.say(ViewNow(room.seq, 1, 0, None, view, [], [], "stub", ""))
            player.send(b"")

    def _go(self, peer: StubPeer) -> None:
        room = peer.room
        assert room is not None
        room.tell(GoSaid(peer.seat, by_server=False, starts=Millis(0)))
        room.tell(Started())
        room.flush()
        for player in room.players:
            player.racing = TURN_BYTES


def _read(sock: socket.socket) -> bytes:
    """What has come; nothing if the player is gone."""
    try:
        return sock.recv(CHUNK)
    except ConnectionError:
        return b""


def _unmarked(data: bytes) -> bytes:
    """The frame with its mask bit cleared, so that `frame_at` can measure it."""
    return data[:1] + bytes((data[1] & 0x7F,)) + data[2:]


if __name__ == "__main__":
    StubServer().run()
