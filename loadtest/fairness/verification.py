"""Checks the games of a run with `watai verify`, as any player can."""

import os
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import orjson

from watai import child

AT_ONCE: Final = 2
IN_ONE_GO: Final = 50
"""Games to one command: starting it takes ten times as long as checking one game."""


def faults(journal: Path, games: Sequence[str]) -> list[str]:
    """A sentence for each of these games that does not verify."""
    command = child.command("", "verify", *games, "--journal", str(journal), "--json")
    ran = subprocess.run(
        command, env=child.environment(), capture_output=True, text=True, check=False
    )
    told = [orjson.loads(line) for line in ran.stdout.splitlines()]
    if len(told) != len(games):
        return [f"{game}: {ran.stderr.strip()}" for game in games]
    return [
        f"{game}: {each['why']}" for game, each in zip(games, told, strict=True) if not each["ok"]
    ]


def verify(journal: Path, games: Iterable[str]) -> tuple[int, list[str]]:
    """How many games were checked, and a sentence for each that does not verify."""
    with suppress(OSError):  # a real-time priority was for measuring only
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    every = list(games)
    rest = iter(every)
    batches = iter(lambda: list(islice(rest, IN_ONE_GO)), [])
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = [each for batch in pool.map(partial(faults, journal), batches) for each in batch]
    return len(every), found
