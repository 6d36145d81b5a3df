"""A copy of the tree in which faults are planted one at a time, and the tests that should notice each."""

import hashlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.mutants.covered import measure
from tests.support.mutants.related import after_covering, last_stage, stages
from tests.support.mutants.results import Result, Verdict
from tests.support.mutants.sites import Mutant
from tests.support.mutants.trial import Outcome, run


class Bench:
    """A copy of the tree, and what is known about its tests."""

    def __init__(self, root: Path, place: Path, kept: Path) -> None:
        self._place = place
        digest = _copy(root, place)
        self._covered = measure(place, kept / f"covered-{digest}")
        self._sound: set[str] = set()
        """Tests that have passed without any fault."""
        self._broken: set[str] = set()
        """Tests that fail without any fault, or sometimes: they notice nothing."""

    def check(self, mutant: Mutant, number: int) -> Result:
        """Plant a fault, run the tests of this round that should notice it, and take it out again."""
        file, began = self._place / mutant.path, time.monotonic()
        whole = file.read_bytes()
        outcome = Outcome(Verdict.SURVIVED, "")
        for tests in self._stages(mutant)[number]:
            while tests and outcome.verdict is Verdict.SURVIVED:
                found = self._run(file, mutant, whole, tests)
                if found.verdict is Verdict.SURVIVED:
                    break
                if self._believed(file, mutant, whole, found, tests):
                    outcome = found
        took = round(time.monotonic() - began, 1)
        return Result(mutant.name, digest(whole), outcome.verdict, outcome.test, took, number)

    def _stages(self, mutant: Mutant) -> list[list[list[str]]]:
        """The tests of each round, in the order in which they are run."""
        covering = self._covered.tests(mutant.path, mutant.line, mutant.last_line)
        last = [last_stage(mutant.path, self._place)]
        if covering:
            return [[covering[:40], covering[40:]], after_covering(mutant.path, self._place), last]
        first, *others = stages(mutant.path, self._place)
        return [[first], others, last]

    def _run(self, file: Path, mutant: Mutant, whole: bytes, tests: Sequence[str]) -> Outcome:
        file.write_bytes(mutant.planted(whole))
        try:
            return run(self._place, tests, self._broken)
        finally:
            file.write_bytes(whole)

    def _believed(
        self, file: Path, mutant: Mutant, whole: bytes, found: Outcome, tests: Sequence[str]
    ) -> bool:
        """Whether the test fails again alone with the fault, and passes without it."""
        test = found.test
        if "::" not in test:  # the tree cannot be loaded any more
            if run(self._place, tests, self._broken).verdict is not Verdict.SURVIVED:
                raise RuntimeError(f"{test} without any fault: {tests}")
            return True
        if test not in self._sound:
            if run(self._place, [test]).verdict is not Verdict.SURVIVED:
                self._broken.add(test)
                print(f"fails without any fault: {test}", flush=True)
                return False
            self._sound.add(test)
        if found.verdict in (Verdict.HUNG, Verdict.ENDLESS):
            return True
        if self._run(file, mutant, whole, [test]).verdict is not Verdict.SURVIVED:
            return True
        self._broken.add(test)
        print(f"fails only sometimes: {test}", flush=True)
        return False


def digest(source: bytes) -> str:
    """A short hash of a file."""
    return hashlib.sha256(source).hexdigest()[:16]


def _copy(root: Path, place: Path) -> str:
    """Everything that git knows or would add: a test that misses a file would seem to notice every fault. Returns a hash of all."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout
    whole = hashlib.sha256()
    for name in sorted(filter(None, names.split("\0"))):
        if (root / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, place / name)
            if name.endswith(".py"):
                whole.update(name.encode() + b"\0" + (root / name).read_bytes())
    return whole.hexdigest()[:16]
