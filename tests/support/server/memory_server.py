"""A loop without sockets: the test says what comes in, and when."""

from collections.abc import Sequence

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_connection import UnservedChannel
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Lane, Message
from watai.protocol.messages import (
    AddBot,
    ClientMessage,
    Create,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Start,
    Welcome,
)
from watai.server import clock
from watai.server.clock import Nanos
from watai.server.dispatch.loop import Loop
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits
from watai.server.transport.connection import Connection


class MemoryChannel(UnservedChannel):
    """Keeps what is sent; nothing may be sent that the journal does not have."""

    def __init__(self, journal: MemoryJournal) -> None:
        super().__init__()
        self._journal = journal
        self._lane = Lane(masked=False, max_payload=1 << 20)
        self.writes = 0
        self.told: list[ServerMessage] = []

    def send(self, data: bytes) -> None:
        early = self._journal.pending and not self._journal.later
        assert not early, "told before it was journalled"
        self.writes += 1
        for piece in self._lane.receive(data):
            assert isinstance(piece, Message)
            self.told.append(MSGPACK.read_server(piece.payload))


class MemoryServer:
    """A loop with connections that nobody serves: the test says what comes in, and when."""

    def __init__(self, journal: MemoryJournal | None = None, limits: Limits | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.loop = Loop(self.journal, limits or Limits())

    def guest(self, name: str, token: str = "", wants: Sequence[str] = ()) -> Connection:
        return self.hello(Hello(1, name, token, list(wants)))

    def hello(self, hello: Hello) -> Connection:
        """A new connection that says this."""
        channel = MemoryChannel(self.journal)
        connection = Connection(channel, self.loop.limits, self.loop.receive, self.loop.flush_later)
        connection.open(MSGPACK)
        self.loop.opened(connection)
        self.say(connection, hello, 0)
        self.loop.run_pass()
        return connection

    def guest_of(self, connection: Connection) -> Guest:
        guest = self.loop.connections[connection]
        assert guest is not None
        return guest

    def say(self, connection: Connection, message: ClientMessage, stamp: int) -> None:
        self.loop.receive(connection, message, Nanos(stamp))

    def now(self, connection: Connection, message: ClientMessage) -> ServerMessage:
        """Say something in a pass of its own; the answer."""
        self.say(connection, message, clock.now())
        self.loop.run_pass()
        return answers(connection)[-1]

    def room(self, connection: Connection, game: str = "wapi") -> Room:
        done = self.now(connection, Create(1, game, 2))
        assert isinstance(done, Done)
        return self.loop.lobby.rooms[done.code or ""]

    def game(self, connection: Connection, game: str = "wapi") -> Room:
        room = self.room(connection, game)
        assert isinstance(self.now(connection, AddBot(2)), Done)
        assert isinstance(self.now(connection, Start(3)), Done)
        return room


def told(connection: Connection) -> list[ServerMessage]:
    assert isinstance(connection.channel, MemoryChannel)
    return connection.channel.told


def welcomed(connection: Connection) -> Welcome:
    """The welcome that a connection got."""
    return next(each for each in told(connection) if isinstance(each, Welcome))


def answers(connection: Connection) -> list[ServerMessage]:
    return [each for each in told(connection) if isinstance(each, Done | Refused)]
