"""The server's counters and the sizes of its maps as Prometheus families.

They are made when a scrape comes, in the thread that serves it. That thread reads beside the loop:
each figure is right, but two of them may be a pass apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from watai.server.clock import SECOND
from watai.server.counters import Counters, Histogram
from watai.server.dispatch.loop import Loop
from watai.server.match.race_counts import BEATEN, LATE, LATE_BEATEN, STOOD


class Exposition(Collector):
    """One loop's figures in a registry of its own; nothing is global."""

    def __init__(self, loop: Loop) -> None:
        self.registry = CollectorRegistry()
        self._loop = loop
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.registry.register(self)

    def describe(self) -> Iterable[Metric]:
        return ()  # without this, registering would collect once

    def collect(self) -> Iterator[Metric]:
        loop = self._loop
        yield from _counted(loop.counters)
        yield from _rooms(loop)
        yield from _races(loop)
        yield from _connections(loop)
        yield from _journal(loop)
        yield _sizes(loop)


def histogram(name: str, what: str, durations: Histogram) -> Metric:
    bounds = [*map(str, durations.seconds), "+Inf"]
    counts = map(float, accumulate(durations.counts))
    family = HistogramMetricFamily(name, what)
    family.add_metric([], list(zip(bounds, counts, strict=True)), durations.sum / SECOND)
    return family


def gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value)


def counter(
    name: str, what: str, labels: Sequence[str], counts: Iterable[tuple[Sequence[str], float]]
) -> Metric:
    family = CounterMetricFamily(name, what, labels=labels)
    for values, count in counts:
        family.add_metric(values, count)
    return family


def _counted(counters: Counters) -> Iterator[Metric]:
    intents = [([outcome], count) for outcome, count in list(counters.intents.items())]
    yield counter("watai_intents", "Intents answered", ["outcome"], intents)
    closed = list(counters.closed.items())
    yield counter("watai_connections_closed", "Connections ended", ["code", "fault"], closed)
    turned = [([limit], count) for limit, count in list(counters.turned_away.items())]
    yield counter("watai_connections_turned_away", "Connections not accepted", ["limit"], turned)
    failed = list(counters.handshakes_failed.items())
    yield counter("watai_handshakes_failed", "Handshakes without success", ["stage", "why"], failed)
    pages = [([str(status)], count) for status, count in list(counters.pages.items())]
    yield counter("watai_pages", "Requests for pages answered", ["status"], pages)
    yield histogram("watai_ack_seconds", "From a message's arrival to its answer", counters.ack)
    yield histogram("watai_loop_lag_seconds", "How late the loop woke a timer", counters.loop_lag)
    yield gauge("watai_tasks", "Tasks of the server, sampled four times a second", counters.tasks)
    longest = GaugeMetricFamily(
        "watai_gc_longest_seconds", "Longest garbage collection, processor time", labels=["kind"]
    )
    for kind, seconds in list(counters.longest_collections.items()):
        longest.add_metric([kind], seconds)
    yield longest
    yield histogram(
        "watai_journal_store_seconds", "From submitting a pass until it is stored", counters.storing
    )
    yield gauge("watai_journal_last_store_seconds", "The last one", counters.storing.last / SECOND)
    yield CounterMetricFamily(
        "watai_journal_maintenance_failures",
        "Checkpoints and clearings that failed",
        counters.maintenance_failures,
    )
    yield CounterMetricFamily(
        "watai_probe_ticks_left_out",
        "Ticks without pings, because the server was busy with plays",
        counters.probe_ticks_left_out,
    )


def _rooms(loop: Loop) -> Iterator[Metric]:
    rooms = list(loop.lobby.rooms.values())
    family = GaugeMetricFamily("watai_rooms", "Rooms open", labels=["game", "status"])
    for labels, count in Counter((room.game, room.status) for room in rooms).items():
        family.add_metric(labels, count)
    yield family
    players = sum(each is not None for room in rooms for each in room.broadcast.players)
    yield gauge("watai_players", "Players at a table, connected", players)
    watchers = sum(len(room.broadcast.watchers) for room in rooms)
    yield gauge("watai_spectators", "Spectators", watchers)


def _races(loop: Loop) -> Iterator[Metric]:
    counts = loop.lobby.race_counts
    races = [(["no"], counts.races[False]), (["yes"], counts.races[True])]
    yield counter("watai_races", "Races decided", ["held"], races)
    plays = [([outcome], counts.plays[outcome]) for outcome in (STOOD, BEATEN, LATE, LATE_BEATEN)]
    yield counter("watai_race_plays", "Plays in races", ["outcome"], plays)
    yield CounterMetricFamily(
        "watai_race_marks_left_out",
        "Contested places not told at once, because the server was busy with plays",
        counts.marks_left_out,
    )


def _connections(loop: Loop) -> Iterator[Metric]:
    connections = list(loop.connections)
    yield gauge("watai_connections", "Connections open, from accept on", loop.accepted)
    shaking = loop.accepted - sum(each.admitted for each in connections)
    yield gauge("watai_handshakes", "Connections that have not said hello yet", max(0, shaking))
    waiting = [each.channel.waiting for each in connections]
    yield gauge("watai_outbox_bytes", "Bytes that peers have not taken yet", sum(waiting))
    yield gauge("watai_outbox_bytes_max", "The fullest outbox", max(waiting, default=0))
    slow = sum(map(bool, waiting))
    yield gauge("watai_outboxes_waiting", "Connections whose outbox is not empty", slow)


def _journal(loop: Loop) -> Iterator[Metric]:
    journal = loop.journal
    yield gauge("watai_journal_pending", "Records not yet stored", journal.pending)
    yield gauge("watai_journal_wal_bytes", "The write-ahead log", journal.wal_bytes)
    yield gauge("watai_journal_rows", "Records stored, garbage included", journal.log_rows)
    yield gauge("watai_journal_streams", "Rooms and lists that are kept", journal.live_streams)
    yield gauge("watai_journal_damaged", "Streams set aside at the start", len(journal.damaged))
    yield gauge("watai_journal_missing", "Records the journal had lost at its end", journal.missing)
    yield gauge(
        "watai_journal_failing", "1 while it takes nothing", loop.standstill.fault is not None
    )


def _sizes(loop: Loop) -> Metric:
    """Every map that a mistake of ours could let grow for ever."""
    family = GaugeMetricFamily("watai_size", "Entries of a map", labels=["map"])
    for name, size in loop.sizes().items():
        family.add_metric([name], size)
    return family
