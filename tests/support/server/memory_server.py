"""A server loop without sockets: the test says which message arrives when."""

import time

from protocol.codec import MSGPACK
from protocol.frames import Lane, Message
from protocol.messages import (
    AddBot,
    ClientMessage,
    Create,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Start,
)
from server.dispatch.loop import House
from server.ops.prometheus import Metrics
from server.rooms.room import Room
from server.settings.limits import Limits
from server.transport.channel import Wire
from server.transport.connection import Connection
from tests.support.server.memory_lobby import MemoryJournal


class MemoryWire(Wire):
    """Keeps what is sent; fails if something is sent before the journal has it."""

    def __init__(self, journal: MemoryJournal) -> None:
        super().__init__("memory", 1 << 20)
        self._journal = journal
        self._lane = Lane(masked=False, max_payload=1 << 20)
        self.writes = 0
        self.told: list[ServerMessage] = []

    async def read(self) -> tuple[bytes, int]:
        raise AssertionError("nobody serves this wire")

    def send(self, data: bytes) -> None:
        assert self._journal.pending == 0, "told before it was journalled"
        self.writes += 1
        for piece in self._lane.receive(data):
            assert isinstance(piece, Message)
            self.told.append(MSGPACK.read_server(piece.payload))

    async def drain(self) -> None:
        raise AssertionError("nobody serves this wire")

    def close(self) -> None:
        self.closed = True

    def _shut_socket(self) -> None:
        raise AssertionError("nobody serves this wire")


class MemoryServer:
    """The loop and connections without tasks: the test says which message arrives when."""

    def __init__(self, journal: MemoryJournal | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.house = House(self.journal, Limits(), Metrics())

    def guest(self, name: str, token: str = "") -> Connection:
        wire = MemoryWire(self.journal)
        connection = Connection(wire, self.house.limits, self.house.receive, self.house.flush_later)
        connection.codec = MSGPACK
        self.house.arrived(connection)
        self.say(connection, Hello(1, name, token), 0)
        self.house.commit()
        return connection

    def say(self, connection: Connection, message: ClientMessage, stamp: int) -> None:
        self.house.receive(connection, message, stamp)

    def now(self, connection: Connection, message: ClientMessage) -> ServerMessage:
        """Send a message in a pass of its own; the answer."""
        self.say(connection, message, time.monotonic_ns())
        self.house.commit()
        return answers(connection)[-1]

    def room(self, connection: Connection, game: str = "wapi") -> Room:
        done = self.now(connection, Create(1, game, 2))
        assert isinstance(done, Done)
        return self.house.lobby.rooms[done.code or ""]

    def game(self, connection: Connection, game: str = "wapi") -> Room:
        room = self.room(connection, game)
        assert isinstance(self.now(connection, AddBot(2)), Done)
        assert isinstance(self.now(connection, Start(3)), Done)
        return room


def told(connection: Connection) -> list[ServerMessage]:
    assert isinstance(connection.wire, MemoryWire)
    return connection.wire.told


def answers(connection: Connection) -> list[ServerMessage]:
    return [each for each in told(connection) if isinstance(each, Done | Refused)]
