"""The health of several nodes at one address: every complaint with its node. Their metrics are at each one's own."""

import http.client
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from wsgiref.types import WSGIApplication

from watai.server.ops.http import PLAIN

ANSWER_SECONDS: Final = 2.0
"""Less than a probe waits. A node answers from a thread of its own in some milliseconds."""
STARTING_SECONDS: Final = 10.0
"""How long a node may take until it answers for the first time."""
OK: Final = 200


class NodeHealth:
    """Where one node answers for itself. Written by the supervisor, read from any thread."""

    def __init__(self, name: str, host: str) -> None:
        self._name = name
        self._host = host
        self._running: tuple[int, float] | None = None
        """Its port, and since when it runs, while it does."""

    def started(self, port: int) -> None:
        self._running = port, time.monotonic()

    def ended(self) -> None:
        self._running = None

    def complaints(self, path: str) -> Iterator[str]:
        """What is wrong with it. A node that has ended is started again, so it is alive, but not ready."""
        running = self._running
        if running is None:
            if path != "/livez":
                yield f"node {self._name}: it is being started again"
            return
        port, since = running
        answer = self._ask(port, path)
        if answer is not None:
            status, body = answer
            if status != OK:
                yield from (f"node {self._name}: {line}" for line in body.splitlines())
        elif path != "/livez" or time.monotonic() - since > STARTING_SECONDS:
            yield f"node {self._name}: it does not answer"

    def _ask(self, port: int, path: str) -> tuple[int, str] | None:
        """Its answer: status and body; None if there is none."""
        connection = http.client.HTTPConnection(self._host, port, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


def answer_for(nodes: Sequence[NodeHealth]) -> WSGIApplication:
    """What the address of all these nodes answers; each is asked at the same time."""

    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path not in ("/healthz", "/livez", "/readyz"):
            start("404 Not Found", [PLAIN])
            return [b"try /healthz, /livez or /readyz; /metrics is at the ports of the nodes\n"]
        with ThreadPoolExecutor(len(nodes)) as threads:
            found = threads.map(lambda node: list(node.complaints(path)), nodes)
            lines = "".join(f"{line}\n" for each in found for line in each)
        start("503 Service Unavailable" if lines else "200 OK", [PLAIN])
        return [(lines or "ok\n").encode()]

    return app
