"""What an operator can see: counts, latencies and the size of everything that grows.

The loop only adds to plain numbers; they become Prometheus families when somebody looks, in the thread that looks.
That thread reads beside the loop: each figure is right, but two of them may be a pass apart.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from protocol.errors import ProtocolError
from protocol.messages import Refused, ServerMessage
from server.match.race_counts import BEATEN, LATE, LATE_BEATEN, STOOD

if TYPE_CHECKING:
    from server.dispatch.loop import House

NANOS = 1_000_000_000
ACK = (
    *(0.00005, 0.0001, 0.00015, 0.0002, 0.00025, 0.0003, 0.0004, 0.0005, 0.00075),
    *(0.001, 0.0015, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0),
)
COMMIT = (0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.005, 0.02, 0.1, 1.0)
LAG = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)


class Spans:
    """A histogram of times in nanoseconds; adding one costs a bisection and three additions."""

    __slots__ = ("_bounds", "_counts", "_seconds", "last", "sum")

    def __init__(self, seconds: Sequence[float]) -> None:
        self._seconds = seconds
        self._bounds = [int(each * NANOS) for each in seconds]
        self._counts = [0] * (len(seconds) + 1)
        self.sum = 0
        self.last = 0

    def add(self, nanos: int) -> None:
        self._counts[bisect_left(self._bounds, nanos)] += 1
        self.sum += nanos
        self.last = nanos

    def family(self, name: str, what: str) -> Metric:
        counts = accumulate(self._counts)
        heads = [*map(str, self._seconds), "+Inf"]
        family = HistogramMetricFamily(name, what)
        family.add_metric([], list(zip(heads, map(float, counts), strict=True)), self.sum / NANOS)
        return family


class Metrics(Collector):
    """The server's own numbers and its own registry; nothing global."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.intents: Counter[str] = Counter()
        self.closed: Counter[tuple[str, str]] = Counter()
        self.turned_away: Counter[str] = Counter()
        self.ack = Spans(ACK)
        self.commit = Spans(COMMIT)
        self.loop_lag = Spans(LAG)
        self.maintenance_failures = 0
        self._house: House | None = None
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    # the hot path

    def answered(self, answer: ServerMessage) -> None:
        self.intents[answer.code if isinstance(answer, Refused) else "done"] += 1

    def committed(self, stamps: Iterable[int], now: int) -> None:
        """A pass is told: how long each of its messages waited since it arrived in the kernel."""
        for stamp in stamps:
            self.ack.add(now - stamp)

    # what happens less often

    def ended(self, fault: ProtocolError) -> None:
        """A connection was closed by us, or for it."""
        self.closed[str(fault.close_code), type(fault).__name__] += 1

    # looking

    def watch(self, house: "House") -> None:
        """From now on, whoever looks sees this house."""
        self._house = house
        self.registry.register(self)

    def describe(self) -> Iterable[Metric]:
        return ()  # or registering would already look

    def collect(self) -> Iterator[Metric]:
        house = self._house
        assert house is not None
        yield from self._counted()
        yield from _rooms(house)
        yield from _races(house)
        yield from _connections(house)
        yield from _journal(house)
        yield _sizes(house)

    def _counted(self) -> Iterator[Metric]:
        intents = CounterMetricFamily("watai_intents", "Intents answered", labels=["outcome"])
        for outcome, count in list(self.intents.items()):
            intents.add_metric([outcome], count)
        yield intents
        closed = CounterMetricFamily(
            "watai_connections_closed", "Connections ended", labels=["code", "fault"]
        )
        for labels, count in list(self.closed.items()):
            closed.add_metric(labels, count)
        yield closed
        turned_away = CounterMetricFamily(
            "watai_connections_turned_away", "Connections not accepted", labels=["limit"]
        )
        for limit, count in list(self.turned_away.items()):
            turned_away.add_metric([limit], count)
        yield turned_away
        yield self.ack.family("watai_ack_seconds", "From a message's arrival to its answer")
        yield self.loop_lag.family("watai_loop_lag_seconds", "How late the loop woke a timer")
        yield self.commit.family("watai_journal_commit_seconds", "A commit that wrote something")
        yield gauge("watai_journal_last_commit_seconds", "The last one", self.commit.last / NANOS)
        yield CounterMetricFamily(
            "watai_journal_maintenance_failures",
            "Checkpoints and clearings that failed",
            self.maintenance_failures,
        )


def gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value)


def _rooms(house: "House") -> Iterator[Metric]:
    rooms = list(house.lobby.rooms.values())
    family = GaugeMetricFamily("watai_rooms", "Rooms open", labels=["game", "status"])
    for labels, count in Counter((room.game, room.status) for room in rooms).items():
        family.add_metric(labels, count)
    yield family
    players = sum(each is not None for room in rooms for each in room.broadcast.players)
    yield gauge("watai_players", "Players at a table, connected", players)
    watchers = sum(len(room.broadcast.watchers) for room in rooms)
    yield gauge("watai_spectators", "Spectators", watchers)


def _races(house: "House") -> Iterator[Metric]:
    counts = house.lobby.race_counts
    races = CounterMetricFamily("watai_races", "Races decided", labels=["held"])
    for held in (False, True):
        races.add_metric(["yes" if held else "no"], counts.races[held])
    yield races
    plays = CounterMetricFamily("watai_race_plays", "Plays in races", labels=["outcome"])
    for outcome in (STOOD, BEATEN, LATE, LATE_BEATEN):
        plays.add_metric([outcome], counts.plays[outcome])
    yield plays


def _connections(house: "House") -> Iterator[Metric]:
    waiting = [each.wire.waiting for each in list(house.connections)]
    yield gauge("watai_connections", "Connections open", len(waiting))
    yield gauge("watai_outbox_bytes", "Bytes that peers have not taken yet", sum(waiting))
    yield gauge("watai_outbox_bytes_max", "The fullest outbox", max(waiting, default=0))
    slow = sum(map(bool, waiting))
    yield gauge("watai_outboxes_waiting", "Connections whose outbox is not empty", slow)


def _journal(house: "House") -> Iterator[Metric]:
    journal = house.journal
    yield gauge("watai_journal_pending", "Records not yet stored", journal.pending)
    yield gauge("watai_journal_wal_bytes", "The write-ahead log", journal.wal_bytes)
    yield gauge("watai_journal_rows", "Records stored, garbage included", journal.log_rows)
    yield gauge("watai_journal_streams", "Rooms and lists that are kept", journal.live_streams)
    yield gauge(
        "watai_journal_failing", "1 while it takes nothing", house.journal_fault is not None
    )


def _sizes(house: "House") -> Metric:
    """Every map that could grow for ever if somebody made a mistake."""
    family = GaugeMetricFamily("watai_size", "Entries of a map", labels=["map"])
    for name, size in house.sizes().items():
        family.add_metric([name], size)
    return family
