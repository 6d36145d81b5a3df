"""`/metrics`, `/healthz`, `/livez` and `/readyz` over HTTP, on their own port and in their own threads: they answer even when the loop does not."""

import logging
import socket
import sys
import threading
import time
from collections.abc import Iterable
from socketserver import TCPServer, ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import WSGIApplication

from prometheus_client import CollectorRegistry, make_wsgi_app

from watai.server.ops.health import Health

log = logging.getLogger("watai.status")

PLAIN = ("Content-Type", "text/plain; charset=utf-8")
PATIENCE_SECONDS = 10.0  # for a peer that connects and sends nothing


class _Quiet(WSGIRequestHandler):
    timeout = PATIENCE_SECONDS

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)


PAUSE_SECONDS = 0.1  # before the next try when the process is out of descriptors


class _Threads(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    allow_reuse_address = True  # the sockets of earlier scrapes stay in TIME_WAIT for a minute
    allow_reuse_port = False  # or a second server on this port would take half of the scrapes

    def server_bind(self) -> None:
        # the one of WSGIServer asks the name service for our own name, which can take seconds
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def handle_error(self, request: object, client_address: object) -> None:
        """A peer that falls silent or hangs up is no bug; anything else is one, and is logged like one."""
        if isinstance(error := sys.exception(), OSError):
            log.debug("a peer is gone", extra={"peer": str(client_address), "why": str(error)})
        else:
            log.exception("a status request broke the server", extra={"peer": str(client_address)})

    def get_request(self) -> tuple[socket.socket, Any]:
        try:
            return super().get_request()
        except OSError:
            time.sleep(PAUSE_SECONDS)  # serve_forever would try again without end
            raise


def serve_status(registry: CollectorRegistry, health: Health, host: str, port: int) -> WSGIServer:
    """Listen and answer until `shutdown`; raises OSError if the address cannot be used."""
    exposition = make_wsgi_app(registry)

    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        checks = {
            "/healthz": health.complaints,
            "/readyz": health.complaints,
            "/livez": health.stuck,
        }
        check = checks.get(environ["PATH_INFO"])
        if check is not None:
            complaints = "".join(f"{each}\n" for each in check())
            start("503 Service Unavailable" if complaints else "200 OK", [PLAIN])
            return [(complaints or "ok\n").encode()]
        if environ["PATH_INFO"] == "/metrics":
            body: Iterable[bytes] = exposition(environ, start)
            return body
        start("404 Not Found", [PLAIN])
        return [b"try /metrics, /healthz, /livez or /readyz\n"]

    return serve_http(app, host, port)


def serve_http(app: WSGIApplication, host: str, port: int) -> WSGIServer:
    """Listen and answer until `shutdown`; raises OSError if the address cannot be used."""
    server = make_server(host, port, app, server_class=_Threads, handler_class=_Quiet)
    threading.Thread(target=server.serve_forever, name="status", daemon=True).start()
    return server
