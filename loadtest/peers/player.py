"""One client of a peer's rig: a plain socket that plays and finds its own plays among those of the room."""

import json
import os
import socket
import time
import urllib.request
from collections import deque

import msgspec

from loadtest.net.raw_websocket import CHUNK, shake_hands
from protocol.frames import Opcode, masked_frame

SEATS = 8
HOST = "127.0.0.1"
_encode = msgspec.msgpack.Encoder().encode
_JOINED, _ROOM_DATA = 10, 13  # Colyseus's own message codes
_PLAY_PREFIX = b"\x0d\xa1p"  # room data, named "p"


class Player:
    """Sends `[0, seat, number, pile]`, hears `[1, seat, number, pile, seq, height, time]` of everybody."""

    def __init__(self, port: int, path: str, seat: int, colyseus: bool) -> None:
        self.seat = seat
        self.due: deque[float] = deque()  # when each play on its way left, or should have
        self._number = 0
        self._prefix = _PLAY_PREFIX if colyseus else b""
        self._key = os.urandom(4)
        self.sock = socket.create_connection((HOST, port), timeout=10)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = shake_hands(self.sock, f"{HOST}:{port}", path)
        if colyseus:
            self._confirm()
        self.sock.setblocking(False)

    def _confirm(self) -> None:
        """A Colyseus client has to answer the greeting before it is of the room."""
        while len(self._rest) < 3 or self._rest[2] != _JOINED:
            self._rest += self.sock.recv(CHUNK)
        self.sock.sendall(masked_frame(Opcode.BINARY, bytes([_JOINED]), self._key))

    def play(self, at: float) -> None:
        self._number += 1
        self.due.append(at)
        play = _encode([0, self.seat, self._number, self._number % SEATS])
        self.sock.send(masked_frame(Opcode.BINARY, self._prefix + play, self._key))

    def answers(self) -> list[float]:
        """Read what is there; the latencies of this player's own plays in it."""
        data = self._rest + self.sock.recv(CHUNK)
        arrived = time.perf_counter()
        mine, self._rest = scan(data, self.seat, len(self._prefix))
        return [arrived - self.due.popleft() for _ in range(mine)]


def scan(data: bytes, seat: int, prefix: int) -> tuple[int, bytes]:
    """How many of the whole frames tell of this seat's plays, and what is left.

    Nothing is decoded: an event is a msgpack array of seven whose second number is the seat.
    """
    start, end, mine = 0, len(data), 0
    where, own = 2 + prefix, bytes((0x97, 1, seat))
    while end - start >= 2 and end - start >= 2 + data[start + 1]:
        assert data[start + 1] < 126, "no rig sends long frames"
        event = start + where
        mine += data[event : event + 3] == own
        start += 2 + data[start + 1]
    return mine, data[start:]


def seat_at_colyseus(port: int, room: int) -> str:
    """Ask for a seat the Colyseus way, and return the path that leads to it."""
    request = urllib.request.Request(
        f"http://{HOST}:{port}/matchmake/joinOrCreate/race",
        data=json.dumps({"k": f"{os.getpid()}-{room}"}).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        seat = json.load(answer)
    return f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}"
