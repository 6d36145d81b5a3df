"""A server of our own to measure: on a core of its own, with a journal of its own, and what it uses."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from loadtest.net.raw_websocket import Address

ROOMY: Sequence[str] = (
    "connections=40000",
    "connections_per_address=40000",
    "messages_per_second=1000000",
    "burst_messages=1000000",
    "silence_seconds=600",  # a large swarm takes its time to assemble
    "rooms=10000",
)
"""Limits that a harness reaches and players do not."""
METRICS: Sequence[str] = ("--metrics-port", "0")
"""The flags of a server that tells about itself."""
STOPPING: Final = 60.0  # seconds for a server to end; on a quiet machine it takes a tenth of one
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Host:
    """A server: where it listens, and its process if it is ours."""

    address: Address
    pid: int | None = None
    journal: Path | None = None
    metrics: str | None = None
    """Where it tells about itself, if that was asked for."""

    def cpu_seconds(self) -> float:
        """Processor time so far; 0 for a server that is not ours."""
        if self.pid is None:
            return 0.0
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def rss_mb(self) -> float:
        """Resident memory; 0 for a server that is not ours."""
        if self.pid is None:
            return 0.0
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE / 1_048_576

    def stop(self) -> None:
        """Hold its breath, as a long pause of the machine would."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.pid is not None
        os.kill(self.pid, signal.SIGCONT)


@dataclass(frozen=True, slots=True)
class Cores:
    """Who runs where. With a single core everything shares it, and figures mean little."""

    server: int
    generator: tuple[int, ...]
    shared: bool

    @classmethod
    def found(cls) -> "Cores":
        cores = sorted(os.sched_getaffinity(0))
        return cls(cores[0], tuple(cores[1:]) or (cores[0],), len(cores) == 1)


@contextlib.contextmanager
def own_server(
    durability: str, limits: Sequence[str] = ROOMY, flags: Sequence[str] = ()
) -> Iterator[Host]:
    """A server process that ends with the block; `flags` are more words of its command line."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "server", "--port", "0", "--log-level", "warning"]
        journal = Path(folder) / "journal.sqlite"
        command += ["--journal", str(journal), "--durability", durability, *flags]
        command += [word for limit in limits for word in ("--limit", limit)]
        with started(command) as host:
            yield replace(host, journal=journal)


@contextlib.contextmanager
def started(command: Sequence[str]) -> Iterator[Host]:
    """A process on the server's core that says where it listens, and ends with the block."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            os.sched_setaffinity(process.pid, {Cores.found().server})
            assert process.stdout is not None
            address = read_address(process.stdout.readline())
            told = process.stdout if METRICS[0] in command else ()
            metrics = next(
                (line.split()[-1] for line in told if line.rstrip().endswith("/metrics")), None
            )
            yield Host(address, process.pid, metrics=metrics)
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
