"""The scenarios of `watai bench fairness` in virtual time: the real loop, rooms and referee behind simulated links.

Time jumps from one arrival, key press or deadline to the next: nothing is late, and the same seed gives the same bytes.
What is left out is sockets, Trio and the disk.
"""

import heapq
import struct
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_connection import UnservedChannel
from watai.engine.dice import Dice
from watai.loadtest.fairness.conduct import Conduct
from watai.loadtest.fairness.races.contest import Contest
from watai.loadtest.fairness.races.racer import OnMessage, Racer
from watai.loadtest.fairness.scenario import Scenario
from watai.loadtest.net.netsim import Path, Wire
from watai.loadtest.net.pacer import NEVER, Call, Pacer
from watai.loadtest.net.raw_websocket import Address
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import VERSION, Hello
from watai.protocol.replay import Replay
from watai.server import chance, clock
from watai.server.arbitration.rtt import PING_EVERY_HOT
from watai.server.dispatch.loop import Loop
from watai.server.ops.rtt_probe import take_overdue
from watai.server.settings.limits import Limits
from watai.server.storage.archive import Archive
from watai.server.transport.connection import Connection

LIMITS: Final = Limits(messages_per_second=10_000, burst_messages=10_000)
"""A player here turns the whole Stock at once."""
START: Final = 1_000.0  # seconds
UNIX: Final = 1_800_000_000.0
NOWHERE: Final[Address] = ("", 0)
ABOVE_BEST: Final = 100
"""µs: the shortest round trip that a kernel measures is a little longer than the best that the link can do."""
_tcp_info: Final = struct.Struct("=148xI76xI").pack
"""The shortest round trip in µs, and the client's window in bytes, where Linux has them."""
WINDOW: Final = 64_240


def raced(scenario: Scenario, seed: str = "virtual", to_the_end: bool = False) -> "VirtualContest":
    """A room after so many races as the scenario wants, or when its last game is over and can be verified."""
    pacer = VirtualPacer()
    with clock.simulated(pacer.nanos, lambda: UNIX), chance.simulated(Random(seed).randbytes):
        room = VirtualContest(pacer, scenario, Dice.from_text(seed))
        room.connect(NOWHERE)
        pacer.run(lambda: room.over or not (to_the_end or room.wants_more()))
    pacer.close()
    return room


class VirtualContest(Contest):
    """A room of players whose bytes need no sockets, on a server of its own."""

    def __init__(self, pacer: Pacer, scenario: Scenario, dice: Dice) -> None:
        self.server = VirtualServer(pacer)
        super().__init__(pacer, 0, scenario, dice, True, self.wants_more)

    def wants_more(self) -> bool:
        return len(self.fresh) < self.scenario.races

    def replays(self) -> list[Replay]:
        """The finished games as the archive has them."""
        found = [Archive(self.server.journal).find(game) for game in self.games]
        return [each for each in found if each is not None]

    def _racer(self, seat: int, wired: bool) -> Racer:
        path = self.scenario.lines[seat]
        wire = Wire(path, self.dice.fork(f"wire {seat}"))
        conduct = self.scenario.conducts.get(seat, Conduct)()
        return VirtualRacer(self.pacer, seat, wire, conduct, self.server)


class VirtualPacer(Pacer):
    """Timers only; time jumps from one call to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.time = START

    def now(self) -> float:
        return self.time

    def nanos(self) -> int:
        """The server's clock."""
        return round(self.time * 1e9)

    def run_punctual(self) -> None:
        """A computation takes no time: nothing becomes due meanwhile."""

    def run(self, until: Callable[[], bool], deadline: float = NEVER) -> None:
        while not until():
            first = min(filter(None, (self._punctual, self._queue)), key=lambda queue: queue[0])
            instant, _, call = heapq.heappop(first)
            self.time = max(self.time, instant)
            if call.do is not None:
                call.do(self.time)


class VirtualServer:
    """The real loop, with a pass at each arrival and whenever a room is due."""

    def __init__(self, pacer: Pacer) -> None:
        self.journal = MemoryJournal()
        self._loop = Loop(self.journal, LIMITS)
        self._pacer = pacer
        self._next = Call(0, None)
        self._probe(pacer.now())

    def accept(self, racer: "VirtualRacer", path: Path) -> Connection:
        loop = self._loop
        channel = VirtualChannel(racer, path)
        connection = Connection(channel, LIMITS, loop.receive, loop.flush_later)
        connection.open(MSGPACK)
        loop.opened(connection)
        return connection

    def arrived(self, connection: Connection, data: bytes) -> None:
        connection.reader.take(data, clock.now())
        if connection.reader.error is not None:
            raise connection.reader.error
        self._pass()

    def _pass(self, time: float = 0.0) -> None:
        self._next.cancel()
        self._loop.run_pass()
        due = self._loop.next_pass()
        if due is not None:
            self._next = self._pacer.at(due / 1e9, self._pass)

    def _probe(self, time: float) -> None:
        """As often as the server's own probe, which is a task of Trio."""
        racing = deque(room for room in self._loop.lobby.rooms.values() if room.racing)
        for player in take_overdue(racing, len(racing), clock.now()):
            player.measure_rtt()
        self._pacer.at(time + PING_EVERY_HOT / 1e6, self._probe)


class VirtualChannel(UnservedChannel):
    """The server's end of a link, and what the server's kernel knows about the link."""

    def __init__(self, racer: "VirtualRacer", path: Path) -> None:
        super().__init__()
        self._racer = racer
        self._known = _tcp_info(round(path.rtt * 1_000) + ABOVE_BEST, WINDOW)

    def send(self, data: bytes) -> None:
        self._racer.sent(data)

    def _ask_kernel(self) -> bytes:
        return self._known


class VirtualRacer(Racer):
    """A player between whose wire and the server there is no socket."""

    def __init__(
        self, pacer: Pacer, seat: int, wire: Wire, conduct: Conduct, server: VirtualServer
    ) -> None:
        super().__init__(pacer, seat, wire, conduct)
        self.sock.close()
        self._down = wire.down
        self._server = server
        self._connection = server.accept(self, wire.path)

    def connect(
        self,
        address: Address,
        name: str,
        on_message: OnMessage,
        own: Address | None,
        tls: bool = False,
    ) -> None:
        self._on_message = on_message
        self._open = True
        self.tell(Hello(VERSION, name))

    def sent(self, data: bytes) -> None:
        """The server has written these bytes."""
        now = self._pacer.now()
        self._incoming.append((data, now))
        self._pacer.at(self._down.arrival(now), self._arrive_next)

    def _leave(self, data: bytes, number: int | None) -> None:
        if number is not None:
            self.asked[number] = self._pacer.now()
        self._server.arrived(self._connection, data)
