"""How a connection becomes a guest: hello and welcome, one connection per session, and the sessions in the journal."""

from protocol.errors import Denied, OutOfTurn, WrongVersion
from protocol.messages import VERSION, Hello, Welcome
from server import clock
from server.rooms.guest import Guest
from server.rooms.lobby import Lobby
from server.rooms.names import checked_name
from server.rooms.sessions import Session, Sessions
from server.settings.limits import Limits
from server.settings.version import SERVER
from server.storage.journal import Journal
from server.transport.closing import Ending
from server.transport.connection import Connection

SESSIONS = "sessions"  # the journal's stream of sessions; unlike room codes it has no dash


class Login:
    """The open connections, and the guest of each."""

    def __init__(
        self,
        journal: Journal,
        sessions: Sessions,
        lobby: Lobby,
        limits: Limits,
        moved_to: str = "",
    ) -> None:
        self.connections: dict[Connection, Guest | None] = {}
        """Every open connection, with its guest from its hello on, until a newer connection of that session replaces it."""
        self.connected: dict[str, Guest] = {}
        """The guests of those connections, by session."""
        self._journal = journal
        self._sessions = sessions
        self._lobby = lobby
        self._limits = limits
        self.moved_to = moved_to
        """The address that new connections are sent to; if empty, they are let in."""

    def welcome(self, connection: Connection, hello: Hello) -> None:
        """Answer a hello with a welcome, or end the connection."""
        if connection.admitted:
            connection.end(OutOfTurn("one hello is enough"))
            return
        if hello.v != VERSION:
            connection.end(WrongVersion(f"this server speaks version {VERSION}, not {hello.v}"))
            return
        if self.moved_to:
            connection.end(Ending(1001, "this server has moved", self.moved_to))
            return
        try:
            name = checked_name(hello.name, self._limits)
        except Denied as denied:
            connection.end(OutOfTurn(denied.why))
            return
        session = self._sessions.find(hello.token) if hello.token else None
        known = session is not None
        if session is None:
            session = self._sessions.open(name)
        self._take_over(session, connection)
        token = self._sessions.rotate(session, clock.unix(), hello.token if known else "")
        self._journal.append(SESSIONS, session.record())
        last = session.last_number
        welcome = Welcome(VERSION, session.id, session.name, token, SERVER, session.room, last)
        connection.queue(connection.codec.frame(welcome))

    def _take_over(self, session: Session, connection: Connection) -> None:
        """Make this the connection of the session, and end an older one."""
        older = self.connected.get(session.id)
        if older is not None:
            self._lobby.lost(older, clock.now())
            self.connections[older.connection] = None
            older.connection.end(Ending(4001, "you have connected from somewhere else"))
        connection.admitted = True
        session.measured_by(connection.meter)
        guest = Guest(session, connection)
        self.connections[connection] = self.connected[session.id] = guest

    def gone(self, connection: Connection) -> None:
        """A connection is over; its session stays."""
        guest = self.connections.pop(connection, None)
        if guest is not None:
            del self.connected[guest.session.id]
            self._lobby.lost(guest, clock.now())

    def tidy(self) -> None:
        """Drop sessions that are too old, and write one record for each of the others."""
        oldest = clock.unix() - self._limits.guest_days * 86_400
        self._sessions.forget_before(oldest, self.connected)
        self._journal.forget(SESSIONS)
        for session in self._sessions:
            self._journal.append(SESSIONS, session.record())
