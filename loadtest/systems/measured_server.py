"""Starts a server to measure, on a core of its own and with a journal of its own, and reads what it uses."""

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from watai import child
from watai.loadtest.net.raw_websocket import Address
from watai.loadtest.systems.cores import Cores, on_cores

ROOMY: Sequence[str] = (
    "connections=40000",
    "connections_per_address=40000",
    "messages_per_second=1000000",
    "burst_messages=1000000",
    "silence_seconds=600",  # thousands of players take minutes to connect
    "rooms=10000",
    "guests=100000",
    "new_guests_per_address=1000000",
    "new_rooms_per_address=1000000",
)
"""Limits that a harness reaches and players do not."""
TLS: Sequence[str] = ("--tls-cert", str(Path(__file__).with_name("self_signed.pem")))
"""Flags with which a server speaks TLS. The key is no secret: it protects nothing but measurements."""
METRICS: Sequence[str] = ("--metrics-port", "0")
"""Flags with which a server publishes its metrics."""
STOPPING: Final = 60.0  # seconds for a server to end; on a quiet machine it takes a tenth of one
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@dataclass(frozen=True, slots=True)
class MeasuredServer:
    """A server: where it listens, and its process if the harness started it."""

    address: Address
    pid: int | None = None
    journal: Path | None = None
    metrics: str | None = None
    """The URL of its metrics, if they were asked for."""

    def cpu_seconds(self) -> float:
        """Processor time so far; 0 for a server that the harness did not start."""
        if self.pid is None:
            return 0.0
        return cpu_seconds(self.pid)

    def rss_mb(self) -> float:
        """Resident memory; 0 for a server that the harness did not start."""
        if self.pid is None:
            return 0.0
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE / 1_048_576

    def stop(self) -> None:
        """Suspend the process, as a long pause of the machine would."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Resume the process."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGCONT)


@contextlib.contextmanager
def own_server(
    durability: str, limits: Sequence[str] = ROOMY, flags: Sequence[str] = (), tls: bool = False
) -> Iterator[MeasuredServer]:
    """A server process that ends with the block; `flags` are more words of its command line."""
    with tempfile.TemporaryDirectory() as folder:
        command = child.command("server", "--port", "0", "--log-level", "warning")
        journal = Path(folder) / "journal.sqlite"
        command += ["--journal", str(journal), "--durability", durability, *flags]
        command += TLS if tls else ()
        command += [word for limit in limits for word in ("--limit", limit)]
        with started(command) as server:
            yield replace(server, journal=journal)


@contextlib.contextmanager
def started(command: Sequence[str]) -> Iterator[MeasuredServer]:
    """A process on the server's core that prints where it listens, and ends with the block."""
    with launched(command) as process:
        assert process.stdout is not None
        address = read_address(process.stdout.readline())
        printed = process.stdout if METRICS[0] in command else ()
        metrics = next(
            (line.split()[-1] for line in printed if line.rstrip().endswith("/metrics")), None
        )
        yield MeasuredServer(address, process.pid, metrics=metrics)


@contextlib.contextmanager
def launched(
    command: Sequence[str], extra: Mapping[str, str] | None = None, quiet: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """A process on the server's core that ends with the block; a quiet one prints nothing."""
    with on_cores({Cores.found().server}):
        process = subprocess.Popen(
            command,
            env={**child.environment(), **(extra or {})},
            stdout=subprocess.DEVNULL if quiet else subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            text=True,
        )
    with process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()
            process.wait(STOPPING)


def read_address(text: str) -> Address:
    """The address in `… ws://HOST:PORT`, wherever it stands."""
    host, _, port = text.strip().rpartition("://")[2].partition("/")[0].rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"no address in {text!r}")
    return host.strip("[]"), int(port)
