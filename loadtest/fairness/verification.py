"""The games of a run gone through again by `watai verify`, as anybody can."""

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

AT_ONCE: Final = 2


def holds(journal: Path, game: str) -> str:
    """Nothing if everything about this game holds, or what does not."""
    command = [sys.executable, "-m", "clients.cli", "verify", game, "--journal", str(journal)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if ran.returncode == 0 else f"{game}: {(ran.stderr or ran.stdout).strip()}"


def verify(journal: Path, games: Iterable[str]) -> tuple[int, list[str]]:
    """How many games were verified, and what was wrong with those that do not hold."""
    with suppress(OSError):  # whoever measured with a priority of its own needs it no longer
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        said = list(pool.map(partial(holds, journal), games))
    return len(said), [each for each in said if each]
