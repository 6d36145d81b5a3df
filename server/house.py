"""The house: what came in is decided, journalled and told, pass by pass of the loop.

    read      connections put messages into the inbox, each with its stamp
    commit    the inbox is sorted by stamp and answered; rooms do what is due; one journal commit for all;
              only then does each connection get its one write

Trio shuffles tasks that are ready together, on purpose; so stamps decide the order, never tasks.
"""

import heapq
import logging
import time
from collections import Counter
from collections.abc import Mapping
from itertools import count
from operator import itemgetter

import trio

from protocol.errors import Denied, OutOfTurn, WrongVersion
from protocol.messages import (
    VERSION,
    ClientMessage,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Welcome,
)
from server import records
from server.connection import Connection, Ending
from server.journal import Journal, JournalError
from server.limits import Limits
from server.lobby import Lobby
from server.metrics import Metrics
from server.names import clean_name
from server.room import Room
from server.sessions import Session, Sessions
from server.version import SERVER

JOURNAL_PAUSE = 0.2  # seconds between two tries on a journal that takes nothing
SESSIONS = "sessions"  # the journal's stream of guests; room codes have a dash, so they never clash
log = logging.getLogger("watai.house")


class House:
    """Everything that is shared: guests, rooms, the journal, and the passes that change them."""

    def __init__(self, journal: Journal, limits: Limits, metrics: Metrics) -> None:
        self.journal = journal
        self.limits = limits
        self.metrics = metrics
        self.sessions = Sessions()
        self.lobby = Lobby(journal, self.sessions, limits)
        self.connections: dict[Connection, None] = {}
        self.addresses: Counter[str] = Counter()
        """How many connections each address has."""
        self.journal_fault: str | None = None
        """Why the journal takes nothing, while it does not."""
        self._of_session: dict[str, Connection] = {}
        self._inbox: list[tuple[int, Connection, ClientMessage]] = []
        self._flushing: list[Connection] = []
        self._wakes: list[tuple[int, int, Room]] = []
        self._scheduled: dict[Room, int] = {}
        self.decided = 0
        """How many messages have been answered so far."""
        self._numbers = count()
        self._bell = trio.Event()
        self._nobody = trio.Event()

    # reading

    def receive(self, connection: Connection, message: ClientMessage, stamp: int) -> None:
        """A message has come; it is answered in the next commit."""
        self._inbox.append((stamp, connection, message))
        self._bell.set()

    def flush_later(self, connection: Connection) -> None:
        self._flushing.append(connection)
        self._bell.set()

    def arrived(self, connection: Connection) -> None:
        self.connections[connection] = None

    def gone(self, connection: Connection) -> None:
        """A connection is over; its guest may come back."""
        self.connections.pop(connection, None)
        session = connection.guest
        if session is not None and self._of_session.get(session.id) is connection:
            del self._of_session[session.id]
            self.lobby.lost(connection, time.monotonic_ns())
        self._bell.set()
        if not self.connections:
            self._nobody.set()

    async def empty(self) -> None:
        """Wait until nobody is connected."""
        while self.connections:
            self._nobody = trio.Event()
            await self._nobody.wait()

    # committing

    async def run(self) -> None:
        """Commit whenever there is something to commit."""
        while True:
            wake = self._wakes[0][0] if self._wakes else None
            delay = float("inf") if wake is None else max(0.0, (wake - time.monotonic_ns()) / 1e9)
            with trio.move_on_after(delay):
                await self._bell.wait()
            self._bell = trio.Event()
            try:
                self.commit()
            except JournalError as error:
                await self._wait_for_journal(error)

    async def _wait_for_journal(self, error: JournalError) -> None:
        """Try again for a while. Everything is kept and nobody is told, so nothing is lost if it comes back."""
        log.error("the journal takes nothing", extra={"error": str(error)})
        patience = trio.current_time() + self.limits.journal_seconds
        while trio.current_time() < patience:
            self.journal_fault = str(error)
            await trio.sleep(JOURNAL_PAUSE)
            try:
                self.commit()
            except JournalError as again:
                error = again
            else:
                self.journal_fault = None
                log.warning("the journal is back")
                return
        raise error

    def commit(self) -> None:
        """Decide everything that has come in, journal it, tell it."""
        inbox, self._inbox = self._inbox, []
        inbox.sort(key=itemgetter(0))  # stable: equal stamps keep the order of reading
        self.decided += len(inbox)
        for stamp, connection, message in inbox:
            self._answer(connection, message, stamp)
        now = time.monotonic_ns()
        dirty = self.lobby.dirty
        while self._wakes and self._wakes[0][0] <= now:
            _, _, room = heapq.heappop(self._wakes)
            self._scheduled.pop(room, None)
            dirty[room] = None
        for room in list(dirty):
            self._tend(room, now)
        dirty.clear()
        self._journal_pass()
        flushing, self._flushing = self._flushing, []
        for connection in flushing:
            connection.flush()
        if inbox:
            self.metrics.committed(inbox, time.monotonic_ns())

    def _journal_pass(self) -> None:
        pending, began = self.journal.pending, time.monotonic_ns()
        self.journal.commit()
        if pending:
            self.metrics.commit.add(time.monotonic_ns() - began)

    def _answer(self, connection: Connection, message: ClientMessage, stamp: int) -> None:
        if connection not in self.connections:
            return
        if isinstance(message, Hello):
            self._welcome(connection, message)
            return
        session = connection.guest
        if session is None:
            connection.end(OutOfTurn("say hello first"))
            return
        if self._of_session.get(session.id) is not connection:
            return  # taken over: what it said since does not count
        number: int = message.n  # type: ignore[attr-defined]  # every message but hello has one
        answer = session.answers.get(number)
        # A smaller number than the last may be new: one that was lost on its way, and is said again after a resume.
        if answer is None and number <= session.forgotten:
            answer = Refused(number, "number/old", Denied("number/old").why)
        if answer is None:
            answer = self._decide(connection, message, stamp)
            if isinstance(answer, Done | Refused):  # lists and replays may be asked for again
                session.remember(number, answer, self.limits.remembered_answers)
        self.metrics.answered(answer)
        connection.queue(connection.codec.frame(answer))

    def _decide(self, connection: Connection, message: ClientMessage, stamp: int) -> ServerMessage:
        room = connection.room
        try:
            return self.lobby.answer(connection, message, stamp)
        except Exception:  # our bug: this room dies, and only this room
            log.exception("a message broke the server", extra={"said": type(message).__name__})
            if room is not None:
                self._fail(room)
            number: int = message.n  # type: ignore[attr-defined]
            return Refused(number, "server/failed", Denied("server/failed").why)

    def _tend(self, room: Room, now: int) -> None:
        try:
            self.lobby.tend(room, now)
        except Exception:
            log.exception("a room broke", extra={"room": room.code, "game": room.game})
            self._fail(room)
        self._schedule(room)

    def _fail(self, room: Room) -> None:
        for listener in list(room.audience):
            if isinstance(listener, Connection):
                listener.room = None
                listener.end(
                    Ending(1011, "this room has failed; its players are free to open another")
                )
        if room.code in self.lobby.rooms:
            self.lobby.close(room)

    def _schedule(self, room: Room) -> None:
        wake = room.next_wake() if room.code in self.lobby.rooms else None
        if wake is not None and wake < self._scheduled.get(room, wake + 1):
            self._scheduled[room] = wake
            heapq.heappush(self._wakes, (wake, next(self._numbers), room))

    def sizes(self) -> Mapping[str, int]:
        """How many entries everything has that could grow; may be asked from another thread."""
        rooms, sessions = list(self.lobby.rooms.values()), list(self.sessions)
        return {
            "rooms": len(rooms),
            "sessions": len(sessions),
            "guests": len(self._of_session),
            "answers": sum(len(session.answers) for session in sessions),
            "events": sum(len(room.match.history) for room in rooms if room.match is not None),
            "addresses": len(self.addresses),
            "inbox": len(self._inbox),
            "flushing": len(self._flushing),
            "dirty": len(self.lobby.dirty),
            "wakes": len(self._wakes),
            "scheduled": len(self._scheduled),
        }

    # guests

    def _welcome(self, connection: Connection, hello: Hello) -> None:
        if connection.guest is not None:
            connection.end(OutOfTurn("one hello is enough"))
            return
        if hello.v != VERSION:
            connection.end(WrongVersion(f"this server speaks version {VERSION}, not {hello.v}"))
            return
        try:
            name = clean_name(hello.name, self.limits)
        except Denied as denied:
            connection.end(OutOfTurn(denied.why))
            return
        session = self.sessions.find(hello.token) if hello.token else None
        known = session is not None
        if session is None:
            session = self.sessions.open(name)
        self._take_over(session, connection)
        token = self.sessions.rotate(session, int(time.time()), hello.token if known else "")
        self.journal.append(SESSIONS, session.record())
        last = session.last_number
        welcome = Welcome(VERSION, session.id, session.name, token, SERVER, session.room, last)
        connection.queue(connection.codec.frame(welcome))

    def _take_over(self, session: Session, connection: Connection) -> None:
        """The newest connection of a guest counts; an older one makes way."""
        older = self._of_session.get(session.id)
        if older is not None:
            self.lobby.lost(older, time.monotonic_ns())
            older.end(Ending(4001, "you have connected from somewhere else"))
        connection.guest = session
        self._of_session[session.id] = connection

    # coming back

    def recover(self) -> int:
        """Bring every room back as it was; returns how many."""
        now = time.monotonic_ns()
        streams = self.journal.recover()
        for body in streams.pop(SESSIONS, []):
            self.sessions.restore(body)
        for code, bodies in streams.items():
            try:
                room = self.lobby.restore(code, [records.decode(body) for body in bodies], now)
            except Exception:  # it stays in the journal, for whoever looks into it
                log.exception("a room cannot be recovered", extra={"room": code})
                self.lobby.rooms.pop(code, None)
            else:
                self._schedule(room)
        self.tidy()
        return len(self.lobby.rooms)

    def tidy(self) -> None:
        """Forget guests who are long gone, and write the others down afresh: one record each."""
        oldest = int(time.time()) - self.limits.guest_days * 86_400
        self.sessions.forget_before(oldest, self._of_session)
        self.journal.forget(SESSIONS)
        for session in self.sessions:
            self.journal.append(SESSIONS, session.record())
