"""The desk: whatever a guest says is answered exactly once, and a bug in the answer costs one room and no other."""

import logging

from protocol.errors import Denied, OutOfTurn
from protocol.messages import (
    ClientMessage,
    Done,
    Hello,
    Refused,
    Replay,
    ServerMessage,
)
from server.clock import Nanos
from server.dispatch.handlers.room import respond
from server.dispatch.slow_replies import Errands
from server.rooms.lobby import Lobby
from server.rooms.login import Login
from server.rooms.room import Room
from server.settings.limits import Limits
from server.transport.closing import Ending
from server.transport.connection import Connection, Glimpsed

log = logging.getLogger("watai.desk")


class Desk:
    """Between the guests and the lobby."""

    def __init__(self, lobby: Lobby, guests: Login, errands: Errands, limits: Limits) -> None:
        self._lobby = lobby
        self._guests = guests
        self._errands = errands
        self._limits = limits

    def answer(
        self, connection: Connection, message: ClientMessage | Glimpsed, stamp: Nanos
    ) -> None:
        """Do what a message asks for, and queue its answer. One that was answered before gets the same answer again."""
        if isinstance(message, Hello):
            self._guests.welcome(connection, message)
            return
        session = connection.guest
        if isinstance(message, Glimpsed):
            self._glimpse(connection, message, stamp)
            return
        if session is None:
            connection.end(OutOfTurn("say hello first"))
            return
        if self._guests.connected.get(session.id) is not connection:
            return  # taken over: what it said since does not count
        number: int = message.n  # type: ignore[attr-defined]  # every message but hello has one
        answer = session.answers.get(number)
        # A smaller number than the last may be new: one that was lost on its way, and is said again after a resume.
        if answer is None and number <= session.forgotten:
            answer = _refused(number, "number/old")
        if answer is None and isinstance(message, Replay):
            answer = self._send_for(connection, message)
            if answer is None:
                return
        if answer is None:
            answer = self._decide(connection, message, stamp)
            if answer is None:
                return  # a play: the referee has sent its answer, or will
            if isinstance(answer, Done | Refused):  # lists and replays may be asked for again
                session.remember(number, answer, self._limits.remembered_answers)
            if isinstance(answer, Refused) and answer.code == "room/not_found":
                connection.charge(self._limits.guess_messages, stamp)
        self._lobby.replies.send(connection, answer)

    def _send_for(self, connection: Connection, message: Replay) -> Refused | None:
        """A replay takes too long for a pass."""
        try:
            self._errands.take(connection, message)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)
        return None

    def _glimpse(self, connection: Connection, seen: Glimpsed, stamp: Nanos) -> None:
        if connection.room is None:
            return
        room = self._lobby.room_of(connection)
        try:
            room.seen_proof(connection.session.id, seen.moment, stamp)
        except Exception:
            log.exception("a pong broke the server")
            self.fail(room)

    def _decide(
        self, connection: Connection, message: ClientMessage, stamp: Nanos
    ) -> ServerMessage | None:
        room = connection.room
        try:
            return respond(self._lobby, connection, message, stamp)
        except Exception:  # our bug: this room dies, and only this room
            log.exception("a message broke the server", extra={"said": type(message).__name__})
            if room is not None:
                self.fail(room)
            return _refused(message.n, "server/failed")  # type: ignore[attr-defined]

    def fail(self, room: Room) -> None:
        """Our bug: this room dies, and only this room."""
        for listener in list(room.broadcast):
            if isinstance(listener, Connection):
                listener.room = None
                listener.end(
                    Ending(1011, "this room has failed; its players are free to open another")
                )
        if room.code in self._lobby.rooms:
            self._lobby.close(room)


def _refused(number: int, code: str) -> Refused:
    return Refused(number, code, Denied(code).why)
