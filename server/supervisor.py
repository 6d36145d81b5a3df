"""`watai serve --nodes N`: several nodes of a cluster on one machine, one process each, started again when they end.

The health of all is at `--metrics-port`; each node has its metrics, and its own health, on one of the next ports.
"""

import logging
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import trio

from watai import child
from watai.server.listeners import CannotStart, cannot_listen
from watai.server.ops.http import serve_http
from watai.server.ops.node_health import NodeHealth, answer_for
from watai.server.settings.config import Config

FIRST_PAUSE: Final = 0.5
"""Seconds before a node that has died is started again, doubled while it dies within `STEADY_SECONDS`."""
LONGEST_PAUSE: Final = 30.0
STEADY_SECONDS: Final = 10.0
log = logging.getLogger("watai.supervisor")


class Supervisor:
    """The nodes of this machine. Each has the next port, the next metrics port and a file of its own."""

    def __init__(self, config: Config, argv: Sequence[str]) -> None:
        if not config.redis:
            raise CannotStart("several nodes need a Redis that they share: --redis")
        self._config = config
        self._configs = [node_config(config, number) for number in range(config.nodes)]
        self._argv = list(argv)
        self._processes: dict[int, trio.Process] = {}
        self._health = [NodeHealth(str(n), config.metrics_host) for n in range(config.nodes)]
        self._stopping = trio.Event()

    async def run(self, ready: Callable[[tuple[str, int]], None] = lambda address: None) -> None:
        """Run all nodes until a signal stops them all. `ready` is called with the address of their health, if they have one."""
        with self._serve_health(ready):
            await self._run_nodes()
        log.info("all nodes have stopped")

    @contextmanager
    def _serve_health(self, ready: Callable[[tuple[str, int]], None]) -> Iterator[None]:
        """Serve the health of all nodes if a port is configured."""
        host, port = self._config.metrics_host, self._config.metrics_port
        if port < 0:
            yield
            return
        try:
            server = serve_http(answer_for(self._health), host, port)
        except OSError as error:
            raise cannot_listen(host, port, "--metrics-port", error) from None
        ready((host, server.server_port))
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()

    async def _run_nodes(self) -> None:
        async with trio.open_nursery() as nursery:
            for number in range(len(self._configs)):
                nursery.start_soon(self._keep, number)
            with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                async for _ in signals:
                    self._stopping.set()
                    for process in self._processes.values():
                        process.send_signal(signal.SIGTERM)
                    break

    async def _keep(self, number: int) -> None:
        """Run one node, again and again."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = trio.current_time()
            config = self._configs[number]
            if config.metrics_port == 0:
                config = replace(config, metrics_port=_free_port(config.metrics_host))
            process = await trio.lowlevel.open_process(
                node_command(config, self._argv), stdin=subprocess.DEVNULL, env=child.environment()
            )
            self._processes[number] = process
            self._health[number].started(config.metrics_port)
            code = await process.wait()
            self._health[number].ended()
            del self._processes[number]
            if self._stopping.is_set():
                return
            lived = trio.current_time() - began
            steady = code == 0 or lived > STEADY_SECONDS
            pause = FIRST_PAUSE if steady else min(2 * pause, LONGEST_PAUSE)
            if code:
                log.error(
                    "a node has died", extra={"node": number, "code": code, "again_in": pause}
                )
            else:  # perhaps for an upgrade: the next one is of the program as it is installed now
                log.info("a node was drained: it is started again", extra={"node": number})
            await trio.sleep(pause)


def _free_port(host: str) -> int:
    """A port for a node's own metrics. If another program takes it first, the node dies, and gets another one."""
    with socket.socket() as place:
        place.bind((host, 0))
        port: int = place.getsockname()[1]
        return port


def node_config(config: Config, number: int) -> Config:
    """The settings of one of the nodes: the first has the port that was asked for, the others the next ones. The health
    of all is at the port that was asked for, the metrics of each node behind it."""
    journal = Path(config.journal)
    return replace(
        config,
        nodes=1,
        port=config.port and config.port + number,
        metrics_port=config.metrics_port + 1 + number
        if config.metrics_port > 0
        else config.metrics_port,
        journal=str(journal.with_name(f"{journal.stem}-{number}{journal.suffix}")),
        advertise=_next_port(config.advertise, number),
    )


def _next_port(url: str, number: int) -> str:
    """The address of the node so many ports further on."""
    parts = urlsplit(url)
    if not url or parts.port is None:
        return url
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return parts._replace(netloc=f"{host}:{parts.port + number}").geturl()


def node_command(config: Config, argv: Sequence[str]) -> list[str]:
    """How a node is started."""
    return child.command("server", *argv, *node_flags(config))


def node_flags(config: Config) -> list[str]:
    """What a node is told beside the operator's own flags; the last flag of a name counts."""
    flags = {
        "--nodes": config.nodes,
        "--port": config.port,
        "--metrics-port": config.metrics_port,
        "--journal": config.journal,
        "--advertise": config.advertise,
    }
    return [f"{name}={value}" for name, value in flags.items()]
