"""The house: what came in is decided, journalled and told, pass by pass of the loop.

    read      connections put messages into the inbox, each with its stamp
    commit    the inbox is sorted by stamp and answered; rooms do what is due; one journal commit for all;
              only then does each connection get its one write

Trio shuffles tasks that are ready together, on purpose; so stamps decide the order, never tasks.
"""

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter

import trio

from protocol.messages import ClientMessage
from server import clock
from server.clock import Nanos
from server.dispatch.dispatcher import Desk
from server.dispatch.slow_replies import Errands
from server.dispatch.timers import Wakes
from server.ops.prometheus import Metrics
from server.rooms.lobby import Lobby
from server.rooms.login import SESSIONS, Login
from server.rooms.room import Room
from server.rooms.sessions import Sessions
from server.settings.limits import Limits
from server.storage import records
from server.storage.journal import Journal, JournalError
from server.transport.connection import Connection, Glimpsed
from server.transport.poller import Ears

JOURNAL_PAUSE = 0.2  # seconds between two tries on a journal that takes nothing
log = logging.getLogger("watai.house")


class House:
    """Everything that is shared: guests, rooms, the journal, and the passes that change them."""

    def __init__(
        self, journal: Journal, limits: Limits, metrics: Metrics, moved_to: str = ""
    ) -> None:
        self.journal = journal
        self.limits = limits
        self.metrics = metrics
        self.sessions = Sessions()
        self.lobby = Lobby(journal, self.sessions, limits, metrics.answered)
        self.guests = Login(journal, self.sessions, self.lobby, limits, moved_to)
        self.errands = Errands(self.lobby, limits.errands)
        self.desk = Desk(self.lobby, self.guests, self.errands, limits)
        self.connections: dict[Connection, None] = {}
        self.addresses: Counter[str] = Counter()
        """How many connections each address has."""
        self.journal_fault: str | None = None
        """Why the journal takes nothing, while it does not."""
        self._inbox: list[tuple[Nanos, Connection, ClientMessage | Glimpsed]] = []
        self._flushing: list[Connection] = []
        self._wakes = Wakes()
        self.ears: Ears | None = None
        """What reads most connections, if there is such a thing: how far it has read is as far as races are decided."""
        self._holding: dict[Room, None] = {}
        """Rooms in which somebody's move waits for others."""
        self.decided = 0
        """How many messages have been answered so far."""
        self._bell = trio.Event()
        self._nap = trio.CancelScope()
        self._passing = False
        self._nobody = trio.Event()

    # reading

    def receive(
        self, connection: Connection, message: ClientMessage | Glimpsed, stamp: int
    ) -> None:
        """A message has come; it is answered in the next commit."""
        self._inbox.append((Nanos(stamp), connection, message))
        self._ring()

    def flush_later(self, connection: Connection) -> None:
        self._flushing.append(connection)
        self._ring()

    def _ring(self) -> None:
        """Ask for a pass, unless one has begun."""
        if not self._passing:
            self._bell.set()

    def listen(self) -> None:
        """Messages come in one after the other; `decide` follows."""
        self._passing = True

    def decide(self) -> None:
        """All that had come has been read."""
        self._passing = False
        if not self._inbox and not self._flushing:
            return  # pongs and halves of frames: most of what comes from a table where nobody plays just now
        if self.journal_fault is None:
            try:
                self.commit()
            except JournalError:
                self._bell.set()  # tried again there, and waited for
        self._nap.deadline = self._wake_time()

    def arrived(self, connection: Connection) -> None:
        self.connections[connection] = None

    def gone(self, connection: Connection) -> None:
        """A connection is over; its guest may come back."""
        self.connections.pop(connection, None)
        self.guests.gone(connection)
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
            with trio.CancelScope(deadline=self._wake_time()) as self._nap:
                await self._bell.wait()
            self._bell = trio.Event()
            if self._holding and self.ears is not None:
                self.listen()  # no race is decided over the head of a play that is here already
                self.ears.hear()
            try:
                self.commit()
            except JournalError as error:
                await self._wait_for_journal(error)

    def _wake_time(self) -> float:
        """When a room is to be tended even if nobody says anything, on Trio's clock."""
        first = self._wakes.first()
        if first is None:
            return float("inf")
        return trio.current_time() + max(0, first - clock.now()) / 1e9

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
        self._passing = True
        try:
            self._commit()
        finally:
            self._passing = False
        if self._inbox or self._flushing:
            self._bell.set()

    def _commit(self) -> None:
        inbox, self._inbox = self._inbox, []
        inbox.sort(key=itemgetter(0))  # stable: equal stamps keep the order of reading
        if self._holding and self.ears is not None:
            # somebody who was before the rest of these may not have been heard yet
            heard = bisect_right(inbox, self.ears.until, key=itemgetter(0))
            self._inbox, inbox = inbox[heard:], inbox[:heard]
        self.decided += len(inbox)
        answer = self.desk.answer
        for stamp, connection, message in inbox:
            if connection in self.connections:
                answer(connection, message, stamp)
        answered = len(self._flushing)
        now = clock.now()
        dirty = self.lobby.dirty
        for room in self._wakes.take(now):
            dirty[room] = None
        for room in list(dirty):
            self._tend(room, now)
        dirty.clear()
        self._journal_pass()
        flushing, self._flushing = self._flushing, []
        for connection in flushing[:answered]:  # whoever spoke hears first
            connection.flush()
        told = clock.now()
        for connection in flushing[answered:]:
            connection.flush()
        # a pong has no answer whose latency could be told
        self.metrics.committed(
            [stamp for stamp, _, message in inbox if not isinstance(message, Glimpsed)], told
        )

    def _journal_pass(self) -> None:
        pending, began = self.journal.pending, clock.now()
        self.journal.commit()
        if pending:
            self.metrics.commit.add(clock.now() - began)

    def _tend(self, room: Room, now: Nanos) -> None:
        if room.holding and self.ears is not None:
            now = Nanos(self.ears.until)
        try:
            self.lobby.tend(room, now)
        except Exception:
            log.exception("a room broke", extra={"room": room.code, "game": room.game})
            self.desk.fail(room)
        self._schedule(room)

    def _schedule(self, room: Room) -> None:
        here = room.code in self.lobby.rooms
        if here and room.holding:
            self._holding[room] = None
        elif self._holding:
            self._holding.pop(room, None)
        wake = room.next_due() if here else None
        if wake is not None:
            self._wakes.plan(room, wake)

    def sizes(self) -> Mapping[str, int]:
        """How many entries everything has that could grow; may be asked from another thread."""
        rooms, sessions = list(self.lobby.rooms.values()), list(self.sessions)
        return {
            "rooms": len(rooms),
            "sessions": len(sessions),
            "guests": len(self.guests.connected),
            "answers": sum(len(session.answers) for session in sessions),
            "events": sum(len(room.match.history) for room in rooms if room.match is not None),
            "records": sum(room.runner.records for room in rooms if room.runner is not None),
            "addresses": len(self.addresses),
            "inbox": len(self._inbox),
            "flushing": len(self._flushing),
            "dirty": len(self.lobby.dirty),
            "wakes": len(self._wakes),
            "scheduled": self._wakes.rooms,
            "holding": len(self._holding),
        }

    # coming back

    def recover(self) -> int:
        """Bring every room back as it was; returns how many."""
        now = clock.now()
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
        self.guests.tidy()
        return len(self.lobby.rooms)
