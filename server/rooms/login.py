"""How a connection becomes a guest: hello and welcome, one connection per session, and the sessions in the journal."""

from collections.abc import Collection
from typing import Final

from watai.protocol.errors import Denied, OutOfTurn, WrongVersion
from watai.protocol.messages import FEATURES, VERSION, Hello, Nodes, Welcome
from watai.server import clock
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.names import checked_name
from watai.server.rooms.sessions import NUMBERS, Session, Sessions
from watai.server.settings.limits import Limits
from watai.server.settings.version import SERVER
from watai.server.transport.address_limits import network
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection

TOO_MANY_FROM_THERE: Final = "too many new guests come from your address: try again in a moment"
FULL: Final = "there are too many guests: try again in a moment"

REPLACED: Final = Ending(4001, "you have connected from somewhere else")


class Login:
    """The open connections, and the guest of each."""

    def __init__(
        self,
        sessions: Sessions,
        lobby: Lobby,
        limits: Limits,
        moved_to: str = "",
    ) -> None:
        self.connections: dict[Connection, Guest | None] = {}
        """Every open connection, with its guest from its hello on, until a newer connection of that session replaces it."""
        self.connected = lobby.connected
        """The guests of those connections, by session."""
        self._sessions = sessions
        self._lobby = lobby
        self._limits = limits
        self.moved_to = moved_to
        """The address that new connections are sent to; if empty, they are let in."""
        self.nodes: list[str] = []
        """The addresses at which guests are served if this server is gone."""

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
            name = checked_name(hello.name)
        except Denied as denied:
            connection.end(OutOfTurn(denied.why))
            return
        session = self._sessions.find(hello.token) if hello.token else None
        known = session is not None
        if session is None:
            if (full := self._full(connection)) is not None:
                connection.end(full)
                return
            session = self._sessions.open(name, hello.token)
        self._take_over(session, connection, hello.wants)
        token = self._sessions.rotate(session, clock.unix(), hello.token if known else "")
        if session.player or self._lobby.session_journal.strangers:
            self._lobby.session_journal.write(session)
        n = session.last_number - NUMBERS
        welcome = Welcome(
            VERSION, session.id, session.name, token, SERVER, session.room, n, list(FEATURES)
        )
        connection.queue(connection.codec.frame(welcome))
        if self.nodes:
            connection.queue(connection.codec.frame(Nodes(self.nodes)))

    def tell_nodes(self, nodes: list[str]) -> None:
        """The addresses at which guests are served if this server is gone have changed."""
        self.nodes = nodes
        for guest in self.connected.values():
            guest.queue(guest.codec.frame(Nodes(nodes)))

    def _full(self, connection: Connection) -> Ending | None:
        """Why this connection cannot be a new guest, if it cannot. The longest absent session makes way for a new one."""
        address = network(connection.channel.peer)
        if not self._lobby.address_limits.guests.spend(address, clock.now()):
            return Ending(1013, TOO_MANY_FROM_THERE)
        full = len(self._sessions) >= self._limits.guests
        if full and not self._sessions.forget_longest_absent():
            return Ending(1013, FULL)
        return None

    def _take_over(self, session: Session, connection: Connection, wants: Collection[str]) -> None:
        """Make this the connection of the session, and end an older one."""
        older = self.connected.get(session.id)
        if older is not None:
            self._lobby.lost(older, clock.now())
            session.disconnect(older.meter)
            self.connections[older.connection] = None
            older.connection.end(REPLACED)
        connection.admitted = True
        session.connect(connection.meter)
        self._lobby.update(session)
        guest = Guest(session, connection, wants)
        self.connections[connection] = self.connected[session.id] = guest

    def gone(self, connection: Connection) -> None:
        """A connection is over; its session stays for a while."""
        guest = self.connections.pop(connection, None)
        if guest is not None:
            del self.connected[guest.session.id]
            self._lobby.lost(guest, clock.now())
            guest.session.disconnect(guest.meter)
            if guest.session.room not in self._lobby.rooms:  # another server has it
                guest.session.room = None
            self._lobby.update(guest.session)

    def forget_absent(self, unix: int) -> None:
        """Drop the sessions of guests who have been absent for too long at this unix second."""
        self._sessions.forget_absent(unix, self._limits.guest_days)

    def recovered(self, unix: int) -> None:
        """All sessions and rooms are back from the journal, and nobody is connected yet."""
        for session in list(self._sessions):
            self._lobby.update(session, session.seen)
        self.forget_absent(unix)
        while len(self._sessions) > self._limits.guests:
            if not self._sessions.forget_longest_absent():
                break
        self._lobby.session_journal.write_all()
