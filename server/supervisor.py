"""`watai serve --nodes N`: several nodes of a cluster on one machine, one process each, started again when they die."""

import logging
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import trio

from server.listeners import CannotStart
from server.settings.config import Config

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
        self._configs = [node_config(config, number) for number in range(config.nodes)]
        self._argv = list(argv)
        self._processes: dict[int, trio.Process] = {}
        self._stopping = trio.Event()

    async def run(self) -> None:
        """Run all nodes until a signal stops them all."""
        async with trio.open_nursery() as nursery:
            for number in range(len(self._configs)):
                nursery.start_soon(self._keep, number)
            with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                async for _ in signals:
                    self._stopping.set()
                    for process in self._processes.values():
                        process.send_signal(signal.SIGTERM)
                    break
        log.info("all nodes have stopped")

    async def _keep(self, number: int) -> None:
        """Run one node, again and again."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = trio.current_time()
            process = await trio.lowlevel.open_process(
                [sys.executable, "-m", "server", *self._argv, *node_flags(self._configs[number])],
                stdin=subprocess.DEVNULL,
            )
            self._processes[number] = process
            code = await process.wait()
            del self._processes[number]
            if self._stopping.is_set():
                return
            lived = trio.current_time() - began
            pause = FIRST_PAUSE if lived > STEADY_SECONDS else min(2 * pause, LONGEST_PAUSE)
            log.error("a node has died", extra={"node": number, "code": code, "again_in": pause})
            await trio.sleep(pause)


def node_config(config: Config, number: int) -> Config:
    """The settings of one of the nodes: the first has the ports that were asked for, the others the next ones."""
    journal = Path(config.journal)
    return replace(
        config,
        nodes=1,
        port=config.port and config.port + number,
        metrics_port=config.metrics_port + number
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
