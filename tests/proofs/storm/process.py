"""One server process without sockets or tasks: the real loop, with the passes, pings and deadlines made by the timeline."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from tests.proofs.storm.journal import StormJournal
from tests.proofs.storm.link import SimulatedChannel, SimulatedLink
from tests.proofs.storm.timeline import Schedule
from tests.proofs.storm.violation import Violation
from watai.protocol.codec import Codec
from watai.protocol.errors import OutOfTurn
from watai.protocol.messages import Chat, ClientMessage
from watai.server import clock
from watai.server.clock import SECOND, Nanos
from watai.server.dispatch.loop import Loop
from watai.server.dispatch.standstill import JOURNAL_PAUSE
from watai.server.ops.heartbeat import beat_seconds, check_connections
from watai.server.ops.rtt_probe import take_overdue
from watai.server.settings.limits import Limits
from watai.server.storage.journal import Journal, JournalError
from watai.server.transport import closing
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection, SeenPong
from watai.server.transport.poller import Poller

PROBE_MS: Final = 250.0
"""Between two rounds of pings to racers: five times as long as on a real server, because most of a world's time is quiet."""


SLOWEST_STORE_MS: Final = 30.0
"""How long a slow journal takes at most to store a pass, unless it fails."""


class SimulatedPoller(Poller):
    """Reads what has arrived by now on every link."""

    def __init__(self) -> None:
        self.read_until = Nanos(0)
        self.ready: dict[SimulatedLink, Connection] = {}

    def read_ready(self) -> bool:
        self.read_until = clock.now()
        ready, self.ready = self.ready, {}
        for link, connection in ready.items():
            while link.inbound:
                data, stamp = link.inbound.popleft()
                connection.reader.take(data, stamp)
                if connection.reader.error is not None:
                    raise Violation("broken", f"bytes broke a connection: {data!r}")
                if not data:
                    connection.end(Ending(1006, "the peer is gone"))
        return bool(ready)


class Process:
    """A server from its start to its death."""

    def __init__(
        self,
        timeline: Schedule,
        journal: Journal,
        limits: Limits,
        after_pass: Callable[[], None],
    ) -> None:
        self.dead = False
        self.passes = 0
        self.lag = 0.0
        """How late a pass begins at most, in ms."""
        self.background = True
        """Whether heartbeats and pings to racers go on."""
        self.links: dict[SimulatedLink, Connection] = {}
        self.accepted = 0
        """How many connections there have been."""
        self.chats = 0
        """How many lines of chat have come."""
        self._timeline = timeline
        self.disk = journal if isinstance(journal, StormJournal) else None
        """The journal, if it is this process' own."""
        self._limits = limits
        self._after_pass = after_pass
        self._poller = SimulatedPoller()
        self.loop = Loop(journal, limits, poller=self._poller)
        journal.on_stored = self._stored
        self._attach()
        self.loop.recover()
        self.recovered_sessions = len(self.loop.sessions)
        self._since = clock.now()
        self._ending: dict[Connection, None] = {}
        self._pass_at: int | None = None
        self._failing_since: int | None = None
        self._storing = False
        self._beat()
        self._probe()
        self.wake()

    def _attach(self) -> None:
        """The loop is there, and has recovered nothing yet."""

    # connections

    def accept(self, link: SimulatedLink, codec: Codec) -> None:
        """A peer has connected, and its handshake is done."""
        loop = self.loop
        link.channel = SimulatedChannel(link, self._limits.outbox_bytes)
        connection = Connection(
            link.channel, self._limits, self._receive, loop.flush_later, self._poller
        )
        connection.open(codec)
        loop.opened(connection)
        self.links[link] = connection
        self.accepted += 1
        deadline = self._limits.handshake_seconds * 1_000
        self._timeline.after(deadline, partial(self._require_hello, connection))

    def _receive(
        self, connection: Connection, message: ClientMessage | SeenPong, stamp: Nanos
    ) -> None:
        self.chats += isinstance(message, Chat)
        self.loop.receive(connection, message, stamp)

    def _require_hello(self, connection: Connection) -> None:
        if not self.dead and not connection.admitted:
            connection.end(OutOfTurn("you did not say hello in time"))
            self.wake()

    def readable(self, link: SimulatedLink) -> None:
        """Bytes have arrived, or the end."""
        connection = self.links.get(link)
        if not self.dead and connection is not None:
            self._poller.ready[link] = connection
            self.wake()

    def _part(self) -> None:
        """What each connection's own task does once it is over: say goodbye, wait a little for the peer, close."""
        for connection in [each for each in self.loop.connections if each.fault is not None]:
            if connection not in self._ending:
                self._ending[connection] = None
                connection.say_goodbye()
                connection.channel.finish()
                patience = closing.GOODBYE_SECONDS * 1_000
                self._timeline.after(patience, partial(self._close, connection))
            if connection.reader.peer_gone.is_set():
                self._close(connection)

    def _close(self, connection: Connection) -> None:
        if self.dead or connection not in self._ending:
            return
        del self._ending[connection]
        connection.channel.close()
        self.links = {link: each for link, each in self.links.items() if each is not connection}
        self.loop.closed(connection)
        self.wake()

    # passes

    def wake(self, at: int | None = None) -> None:
        """Have a pass begin at an instant; without one, as soon as the machine gets round to it."""
        if self._failing_since is not None:
            return  # the next try is planned already
        if at is None:
            lag = self._timeline.rng.uniform(0, self.lag) if self.lag else 0
            at = self._timeline.now + int(lag * 1_000_000)
        if self._pass_at is None or at < self._pass_at:
            self._pass_at = max(at, self._timeline.now)
            self._timeline.at(self._pass_at, self._run_pass)

    def _run_pass(self) -> None:
        if self.dead or self._pass_at is None or self._timeline.now < self._pass_at:
            return  # another pass has done the work
        self._pass_at = None
        if self.loop.full:
            return  # the journal wakes it
        try:
            self.loop.run_pass()
        except JournalError:
            self._try_again()
        else:
            self._failing_since = None
            self.loop.dispatcher.slow_replies.answer_waiting()
            self._after_pass()
        self.passes += 1
        self._plan_store()
        self._part()
        due = self.loop.next_pass() if self._failing_since is None else None
        if due is not None:
            self.wake(due)

    def _plan_store(self) -> None:
        """A slow journal stores one pass after the other, each some time after it was submitted."""
        if self.disk is not None and self.disk.unstored and not self._storing:
            self._storing = True
            self._timeline.between(0.2, SLOWEST_STORE_MS, self._store)

    def _store(self) -> None:
        if self.dead or self.disk is None:
            return
        self._storing = False
        with suppress(JournalError):  # tried again
            self.disk.store()
        self._plan_store()

    def _stored(self) -> None:
        self.loop.write_stored()
        self.wake()

    def _try_again(self) -> None:
        """The journal takes nothing: keep everything, tell nobody, try again for a while, then stop."""
        now = self._timeline.now
        if self._failing_since is None:
            self._failing_since = now
        if now - self._failing_since > self._limits.journal_failing_seconds * SECOND:
            self.dead = True
        else:
            self._pass_at = now + int(JOURNAL_PAUSE * SECOND)
            self._timeline.at(self._pass_at, self._run_pass)

    # in the background

    def _beat(self) -> None:
        if self.dead or not self.background:
            return
        check_connections(self.loop, clock.now(), self._since)
        self._part()
        self._timeline.after(beat_seconds(self._limits) * 1_000, self._beat)

    def _probe(self) -> None:
        if self.dead or not self.background:
            return
        racing = deque(room for room in self.loop.lobby.rooms.values() if room.racing)
        for player in take_overdue(racing, len(racing), clock.now()):
            player.measure_rtt()
        self._timeline.after(PROBE_MS, self._probe)
