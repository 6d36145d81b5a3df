"""The server's loop. Each pass reads, answers, submits and writes:

    read      connections put decoded messages into the inbox, each with its arrival stamp
    answer    the inbox is sorted by stamp and dispatched; rooms do what is due
    submit    everything that happened goes to the journal in one step
    write     when the journal has stored it, each connection gets its one write

The embedded journal stores while it submits, and the pass ends with its writes. Another journal stores later: the loop goes
on with the next passes, and what each of them tells waits in `unwritten`, in order, until that pass is stored.
Trio shuffles tasks that are ready together, on purpose; so stamps decide the order, never tasks.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final

import trio

from watai.protocol.messages import ClientMessage
from watai.server import clock
from watai.server.clock import MILLISECOND, SECOND, Nanos
from watai.server.counters import Counters
from watai.server.dispatch.dispatcher import Dispatcher
from watai.server.dispatch.due_rooms import DueRooms
from watai.server.dispatch.recovery import drop, recover
from watai.server.dispatch.sizes import sizes
from watai.server.dispatch.standstill import Standstill
from watai.server.dispatch.unwritten import Unwritten
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.login import Login
from watai.server.rooms.room import Room
from watai.server.rooms.sessions import Sessions
from watai.server.settings.limits import Limits
from watai.server.storage.journal import Journal, JournalError
from watai.server.storage.records import Record
from watai.server.transport import closing
from watai.server.transport.connection import Connection, SeenPong
from watai.server.transport.poller import LINGER, Poller

TURN: Final = 2 * MILLISECOND
"""How long passes may follow each other before other tasks (new connections, heartbeats, probes) have their turn."""
BUSY: Final = 8
"""With so many messages in a pass, each waits for others: plays come quicker than they are answered."""
LINGER_NANOS: Final = Nanos(int(LINGER * SECOND))


class Loop:
    """Everything that connections share: guests, rooms, the journal, and the passes that change them."""

    def __init__(
        self,
        journal: Journal,
        limits: Limits,
        moved_to: str = "",
        poller: Poller | None = None,
        behind_proxy: bool = False,
        bot_processes: int = 0,
    ) -> None:
        self.journal = journal
        self.limits = limits
        self.counters = Counters()
        self.poller = poller
        """Reads the plain sockets. Without one, every connection reads for itself."""
        self.sessions = Sessions()
        self.lobby = Lobby(
            journal,
            self.sessions,
            limits,
            self.counters.answered,
            behind_proxy,
            bot_processes,
            self._plan_came,
        )
        self.login = Login(self.sessions, self.lobby, limits, moved_to)
        self.connections = self.login.connections
        self.dispatcher = Dispatcher(self.lobby, self.login)
        self.due_rooms = DueRooms(self.lobby, self.dispatcher.fail)
        self.standstill = Standstill(self.lobby, self.due_rooms, self.closed, self._wake)
        self.addresses: Counter[str] = Counter()
        """How many sockets each address has open."""
        self.accepted = 0
        """Open sockets, from the moment they are accepted."""
        self.unready: str | None = None
        """Why no new guests are to be sent here just now, if they are not."""
        self.messages_answered = 0
        self.serve_until: Nanos | None = None
        """After this instant no pass is run: another server may have this one's rooms."""
        self._inbox: list[tuple[Nanos, Connection, ClientMessage | SeenPong]] = []
        self._flushing: list[Connection] = []
        self._unwritten = Unwritten(self.counters)
        journal.on_stored = self.write_stored
        self._passing = False
        self._wait = trio.CancelScope()
        self._nobody = trio.Event()

    # connections

    def opened(self, connection: Connection) -> None:
        self.connections[connection] = None

    def closed(self, connection: Connection) -> None:
        """A connection has ended; its guest may come back."""
        if self.standstill.lasts:
            self.standstill.closed_meanwhile.append(connection)
            return
        self.login.gone(connection)
        if self.dispatcher.elsewhere is not None:
            self.dispatcher.elsewhere.gone(connection)
        self._wake()
        if not self.connections:
            self._nobody.set()

    async def empty(self) -> None:
        """Wait until nobody is connected."""
        while self.connections:
            self._nobody = trio.Event()
            await self._nobody.wait()

    def receive(
        self, connection: Connection, message: ClientMessage | SeenPong, stamp: Nanos
    ) -> None:
        """Take a message; it is answered in this pass if it was read in one, otherwise in the next."""
        self._inbox.append((stamp, connection, message))
        if not self._passing:
            self._wait.cancel()

    def flush_later(self, connection: Connection) -> None:
        """Write what this connection has queued at the end of the pass."""
        self._flushing.append(connection)
        if not self._passing:
            self._wait.cancel()

    def _wake(self) -> None:
        """Have a pass begin now, unless one is under way."""
        if not self._passing:
            self._wait.cancel()

    def _plan_came(self, room: Room) -> None:
        """A bot of this room has made a plan in another process."""
        self.lobby.dirty[room] = None
        self._wake()

    # passes

    async def run(self) -> None:
        """Run a pass whenever sockets are readable, a message came otherwise, or a room is due."""
        wait = trio.sleep_forever if self.poller is None else self.poller.wait
        try:
            while True:
                try:
                    with trio.CancelScope() as self._wait:
                        set_for: Nanos | None = None
                        while not self.full and not self.standstill.lasts:
                            due = self.next_pass()
                            late = due is not None and due <= clock.now()
                            # to move a deadline costs Trio a little, to let it pass far more
                            if (deadline := None if late else due) != set_for:
                                set_for, self._wait.deadline = deadline, _deadline(deadline)
                            if late:
                                await trio.lowlevel.cancel_shielded_checkpoint()
                            else:
                                await wait()
                            self._run_passes()
                    if self.standstill.lasts:
                        await self.standstill.over()
                    elif self.full:
                        await self._unwritten.progress()
                    self._run_passes()
                except JournalError as error:
                    await self.standstill.outlast(error, self.run_pass)
        finally:
            if self.poller is not None:
                self.poller.close()
                self.poller = None

    def _run_passes(self) -> None:
        """Run passes as long as sockets are or soon become readable, but not for long: then other tasks have their turn.

        On a busy server the next play is there when a pass ends, or within a millisecond. To wait for it through Trio
        would cost a fifth of what a play costs that comes alone.
        """
        until = Nanos(clock.now() + TURN)
        while self.run_pass() and self._readable_before(until):
            pass

    def _readable_before(self, until: Nanos) -> bool:
        """Whether a pass should follow at once. Waits for it only if no room is due and the journal owes nothing meanwhile."""
        now, due = clock.now(), self.due_rooms.timers.first()
        if self.poller is None or now >= until or self.standstill.lasts or self.full:
            return False
        if due is not None and due < until:
            until = due
        owes = self._inbox or self._flushing or self._unwritten
        return self.poller.wait_outside(now + LINGER_NANOS <= until and not owes)

    def next_pass(self) -> Nanos | None:
        """When the next pass is due even if nothing arrives; None if it is due when something does."""
        return clock.now() if self._inbox or self._flushing else self.due_rooms.timers.first()

    def run_pass(self) -> bool:
        """Read every ready socket, answer what came, do what is due, submit, write what is stored.

        Returns whether a socket was ready. Does nothing while too much waits for the journal: peers then wait too, with
        what they have sent.
        """
        if (
            self.full
            or self.standstill.lasts
            or (self.serve_until is not None and clock.now() > self.serve_until)
        ):
            return False
        self._passing = True
        try:
            # Read all pending sockets first: an earlier play may be waiting there.
            found = self.poller is not None and self.poller.read_ready()
            if self._has_work():
                self._answer_and_submit()
        finally:
            self._passing = False
        return found

    def _has_work(self) -> bool:
        """False after pongs and parts of frames: most of what a room sends in which nobody plays just now."""
        if self._inbox or self._flushing or self.lobby.dirty or self.journal.pending:
            return True
        first = self.due_rooms.timers.first()
        return first is not None and first <= self._read_until()

    def _read_until(self) -> Nanos:
        """Everything that arrived by this instant has been read. Rooms do only what is due by then: a move that arrives
        before its deadline may still be unread, and counts however late the loop is."""
        return clock.now() if self.poller is None else self.poller.read_until

    def _answer_and_submit(self) -> None:
        inbox = self._take_inbox()
        self.messages_answered += len(inbox)
        self.lobby.busy = len(inbox) >= BUSY
        dispatch = self.dispatcher.dispatch
        for stamp, connection, message in inbox:
            dispatch(connection, message, stamp)
        senders = len(self._flushing)
        self.due_rooms.tend_all(self._read_until())
        number = self._submit()
        flushing, self._flushing = self._flushing, []
        # a pong has no answer whose latency could be measured
        stamps = [stamp for stamp, _, message in inbox if not isinstance(message, SeenPong)]
        if number > self.journal.stored:
            self._unwritten.add(number, flushing, senders, stamps)
            return
        Connection.flush_all(flushing[:senders])  # the senders of this pass are answered first
        written = clock.now()
        Connection.flush_all(flushing[senders:])
        self.counters.acknowledged(stamps, written)

    @property
    def full(self) -> bool:
        """Whether so much waits for the journal that no pass may begin."""
        return self._unwritten.full

    def write_stored(self) -> None:
        """Write what those passes tell that the journal has stored by now, in order."""
        self._unwritten.write(self.journal.stored)

    def unwritten(self) -> set[Connection]:
        """The connections that are told something by a pass that is not stored yet."""
        return self._unwritten.connections()

    async def settle(self) -> None:
        """Wait until everything is written that the passes so far tell, unless the journal takes too long."""
        with trio.move_on_after(closing.GOODBYE_SECONDS):
            await self._unwritten.settle()

    def _take_inbox(self) -> list[tuple[Nanos, Connection, ClientMessage | SeenPong]]:
        """The messages of this pass in the order of their arrival."""
        inbox, self._inbox = self._inbox, []
        inbox.sort(key=itemgetter(0))  # stable: equal stamps keep the order of reading
        if self.standstill.until is not None and inbox and inbox[0][0] < self.standstill.until:
            inbox = [(max(each[0], self.standstill.until), each[1], each[2]) for each in inbox]
        if self.due_rooms.holding and self.poller is not None:
            # Defer messages stamped after the last read; an earlier one may be unread.
            read = bisect_right(inbox, self.poller.read_until, key=itemgetter(0))
            self._inbox, inbox = inbox[read:], inbox[:read]
        return inbox

    def _submit(self) -> int:
        pending, began = self.journal.pending, clock.now()
        number = self.journal.submit()
        if pending and number <= self.journal.stored:
            self.counters.storing.add(clock.now() - began)
        return number

    # rooms

    def sizes(self) -> Mapping[str, int]:
        """How many entries everything has that could grow; may be called from another thread."""
        return {
            **sizes(self.lobby),
            "addresses": len(self.addresses),
            "inbox": len(self._inbox),
            "closed_meanwhile": len(self.standstill.closed_meanwhile),
            "flushing": len(self._flushing),
            "unwritten": len(self._unwritten),
            "wakes": len(self.due_rooms.timers),
            "scheduled": self.due_rooms.timers.rooms,
            "holding": len(self.due_rooms.holding),
        }

    def restore(self, code: str, history: Sequence[Record]) -> None:
        """Go on with a room that another server has had, between two passes."""
        try:
            room = self.lobby.restore(code, history, clock.now())
        except Exception:
            drop(self.lobby, code)
            raise
        self.lobby.dirty[room] = None
        self.due_rooms.schedule(room)
        self._wake()

    def recover(self) -> int:
        """Bring every room back from the journal; returns how many."""
        for room in recover(self.journal, self.lobby, clock.now()):
            self.due_rooms.schedule(room)
        self.login.recovered(clock.unix())
        return len(self.lobby.rooms)


def _deadline(due: Nanos | None) -> float:
    """An instant on Trio's clock; none at all if it is None."""
    if due is None:
        return float("inf")
    return trio.current_time() + max(0, due - clock.now()) / SECOND
