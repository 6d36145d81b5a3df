"""A real server to test against: in this process, or in one of its own that can be killed."""

import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import trio

from watai import child
from watai.server.app import App, open_journal
from watai.server.settings.config import Config
from watai.server.settings.limits import Limits
from watai.server.storage.journal import Journal

ROOT = Path(__file__).parents[3]
PATIENCE = (
    240.0  # seconds for a whole test: only what hangs takes so long, however slow the machine
)
NO_LIMITS: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Serving:
    """A server in this process."""

    app: App
    host: str
    port: int
    ended: trio.Event

    @property
    def url(self) -> str:
        scheme = "wss" if self.app.config.tls_cert else "ws"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"


@asynccontextmanager
async def serving(
    folder: Path, limits: Limits | None = None, journal: Journal | None = None, **settings: Any
) -> AsyncIterator[Serving]:
    """A server on a free port with a journal in this folder, cancelled at the end of the block. Bounds the test's time."""
    config = Config(
        port=0, journal=str(folder / "journal.sqlite"), limits=limits or Limits(), **settings
    )
    with trio.fail_after(PATIENCE), journal or open_journal(config) as held:
        app = App(config, held)
        async with trio.open_nursery() as nursery:
            ended = trio.Event()
            host, port = (await nursery.start(_run, app, ended))[0]
            yield Serving(app, host, port, ended)
            nursery.cancel_scope.cancel()


async def _run(
    app: App, ended: trio.Event, task_status: trio.TaskStatus[list[tuple[str, int]]]
) -> None:
    await app.run(task_status.started)
    ended.set()


@contextmanager
def reserved_port(port: int = 0) -> Iterator[int]:
    """A port that no other program is given while a server of ours is dead: bound here, and not listened on.

    Otherwise another test may get it, or a client that reconnects may be connected to itself.
    """
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", port))
        yield place.getsockname()[1]


class ServerProcess:
    """A server in a process of its own; it can be killed and started again at the same place."""

    def __init__(self, port: int, folder: Path, limits: Mapping[str, float], *flags: str) -> None:
        self.host = "127.0.0.1"
        self.port = port
        self.journal = folder / "journal.sqlite"
        self._log = folder / "server.log"
        self._flags = [*flags, *(f"--limit={name}={value}" for name, value in limits.items())]
        self._process: trio.Process | None = None

    @property
    def url(self) -> str:
        return f"ws://{self.host}:{self.port}"

    @property
    def log(self) -> str:
        """Everything it wrote to its standard error, in all its runs."""
        return self._log.read_text(encoding="utf-8")

    async def start(self) -> None:
        """Returns when it listens."""
        where = [f"--port={self.port}", f"--journal={self.journal}"]
        with self._log.open("a", encoding="utf-8") as log:
            self._process = await trio.lowlevel.open_process(
                child.command("server", *where, *self._flags),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        await self._listens()

    async def _listens(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        said = b""
        while b"\n" not in said:
            more = await self._process.stdout.receive_some()
            assert more, f"the server did not start:\n{self.log}"
            said += more

    async def kill(self) -> None:
        """kill -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; the exit code."""
        return await self._end(signal.SIGTERM)

    def terminate(self) -> None:
        """Ask it to end, and do not wait."""
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def _end(self, number: signal.Signals) -> int:
        self.send_signal(number)
        return await self.ended()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def ended(self) -> int:
        """Wait for its end; the exit code."""
        assert self._process is not None
        code = await self._process.wait()
        assert self._process.stdout is not None
        await self._process.stdout.aclose()
        self._process = None
        return code

    @property
    def running(self) -> bool:
        return self._process is not None


@asynccontextmanager
async def server_process(
    folder: Path, limits: Mapping[str, float] = NO_LIMITS, *flags: str, port: int = 0
) -> AsyncIterator[ServerProcess]:
    """A running server process, killed at the end if it still lives. Bounds the test's time."""
    with trio.fail_after(PATIENCE), reserved_port(port) as place:
        server = ServerProcess(place, folder, limits, *flags)
        await server.start()
        try:
            yield server
        finally:
            if server.running:
                with trio.CancelScope(shield=True):
                    await server.kill()
