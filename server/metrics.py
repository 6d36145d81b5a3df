"""What an operator can see: counts, latencies and the size of everything that grows."""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app

from protocol.messages import ClientMessage, Refused, ServerMessage

if TYPE_CHECKING:
    from server.house import House

log = logging.getLogger("watai.metrics")

ACK_SECONDS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)


class Metrics:
    """The server's own registry; nothing global."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.intents = Counter(
            "watai_intents", "Intents answered", ["outcome"], registry=self.registry
        )
        self.ack = Histogram(
            "watai_ack_seconds",
            "From a message's arrival in the kernel to its answer on the socket",
            buckets=ACK_SECONDS,
            registry=self.registry,
        )
        self.closed = Counter(
            "watai_connections_closed", "Connections closed by us", ["code"], registry=self.registry
        )
        self.loop_lag = Gauge(
            "watai_loop_lag_seconds", "How late the last heartbeat was", registry=self.registry
        )
        self._outcomes: dict[str, Any] = {}

    def answered(self, answer: ServerMessage) -> None:
        outcome = answer.code if isinstance(answer, Refused) else "done"
        counter = self._outcomes.get(outcome)
        if counter is None:
            counter = self._outcomes[outcome] = self.intents.labels(outcome)
        counter.inc()

    def committed(self, inbox: Sequence[tuple[int, Any, ClientMessage]], now: int) -> None:
        """A pass is told: its oldest message waited longest."""
        self.ack.observe((now - inbox[0][0]) / 1e9)

    def watch(self, house: "House") -> None:
        """Gauges that look when they are asked."""
        lobby = house.lobby
        sizes: dict[str, Callable[[], float]] = {
            "connections": lambda: len(house.connections),
            "sessions": lambda: len(house.sessions),
            "rooms": lambda: len(lobby.rooms),
            "matches": lambda: sum(room.match is not None for room in list(lobby.rooms.values())),
            "spectators": lambda: sum(
                len(room.audience.watchers) for room in list(lobby.rooms.values())
            ),
            "outbox_bytes": lambda: sum(each.wire.waiting for each in list(house.connections)),
            "outbox_bytes_max": lambda: max(
                (each.wire.waiting for each in list(house.connections)), default=0
            ),
            "journal_pending": lambda: house.journal.pending,
        }
        for name, size in sizes.items():
            Gauge(f"watai_{name}", f"Now: {name}", registry=self.registry).set_function(size)


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)


def serve_metrics(metrics: Metrics, host: str, port: int) -> WSGIServer:
    """`/metrics` and `/healthz` on a port of their own, in a thread of their own."""
    exposition = make_wsgi_app(metrics.registry)

    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/healthz":
            start("200 OK", [("Content-Type", "text/plain")])
            return [b"ok\n"]
        if environ["PATH_INFO"] == "/metrics":
            body: Iterable[bytes] = exposition(environ, start)
            return body
        start("404 Not Found", [("Content-Type", "text/plain")])
        return [b"try /metrics or /healthz\n"]

    server = make_server(host, port, app, handler_class=_Quiet)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
