"""The player's own server: a child process that ends with the client and is restarted if it dies earlier."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from watai import child
from watai.protocol.problem import Problem

START_SECONDS: Final = 120.0
"""A cold start takes three seconds, and many times that on a machine with a busy disk. A child that exits is noticed at once."""
STOP_SECONDS: Final = 6.0  # one second more than the server's own limit
MOST_FALLS: Final = 5  # give up on a server that keeps crashing
EVERYWHERE: Final = "0.0.0.0"
OWN_LIMITS: Final = (
    ("rooms_per_guest", 100.0),  # its only guest may open many rooms
)


class LocalServerFailed(Problem):
    """The local server does not start, or keeps crashing."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """How to run it: its address, the folder of its journal and log, and limits that differ from the usual ones."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 0
    limits: tuple[tuple[str, float], ...] = OWN_LIMITS

    @property
    def is_open(self) -> bool:
        """Whether friends can reach it."""
        return self.host == EVERYWHERE

    def command(self, port: int) -> Sequence[str]:
        """The command line."""
        settings = {
            "host": self.host,
            "port": port,
            "journal": self.folder / "journal.sqlite",
            "log-level": "warning",
        }
        words = [f"--{name}={value}" for name, value in settings.items()]
        words += [f"--limit={name}={value:g}" for name, value in self.limits]
        return child.command("clients.cli.session.server_child", *words)

    async def run(self, task_status: trio.TaskStatus[int]) -> None:
        """Keep a server running until cancelled; reports its port as soon as it can be reached."""
        port = self.port
        for fall in range(MOST_FALLS):
            process, port = await self._start(port)
            if fall == 0:
                task_status.started(port)
            try:
                await process.wait()
            finally:
                await _stop(process)
        raise LocalServerFailed("the server has stopped too often: {why}", why=self._last_words())

    async def _start(self, port: int) -> tuple[trio.Process, int]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            process = await trio.lowlevel.open_process(
                self.command(port),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
                start_new_session=True,  # keep Ctrl-C from it: the client stops it in good order
            )
        try:
            with trio.move_on_after(START_SECONDS):
                return process, await self._port_of(process)
            raise LocalServerFailed("the server does not start: {why}", why=self._last_words())
        except BaseException:
            await _stop(process)
            raise

    async def _port_of(self, process: trio.Process) -> int:
        assert process.stdout is not None
        said = b""
        async for chunk in process.stdout:
            said += chunk
            if found := re.search(rb"://\S+:(\d+)\s", said):
                return int(found[1])
        code = await process.wait()  # part of the message: a killed server logs nothing
        raise LocalServerFailed(
            "the server does not start: {why}", why=f"{self._last_words()} ({code})"
        )

    def _last_words(self) -> str:
        lines = (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")
        return (lines.strip().splitlines() or ["?"])[-1]


def environment() -> dict[str, str]:
    """The client's environment without WATAI_ settings."""
    ours = child.environment()
    return {name: value for name, value in ours.items() if not name.startswith("WATAI_")}


async def _stop(process: trio.Process) -> None:
    """Close its standard input, which ends it; kill it if it does not end in time."""
    with trio.CancelScope(shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        with trio.move_on_after(STOP_SECONDS):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
        if process.stdout is not None:
            await process.stdout.aclose()
