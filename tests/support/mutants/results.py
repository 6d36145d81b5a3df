"""What became of each fault, kept in a file as it happens: a run that was broken off goes on where it stopped."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import msgspec


class Verdict(StrEnum):
    """What the tests did with a fault."""

    FAILED = "failed"
    """A test failed with the fault, again alone with it, and not without it."""
    LATE = "late"
    """The same, but what failed was a time limit of the test: it waited for something that did not come."""
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
    round: int = 1
    """Which round of tests it was: 0 quick and near, 1 all that is likely to notice it, 2 the slow ones of its part of the tree."""


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

    def _read(self) -> Iterator[Result]:
        if self._file.exists():
            for line in self._file.read_bytes().splitlines():
                yield msgspec.json.decode(line, type=Result)
