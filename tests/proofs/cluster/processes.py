"""The processes of a cluster: one Redis and several nodes, which can be killed, stopped, drained and started again."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.proofs.cluster.namespace import HERE, THERE, Namespace
from watai import child
from watai.engine.options import BadOption
from watai.loadtest.systems.measured_server import ROOMY, cpu_seconds

STARTING: Final = 30.0  # seconds for a process to be ready


class RedisProcess:
    """A redis-server that has on disk whatever it has acknowledged. It listens on the loopback, and on `hosts`."""

    def __init__(self, folder: Path, hosts: Sequence[str] = ()) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise BadOption("redis", "needs a redis-server: apt-get install redis-server")
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port: int = place.getsockname()[1]
        folder.mkdir()
        where = ["--port", str(self.port), "--dir", str(folder)]
        where += ["--bind", "127.0.0.1", *hosts, "--protected-mode", "no" if hosts else "yes"]
        how = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        self._command = [program, *where, *how]
        self.start()

    @property
    def url(self) -> str:
        return self.url_at("127.0.0.1")

    def url_at(self, host: str) -> str:
        """Its address, for a node to which this machine is `host`."""
        return f"redis://{host}:{self.port}"

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        return cpu_seconds(self._process.pid)

    def start(self) -> None:
        """Returns when it listens."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.01)
        raise BadOption("redis", "does not start")

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()


class NodeProcess:
    """One node, inside a namespace if there is one for it. It has another address after every start."""

    def __init__(
        self, redis: RedisProcess, folder: Path, number: int, namespace: Namespace | None = None
    ) -> None:
        url = redis.url_at(HERE) if namespace else redis.url
        flags = [f"--redis={url}", f"--journal={folder / f'node-{number}.sqlite'}"]
        flags += ["--port=0", "--log-level=error", "--drain-seconds=0", "--web=off"]
        limits = [f"--limit={each}" for each in ROOMY]
        flags += [f"--host={THERE}"] if namespace else []
        command = child.command("server", *flags, *limits)
        self._command = namespace.within(command) if namespace else command
        self.url = ""
        self.start()

    def start(self) -> None:
        """Returns when it listens."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, env=child.environment()
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        if not line:
            raise BadOption("nodes", "a node does not start")
        self.url = line.split()[-1]

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        return cpu_seconds(self._process.pid)

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self.wait()

    def drain(self) -> None:
        """SIGTERM, and wait for the end."""
        self._process.terminate()
        self.wait()

    def stall(self, stalled: bool) -> None:
        """SIGSTOP, or SIGCONT."""
        os.kill(self._process.pid, signal.SIGSTOP if stalled else signal.SIGCONT)

    def wait(self) -> None:
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
