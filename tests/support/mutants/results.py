"""What became of each fault, kept in a file as it happens: a run that was broken off goes on where it stopped."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import msgspec


class Verdict(StrEnum):
    """What the tests did with a fault."""

    FAILED = "failed"
    """A test failed with the fault, again alone with it, and not without it."""
    HUNG = "hung"
    """A test slept for ever with the fault, and ended without it."""
    ENDLESS = "endless"
    """A test used up the processor time, and ended without the fault."""
    SURVIVED = "survived"


class Result(msgspec.Struct, frozen=True):
    """What became of one fault."""

    name: str
    source: str
    """The hash of the file in which it was planted: in another file it is another fault."""
    verdict: Verdict
    test: str
    seconds: float
    last: bool = False
    """Whether the slow tests of the whole part of the tree were among those run."""


class Results:
    """A file with one result a line."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)

    def add(self, result: Result) -> None:
        with self._file.open("ab") as out:
            out.write(msgspec.json.encode(result) + b"\n")

    def noticed(self, name: str, source: str) -> Result | None:
        """The result of an earlier run, if a test noticed the fault then. What survived is tried again: there may be a test now."""
        for result in self._read():
            same = (result.name, result.source) == (name, source)
            if same and result.verdict is not Verdict.SURVIVED:
                return result
        return None

    def survived_at_first(self, name: str, source: str) -> bool:
        """Whether it survived the first time it was tried, before anybody wrote a test for it."""
        for result in self._read():
            if (result.name, result.source) == (name, source):
                return result.verdict is Verdict.SURVIVED
        return False

    def _read(self) -> Iterator[Result]:
        if self._file.exists():
            for line in self._file.read_bytes().splitlines():
                yield msgspec.json.decode(line, type=Result)
