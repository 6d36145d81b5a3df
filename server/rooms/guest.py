"""A guest: one connection together with the session it said hello for and the room it is in."""

from collections.abc import Collection

from watai.protocol.errors import ProtocolError
from watai.server.match.broadcast import Shown
from watai.server.rooms.room import Room
from watai.server.rooms.sessions import Session
from watai.server.transport.address_limits import network
from watai.server.transport.connection import Connection


class Guest:
    """What rooms and handlers know of a connection, from its hello on. It is the `Listener` of its room."""

    __slots__ = (
        "address",
        "codec",
        "connection",
        "measure_rtt",
        "meter",
        "name",
        "queue",
        "room",
        "session",
        "shown",
        "wants_keys",
        "wants_views",
    )

    def __init__(
        self, session: Session, connection: Connection, wants: Collection[str] = ()
    ) -> None:
        self.session = session
        self.connection = connection
        self.wants_views = "views" in wants
        self.wants_keys = "keys" in wants
        self.shown: Shown | None = None
        self.room: Room | None = None
        self.name = session.name
        self.address = network(connection.channel.peer)
        self.codec = connection.codec
        self.meter = connection.meter
        self.queue = connection.queue
        self.measure_rtt = connection.measure_rtt

    @property
    def behind(self) -> bool:
        """Whether bytes wait that this peer has not taken."""
        return self.connection.channel.waiting > 0

    def want_pongs(self, wanted: bool) -> None:
        """Have this peer's pongs handed on as proofs of what it has seen, or no longer."""
        self.connection.pongs_wanted = wanted

    def expel(self, why: ProtocolError) -> None:
        """The room is gone: close the connection without a word to that room."""
        self.room = None
        self.connection.end(why)
