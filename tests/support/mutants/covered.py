"""Which quick tests execute a line: only those can notice a fault in it, unless they start a process of their own."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.support.mutants.related import QUICK, nearest

PARTS: Final = ("server", "engine", "protocol")


class Covered:
    """The lines of the tree, each with the tests that ran it."""

    def __init__(self, data: CoverageData, place: Path) -> None:
        self._data = data
        self._place = place

    @cache  # noqa: B019 (one for each run of the command)
    def _lines(self, module: str) -> dict[int, list[str]]:
        return self._data.contexts_by_lineno(module)

    def tests(self, module: str, first: int, last: int) -> list[str]:
        """The quick tests that ran one of these lines, those about the module first.

        A line that is run when the module is loaded belongs to no test: then there are none, and whole files must be run.
        """
        ran = {
            name.rpartition("|")[0]
            for line in range(first, last + 1)
            for name in self._lines(module).get(line, [])
        }
        if "" in ran:
            return []
        near = nearest(module, self._place)
        order = {path: index for index, path in enumerate(near)}
        return sorted(
            ran,
            key=lambda test: (order.get(test.partition("::")[0], len(near)), test),
        )


def measure(place: Path, file: Path) -> Covered:
    """Run the quick tests of a copy of the tree once and keep which lines each of them ran (a minute), unless `file` has it."""
    if not file.exists():
        print(
            "first, one run of the quick tests to see which lines each of them runs …", flush=True
        )
        unfinished, settings = file.with_suffix(".part"), file.with_suffix(".ini")
        settings.write_text("[run]\nrelative_files = True\n", encoding="utf-8")  # the copy moves
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", *QUICK, "-m", "not slow"]
        command += ["-p", "no:xdist", "-p", "no:cacheprovider", "--cov-report="]
        command += [f"--cov-config={settings}", "--cov-context=test"]
        command += [f"--cov={part}" for part in PARTS]
        subprocess.run(
            command,
            cwd=place,
            env={
                "PYTHONPATH": str(place),
                "PATH": "/usr/bin:/bin",
                "HOME": str(place),
                "COVERAGE_FILE": str(unfinished),
            },
            stdin=subprocess.DEVNULL,
            check=True,
        )
        unfinished.replace(file)
    data = CoverageData(str(file))
    data.read()
    return Covered(data, place)
