"""A server process for several clients; it can be killed and started again on the same port."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.server.server_process import reserved_port
from watai.child import ROOT
from watai.loadtest.systems.measured_server import read_address


class SharedServer:
    """One server with its journal."""

    def __init__(self, port: int, folder: Path, limits: dict[str, float], seed: str = "") -> None:
        self.port = port
        self.program = ["tests.support.clients.seeded_server", seed] if seed else ["watai.server"]
        """The module that is started, and its first arguments."""
        self.journal = folder / "journal.sqlite"
        self._limits = [f"--limit={name}={value:g}" for name, value in limits.items()]
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it can be reached."""
        words = [sys.executable, "-m", *self.program, "--port", str(self.port)]
        words += ["--log-level", "error"]
        words += ["--journal", str(self.journal), *self._limits]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        assert read_address(self._process.stdout.readline())[1] == self.port

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process = None

    def close(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self.kill()


@contextmanager
def shared_server(folder: Path, seed: str = "", /, **limits: float) -> Iterator[SharedServer]:
    """A server that is killed at the end of the block. With a seed its games, names and codes are always the same."""
    with reserved_port() as port:
        server = SharedServer(port, folder, limits, seed)
        try:
            server.start()
            yield server
        finally:
            server.close()
