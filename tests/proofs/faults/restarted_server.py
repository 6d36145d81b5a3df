"""A server process that can be killed and started again, on the same port and the same journal."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from watai import child
from watai.loadtest.net.raw_websocket import Address
from watai.loadtest.systems.cores import Cores, on_cores
from watai.loadtest.systems.measured_server import MeasuredServer, read_address

STOPPING: Final = 60.0
LIMITS: Final = (
    *("connections=40000", "connections_per_address=40000", "rooms=10000"),
    *("messages_per_second=1000000", "burst_messages=1000000", "silence_seconds=600"),
    *(
        "new_guests_per_address=1000000",
        "new_rooms_per_address=1000000",
    ),  # everybody comes from one address
    "history_events=1000000",  # players ask for every event again
    "outbox_bytes=67108864",
    "hold_seconds=600",
    "empty_room_seconds=600",  # on a busy machine it takes long until the last one is back
)
"""Limits under which the server forgets nothing that the harness asks for again."""


class NotStarted(Exception):
    """The server did not start; the message is what it said."""


class RestartedServer:
    """One server after the other, in the place of the one before."""

    def __init__(
        self, folder: Path, host: str = "127.0.0.1", limits: Sequence[str] = LIMITS
    ) -> None:
        self.journal = folder / "journal.sqlite"
        self.address: Address = (host, _free_port(host))
        self.prefix: tuple[str, ...] = ()
        """Words before the command, such as those that change its clock."""
        self._limits = limits
        self._journals = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Start it; returns the seconds until it listened. NotStarted with its last words if it ends instead."""
        host, port = self.address
        command = [*self.prefix, *child.command("server", "--host", host)]
        command += ["--port", str(port), "--journal", str(self.journal), "--log-level", "error"]
        command += [word for limit in self._limits for word in ("--limit", limit)]
        began = time.perf_counter()
        with on_cores({Cores.found().server}):
            self._process = subprocess.Popen(
                command,
                env=child.environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        assert self._process.stdout is not None
        words = []
        for line in self._process.stdout:
            words.append(line)
            if "ws://" in line:
                read_address(line)
                return time.perf_counter() - began
        self._process.wait()
        raise NotStarted("".join(words[-3:]).strip())

    def new_journal(self) -> None:
        """End the server, and begin with an empty journal."""
        self.kill()
        self._journals += 1
        self.journal = self.journal.with_name(f"journal.sqlite{self._journals}")
        self.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def measured(self) -> MeasuredServer:
        """What it uses."""
        return MeasuredServer(self.address, self.pid)

    @property
    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill −9, and wait until it is gone."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        self.ended()

    def ended(self, patience: float = STOPPING) -> int | None:
        """Wait until it has ended by itself; its exit code, or None if it has not."""
        if self._process is None:
            return None
        try:
            code = self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        if self._process.stdout is not None:
            self._process.stdout.close()
        return code

    def close(self) -> None:
        """End it for good."""
        if self._process is not None and self._process.poll() is None:
            self.signal(signal.SIGCONT)
            self.kill()


def _free_port(host: str) -> int:
    """A port that was free a moment ago: the server is to come back to it."""
    with socket.socket() as sock:
        sock.bind((host, 0))
        port: int = sock.getsockname()[1]
        return port
