"""A server that friends share, in a process of its own: it can be killed and started again where it was."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadtest.systems.host import read_address
from tests.support.clients.pty_client import ROOT


class SharedServer:
    """One server with its journal."""

    def __init__(self, folder: Path, limits: dict[str, float]) -> None:
        self._place = socket.socket()
        """Bound and never listened at: while the server is dead, nobody else is given its port."""
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", 0))
        self.port: int = self._place.getsockname()[1]
        self.journal = folder / "journal.sqlite"
        self._limits = [f"--limit={name}={value:g}" for name, value in limits.items()]
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it can be reached."""
        words = [sys.executable, "-m", "server", "--port", str(self.port), "--log-level", "error"]
        words += ["--journal", str(self.journal), *self._limits]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        assert read_address(self._process.stdout.readline())[1] == self.port

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process = None

    def close(self) -> None:
        """End it, if it runs, and give up its place."""
        if self._process is not None:
            self.kill()
        self._place.close()


@contextmanager
def shared_server(folder: Path, **limits: float) -> Iterator[SharedServer]:
    """A server that is gone at the end, whatever happens."""
    server = SharedServer(folder, limits)
    try:
        server.start()
        yield server
    finally:
        server.close()
