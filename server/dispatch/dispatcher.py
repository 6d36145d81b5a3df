"""Each message is handled and answered exactly once; a bug in a handler costs one room and no other."""

import logging
from typing import Final, Protocol

from watai.protocol.errors import Denied, OutOfTurn, TooFast
from watai.protocol.messages import (
    Act,
    ClientMessage,
    Create,
    Done,
    Hello,
    Join,
    Leave,
    Pause,
    Refused,
    Resume,
    ServerMessage,
    Watch,
)
from watai.server.clock import Nanos
from watai.server.dispatch.handlers.room import respond
from watai.server.dispatch.slow_replies import SlowReplies, SlowRequest
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.login import Login
from watai.server.rooms.room import Room
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection, SeenPong

OUT_OF_NUMBERS: Final = "this connection has no number so great; connect again, and go on"
log = logging.getLogger("watai.dispatcher")

RESUMED: Final = 0
"""The number of a `resume` that came with the hello. It has no other, and no message of a client has this one."""
GUESS_MESSAGES: Final = 10
"""Naming a room code that does not exist counts as so many messages, so no client can find rooms by trying codes."""
ENTRY_MESSAGES: Final = 5
"""Entering or leaving a room, or pausing a game, counts as so many: everybody there is told, and the journal keeps it."""


class Elsewhere(Protocol):
    """Where other servers have rooms and guests too: what must be asked there before a message can be answered."""

    def defer(
        self,
        connection: Connection,
        guest: Guest | None,
        message: ClientMessage | SeenPong,
        stamp: Nanos,
    ) -> bool:
        """Whether the message is taken, to be dispatched again later."""

    def gone(self, connection: Connection) -> None:
        """A connection is over."""


class Dispatcher:
    """Between the connections and the lobby."""

    def __init__(self, lobby: Lobby, login: Login) -> None:
        self.slow_replies = SlowReplies(lobby)
        self._lobby = lobby
        self._login = login
        self._connections = login.connections
        self.elsewhere: Elsewhere | None = None

    def dispatch(
        self, connection: Connection, message: ClientMessage | SeenPong, stamp: Nanos
    ) -> None:
        """Do what a message asks for, and queue its answer. A number that was answered before gets the same answer again."""
        if connection not in self._connections:
            return  # it ended after its peer had sent this
        if isinstance(connection.fault, TooFast):
            return  # what came with this in one piece has used up more than there was
        guest = self._connections[connection]
        if self.elsewhere is not None and self.elsewhere.defer(connection, guest, message, stamp):
            return
        if type(message) is not Act:  # most messages are plays
            if isinstance(message, Hello):
                self._login.welcome(connection, message)
                if message.room and self._connections.get(connection) is not None:
                    self.dispatch(connection, resume_of(message), stamp)
                return
            if isinstance(message, SeenPong):
                if guest is not None and guest.room is not None:
                    self._take_proof(guest, message, stamp)
                return
        if guest is None:  # no hello yet; or replaced by a newer connection, and then ended already
            connection.end(OutOfTurn("say hello first"))
            return
        session = guest.session
        number: int = message.n  # type: ignore[attr-defined]  # every message but hello has one
        if number > session.last_number:
            connection.end(Ending(1001, OUT_OF_NUMBERS))
            return
        answer = session.answers.get(number)
        # A number below the last may be new: the message was lost on its way, and is repeated after a resume.
        if answer is None and RESUMED < number <= session.forgotten:
            answer = _refused(number, "number/old")
        if answer is None and type(message) is not Act and isinstance(message, SlowRequest):
            answer = self._ask_slowly(guest, message)
            if answer is None:
                return
        if answer is None:
            answer = self._handle(guest, message, stamp)
            if answer is None:
                return  # a play: the referee has sent its answer, or will
            if _is_final(answer) and number != RESUMED:
                session.remember(number, answer)
            if isinstance(answer, Refused) and answer.code == "room/not_found":
                connection.charge(GUESS_MESSAGES, stamp)
            elif isinstance(message, Create | Join | Leave | Pause | Resume | Watch):
                connection.charge(ENTRY_MESSAGES - 1, stamp)
        self._lobby.replies.send(guest, answer)

    def _ask_slowly(self, guest: Guest, message: SlowRequest) -> Refused | None:
        try:
            self.slow_replies.ask(guest, message)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)
        return None

    def _take_proof(self, guest: Guest, proof: SeenPong, stamp: Nanos) -> None:
        room = self._lobby.room_of(guest)
        try:
            room.seen_proof(guest.session.id, proof.moment, stamp)
        except Exception:
            log.exception("a pong broke the server")
            self.fail(room)

    def _handle(self, guest: Guest, message: ClientMessage, stamp: Nanos) -> ServerMessage | None:
        room = guest.room
        try:
            return respond(self._lobby, guest, message, stamp)
        except Exception:
            log.exception("a message broke the server", extra={"said": type(message).__name__})
            if room is not None:
                self.fail(room)
            return _refused(message.n, "server/failed")  # type: ignore[attr-defined]

    def fail(self, room: Room) -> None:
        """Close a room in which a bug of ours has raised: this room dies, and no other."""
        ending = Ending(1011, "this room has failed; its players are free to open another")
        for listener in list(room.broadcast):
            listener.expel(ending)
        if self._lobby.rooms.get(room.code) is room:
            self._lobby.close(room)


def resume_of(hello: Hello) -> Resume:
    """What a hello asks for that names a room."""
    return Resume(RESUMED, hello.room, hello.seq, hello.match)


def _is_final(answer: ServerMessage) -> bool:
    """Whether a repeated message gets the same answer. Lists and replays may be asked for again; so may what needs a room, once the guest is in it."""
    return isinstance(answer, Done) or (isinstance(answer, Refused) and answer.code != "room/none")


def _refused(number: int, code: str) -> Refused:
    return Refused(number, code, Denied(code).why)
