"""The metrics and the health of several nodes at one address: every figure with the label `node`, every complaint with its node."""

import http.client
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from wsgiref.types import WSGIApplication

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from watai.server.ops.http import PLAIN

ANSWER_SECONDS: Final = 2.0
"""Less than a scrape waits. A node answers from a thread of its own in some milliseconds."""
STARTING_SECONDS: Final = 10.0
"""How long a node may take until it answers for the first time."""
OK: Final = 200


class NodeStatus:
    """Where one node answers for itself. Written by the supervisor, read from any thread."""

    def __init__(self, name: str, host: str) -> None:
        self.name = name
        self._host = host
        self._running: tuple[int, float] | None = None
        """Its port, and since when it runs, while it does."""

    def started(self, port: int) -> None:
        self._running = port, time.monotonic()

    def ended(self) -> None:
        self._running = None

    def ask(self, path: str) -> tuple[int, str] | None:
        """Its answer: status and body; None if there is none."""
        running = self._running
        if running is None:
            return None
        connection = http.client.HTTPConnection(self._host, running[0], timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def complaints(self, path: str) -> Iterator[str]:
        """What is wrong with it. A node that has ended is started again, so it is alive, but not ready."""
        running, answer = self._running, self.ask(path)
        if answer is not None:
            status, body = answer
            if status != OK:
                yield from (f"node {self.name}: {line}" for line in body.splitlines())
        elif running is None:
            if path != "/livez":
                yield f"node {self.name}: it is being started again"
        elif path != "/livez" or time.monotonic() - running[1] > STARTING_SECONDS:
            yield f"node {self.name}: it does not answer"


def answer_for(nodes: Sequence[NodeStatus]) -> WSGIApplication:
    """What the address of all these nodes answers."""

    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == "/metrics":
            start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
            return [summed(zip((node.name for node in nodes), _ask_all(nodes, path), strict=True))]
        if path not in ("/healthz", "/livez", "/readyz"):
            start("404 Not Found", [PLAIN])
            return [b"try /metrics, /healthz, /livez or /readyz\n"]
        with ThreadPoolExecutor(len(nodes)) as threads:
            found = threads.map(lambda node: list(node.complaints(path)), nodes)
            lines = "".join(f"{line}\n" for each in found for line in each)
        start("503 Service Unavailable" if lines else "200 OK", [PLAIN])
        return [(lines or "ok\n").encode()]

    return app


def _ask_all(nodes: Sequence[NodeStatus], path: str) -> list[str | None]:
    """What every node answers, asked at the same time; None for those that do not."""
    with ThreadPoolExecutor(len(nodes)) as threads:
        answers = list(threads.map(lambda node: node.ask(path), nodes))
    return [None if each is None or each[0] != OK else each[1] for each in answers]


class _Families(Collector):
    """Metrics that are there already."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def summed(pages: Iterable[tuple[str, str | None]]) -> bytes:
    """The pages of several nodes as one, every figure with the label `node`; `watai_node_up` says who has answered."""
    up = GaugeMetricFamily("watai_node_up", "Whether this node has answered.", labels=["node"])
    families: dict[str, Metric] = {}
    for node, page in pages:
        up.add_metric([node], 0 if page is None else 1)
        for each in text_string_to_metric_families(page or ""):
            metric = families.setdefault(
                each.name, Metric(each.name, each.documentation, each.type)
            )
            metric.samples += [
                sample._replace(labels={"node": node, **sample.labels}) for sample in each.samples
            ]
    registry = CollectorRegistry()
    registry.register(_Families([up, *families.values()]))
    return generate_latest(registry)
