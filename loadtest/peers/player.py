"""One client of a peer's rig: plays, and finds its own plays among those of the room."""

import os
import socket
import urllib.request
from collections import deque

import msgpack  # type: ignore[import-untyped]  # it has no stubs
import orjson

from watai.loadtest.net.raw_websocket import CHUNK, PING, RawWebSocket

SEATS = 8
HOST = "127.0.0.1"
_JOINED, _ROOM_DATA = 10, 13  # Colyseus's own message codes
_PLAY_PREFIX = b"\x0d\xa1p"  # room data, named "p"


class RigPlayer(RawWebSocket):
    """Sends `[0, seat, number, pile]`, receives `[1, seat, number, pile, seq, height, time]` of all players."""

    def __init__(self, sock: socket.socket, rest: bytes, seat: int, colyseus: bool = False) -> None:
        super().__init__(sock, rest)
        self.seat = seat
        self.due: deque[float] = deque()  # when each play on its way left, or should have
        self._number = 0
        self._prefix = _PLAY_PREFIX if colyseus else b""
        if colyseus:
            self._confirm()
        self.sock.setblocking(False)

    def _confirm(self) -> None:
        """A Colyseus client joins its room by answering the greeting."""
        while len(self.rest) < 3 or self.rest[2] != _JOINED:
            self.rest += self.sock.recv(CHUNK)
        self.send(bytes([_JOINED]))

    def play(self, at: float) -> None:
        self._number += 1
        self.due.append(at)
        play: bytes = msgpack.packb([0, self.seat, self._number, self._number % SEATS])
        self.send(self._prefix + play)

    def answers(self) -> list[float]:
        """Read what is there; returns when each of this player's own plays in it left, or should have.

        Pings are answered: Colyseus closes whoever leaves three of them without an answer.
        """
        data = self.rest + self.sock.recv(CHUNK)
        mine, self.rest, pings = scan(data, self.seat, len(self._prefix))
        for payload in pings:
            self.pong(payload)
        return [self.due.popleft() for _ in range(mine)]


def scan(data: bytes, seat: int, prefix: int) -> tuple[int, bytes, list[bytes]]:
    """How many of the whole frames are about this seat's plays, the bytes left, and what pings contain.

    Nothing is decoded: an event is a msgpack array of seven whose second number is the seat.
    """
    start, end, mine = 0, len(data), 0
    where, own = 2 + prefix, bytes((0x97, 1, seat))
    pings: list[bytes] = []
    while end - start >= 2 and end - start >= 2 + data[start + 1]:
        assert data[start + 1] < 126, "no rig sends long frames"
        event = start + where
        mine += data[event : event + 3] == own
        stop = start + 2 + data[start + 1]
        if data[start] == PING:
            pings.append(data[start + 2 : stop])
        start = stop
    return mine, data[start:], pings


def seat_at_colyseus(port: int, room: int) -> str:
    """Ask Colyseus for a seat; returns the path to connect to."""
    request = urllib.request.Request(
        f"http://{HOST}:{port}/matchmake/joinOrCreate/race",
        data=orjson.dumps({"k": f"{os.getpid()}-{room}"}),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        seat = orjson.loads(answer.read())
    return f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}"
