"""What the server counts while it runs: plain numbers that any package may add to. `watai.server.ops.prometheus` shows them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from watai.protocol.errors import ProtocolError
from watai.protocol.messages import Refused, ServerMessage
from watai.server.clock import SECOND, Nanos

ACK = (
    *(0.00005, 0.0001, 0.00015, 0.0002, 0.00025, 0.0003, 0.0004, 0.0005, 0.00075),
    *(0.001, 0.0015, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0),
)
STORING = (0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.005, 0.02, 0.1, 1.0)
LAG = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)
"""Upper bounds of the histograms' buckets, in seconds."""


class Histogram:
    """Durations in nanoseconds; adding one costs a bisection and two additions."""

    __slots__ = ("_bounds", "counts", "last", "seconds", "sum")

    def __init__(self, seconds: Sequence[float]) -> None:
        self.seconds = seconds
        self.counts = [0] * (len(seconds) + 1)
        """By bucket; the last one is for durations above every bound."""
        self.sum = 0
        self.last = 0
        self._bounds = [int(each * SECOND) for each in seconds]

    def add(self, nanos: int) -> None:
        self.counts[bisect_left(self._bounds, nanos)] += 1
        self.sum += nanos
        self.last = nanos


class Counters:
    """The counts of one server process since it started."""

    def __init__(self) -> None:
        self.intents: Counter[str] = Counter()
        """Intents answered, by `done` or the code of the refusal."""
        self.closed: Counter[tuple[str, str]] = Counter()
        """Connections ended, by close code and kind of fault."""
        self.turned_away: Counter[str] = Counter()
        """Connections not accepted, by the limit that forbade them."""
        self.handshakes_failed: Counter[tuple[str, str]] = Counter()
        """Handshakes without success, by stage (tls, request, hello) and why (timeout, broken, refused, evicted)."""
        self.pages: Counter[int] = Counter()
        """Requests for pages, by the status of the answer; counted when their connection ends."""
        self.ack = Histogram(ACK)
        self.storing = Histogram(STORING)
        self.loop_lag = Histogram(LAG)
        self.maintenance_failures = 0
        self.probe_ticks_left_out = 0
        """Ticks without pings, because the server was busy with plays."""
        self.longest_collections: Mapping[str, float] = {}
        """The longest garbage collection by kind, in seconds of processor time."""
        self.tasks = 0
        """Trio's tasks, when they were last counted."""

    def answered(self, answer: ServerMessage) -> None:
        self.intents[answer.code if isinstance(answer, Refused) else "done"] += 1

    def acknowledged(self, stamps: Iterable[Nanos], now: Nanos) -> None:
        """The answers to messages with these arrival stamps were written just now."""
        for stamp in stamps:
            self.ack.add(now - stamp)

    def ended(self, fault: ProtocolError) -> None:
        """A connection ended for this reason."""
        self.closed[str(fault.close_code), type(fault).__name__] += 1
