"""One run of pytest over a fault, in a session of its own, ended by what it does and not by the time on the wall.

A busy machine makes tests slow. So a run is only ended if it has used up its processor time,
or if for a minute all its processes slept of their own will: neither ran nor waited for a processor.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import pytest

from tests.support.mutants.results import Verdict

CPU_SECONDS: Final = 120
"""Processor time for one run, several times what it needs."""
DATA_BYTES: Final = 3 << 30
"""Memory for one process: a fault that appends for ever must not take the machine with it."""
ASLEEP_SECONDS: Final = 60.0
"""No test waits that long for anything but an end that does not come."""
PAUSED_SECONDS: Final = 5.0
"""If this program itself was held up for so long, somebody has stopped it and the run with it."""
TIME_OUT: Final = re.compile("TooSlow|[Tt]imed? ?out|Timeout")
"""What a test says whose own time limit was over."""
FAILED: Final = re.compile(r"(.*::.*) (?:FAILED|ERROR) +\[ *\d+%\]$")
PROGRESS: Final = re.compile(r" (?:[A-Z]+ .*)?\[ *\d+%\]$")
AWAKE_SHARE: Final = 0.05
"""The part of a minute that heartbeats and ticks may take in a run that still counts as asleep."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended, and by which test."""

    verdict: Verdict
    test: str


def run(place: Path, tests: Sequence[str], without: Collection[str] = ()) -> Outcome:
    """Run tests until the first that fails. Files stay in the order given."""
    command = [sys.executable, "-B", "-m", "pytest", "-v", "-x", "--tb=no", "-p", "no:xdist"]
    command += ["-p", "no:cacheprovider", "-p", "no:randomly", *tests]
    command += [word for test in without for word in ("--deselect", test)]
    with TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=place,
            env={"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin", "HOME": str(place)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_limit,
        )
        try:
            hung = _hangs(process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        lines = output.read().decode(errors="replace").splitlines()
    if hung:
        return Outcome(Verdict.HUNG, _last_begun(lines))
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return Outcome(Verdict.ENDLESS, _last_begun(lines))
    if process.returncode in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        return Outcome(Verdict.SURVIVED, "")
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    words = failed[0].partition(" ")[2] if failed else f"pytest ended with {process.returncode}"
    test = _first_failed(lines) or words.partition(" - ")[0]
    reason = words.removeprefix(test)
    return Outcome(Verdict.LATE if TIME_OUT.search(reason) else Verdict.FAILED, test)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (DATA_BYTES, DATA_BYTES))


def _first_failed(lines: Sequence[str]) -> str:
    """The test of which pytest -v says so first; there may be blanks and dashes in its name."""
    return next((found[1] for line in lines if (found := FAILED.match(line))), "")


def _last_begun(lines: Sequence[str]) -> str:
    begun = [PROGRESS.sub("", line).strip() for line in lines if "::" in line]
    return begun[-1] if begun else ""


def _hangs(process: subprocess.Popen[bytes]) -> bool:
    """Wait for the end; whether all processes of the run fell asleep for good instead."""
    since, before = time.monotonic(), 0.0
    last = since
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
            return False
        last, paused = (now := time.monotonic()), now - last > PAUSED_SECONDS
        if paused:
            since, before = now, _awake(process.pid)
        elif now - since > ASLEEP_SECONDS:
            awake = _awake(process.pid)
            if awake - before < AWAKE_SHARE * (now - since):
                return True
            since, before = now, awake


def _awake(session: int) -> float:
    """Seconds for which the threads of a session have run or have waited for a processor."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                for thread in stat.parent.glob("task/*/schedstat"):
                    ran, waited, _ = thread.read_text().split()
                    total += int(ran) + int(waited)
    return total / 1e9
