"""Describes where a measurement was made: what two of them must share to be compared."""

import os
import platform
import sqlite3
import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from watai.loadtest.systems.cores import Cores

PACKAGES = ("trio", "trio-websocket", "msgspec")


def environment() -> dict[str, object]:
    """This machine, this Python, this source."""
    cores = Cores.found()
    return {
        "python": platform.python_version(),
        "python_build": " ".join(platform.python_build()),
        "implementation": platform.python_implementation(),
        **{name.replace("-", "_"): _version(name) for name in PACKAGES},
        "sqlite": sqlite3.sqlite_version,
        "cpu_model": _cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "shared_core": cores.shared,
        "kernel": platform.release(),
        "machine": platform.machine(),
        **_source(),
        "gc": "frozen and off while measuring",
    }


def _version(package: str) -> str | None:
    with suppress(PackageNotFoundError):
        return version(package)
    return None


def _cpu_model() -> str | None:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or None


def _source() -> dict[str, object]:
    """The commit and whether files have changed since; None outside a checkout."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        ran = subprocess.run(["git", "-C", str(here), *words], capture_output=True, text=True)
        return ran.stdout.strip() if ran.returncode == 0 else ""

    try:
        sha = git("rev-parse", "--short=12", "HEAD")
        return {"git_sha": sha or None, "git_dirty": bool(sha and git("status", "--porcelain"))}
    except OSError:  # no git here
        return {"git_sha": None, "git_dirty": False}
