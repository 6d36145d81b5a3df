"""The games of a run gone through again by `watai verify`, as anybody can."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

AT_ONCE: Final = 2
IN_ONE_GO: Final = 50
"""Games to one command: to start it takes ten times as long as to check one."""


def faults(journal: Path, games: Sequence[str]) -> list[str]:
    """What does not hold about these games."""
    command = [sys.executable, "-m", "clients.cli", "verify", *games, "--journal", str(journal)]
    ran = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(told) != len(games):
        return [f"{game}: {ran.stderr.strip()}" for game in games]
    return [
        f"{game}: {each['why']}" for game, each in zip(games, told, strict=True) if not each["ok"]
    ]


def verify(journal: Path, games: Iterable[str]) -> tuple[int, list[str]]:
    """How many games were verified, and what was wrong with those that do not hold."""
    with suppress(OSError):  # whoever measured with a priority of its own needs it no longer
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    every = list(games)
    rest = iter(every)
    heaps = iter(lambda: list(islice(rest, IN_ONE_GO)), [])
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = [each for heap in pool.map(partial(faults, journal), heaps) for each in heap]
    return len(every), found
