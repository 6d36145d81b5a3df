"""Plants faults one at a time, each in a copy of the tree, and tells which the tests notice: `make mutants`."""

import argparse
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tests.support.mutants.related import AREAS, last_stage, modules, stages
from tests.support.mutants.sites import Mutant, mutants

ROOT: Final = Path(__file__).resolve().parents[3]
EXPLAINED: Final = ROOT / "tests/data/mutants.toml"
AT_LEAST: Final = 0.95
PATIENCE: Final = 900.0
"""Seconds for the tests of one fault: a program that never ends is a fault that was noticed."""
CPU_SECONDS: Final = 120
"""Processor time for them, more than they need: so an endless loop ends sooner, however busy the machine is."""


@dataclass(frozen=True)
class Result:
    """What became of one fault."""

    mutant: Mutant
    noticed: str
    """The test that failed, or nothing."""
    seconds: float


class Bench:
    """Copies of the tree, one for each worker."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._free = [self._copy(folder / str(number)) for number in range(workers)]
        self._lock = threading.Lock()
        self._good: set[str] = set()
        self._broken: set[str] = set()
        """Tests that fail without any fault: they notice nothing."""

    @staticmethod
    def _copy(place: Path) -> Path:
        """Everything that git knows or would add: a test that misses a file would seem to notice every fault."""
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place / name)
        return place

    def check(self, mutant: Mutant, last: bool = False) -> Result:
        """Plant a fault, run the tests that should notice it (`last`: the slow ones), and take it out again."""
        with self._lock:
            place = self._free.pop()
        file, began = place / mutant.path, time.monotonic()
        whole = file.read_bytes()
        try:
            noticed = ""
            for tests in [last_stage(mutant.path, ROOT)] if last else stages(mutant.path, ROOT):
                while tests and not noticed:
                    file.write_bytes(mutant.planted(whole))
                    failed = _failing(place, tests, self._broken)
                    file.write_bytes(whole)
                    if not failed:
                        break
                    if self._sound(place, failed):
                        noticed = failed
            return Result(mutant, noticed, time.monotonic() - began)
        finally:
            file.write_bytes(whole)
            with self._lock:
                self._free.append(place)

    def _sound(self, place: Path, failed: str) -> bool:
        """Whether a test that failed passes without the fault; what is no test, such as an endless loop, is believed."""
        test = failed.removeprefix("FAILED ").partition(" - ")[0]
        if "::" not in test or test in self._good:
            return True
        if _failing(place, [test]):
            self._broken.add(test)
            print(f"fails without any fault: {test}", flush=True)
            return False
        self._good.add(test)
        return True


def _failing(place: Path, tests: Sequence[str], without: Collection[str] = ()) -> str:
    """The first test that fails, or nothing. Files stay in the order given."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:xdist"]
    command += ["-p", "no:cacheprovider", "-p", "no:randomly", *tests]
    command += [word for test in without for word in ("--deselect", test)]
    try:
        ran = subprocess.run(
            command,
            cwd=place,
            env={"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin", "HOME": str(place)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)),
        )
    except subprocess.TimeoutExpired:
        return "the tests did not end"
    if ran.returncode == 0:
        return ""
    lines = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0] if lines else f"pytest ended with {ran.returncode}"


def sample(number: int, seed: str, only: str = "", text: str = "") -> list[Mutant]:
    """So many faults, as many from each area; the same seed and tree give the same."""
    chosen: list[Mutant] = []
    areas = [
        area for area in AREAS if not only or any(p.startswith(only) for p in modules(area, ROOT))
    ]
    for index, area in enumerate(areas):
        there = [
            mutant
            for path in modules(area, ROOT)
            if path.startswith(only)
            for mutant in mutants(path, ROOT)
            if text in mutant.name
        ]
        share = number * (index + 1) // len(areas) - number * index // len(areas)
        chosen += random.Random(f"{seed} {area}").sample(there, min(share, len(there)))
    random.Random(seed).shuffle(chosen)  # so that a run that is broken off has some of each area
    return chosen


def explained() -> dict[str, str]:
    """Faults that no test can notice, with the reason, by name."""
    with suppress(FileNotFoundError):
        return tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["explained"]  # type: ignore[no-any-return]
    return {}


def check_all(
    pool: ThreadPoolExecutor,
    check: Callable[[Mutant], Result],
    chosen: Sequence[Mutant],
    known: Mapping[str, str],
) -> list[Mutant]:
    """Check faults at the same time, and print each; returns those that nothing noticed."""
    survived = []
    for number, done in enumerate(as_completed([pool.submit(check, each) for each in chosen]), 1):
        result = done.result()
        each, words = result.mutant, result.noticed
        if not words:
            survived.append(each)
            words = known.get(each.name, "NOT NOTICED")
        took = f"{number}/{len(chosen)} {result.seconds:5.1f} s"
        print(f"{took}  {each.path}:{each.line}: {each.old} -> {each.new}\n    {words}", flush=True)
    return survived


def main(argv: Sequence[str]) -> int:
    """Run the command: 0 if enough were noticed and every other one is explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many faults (default: 300)")
    parser.add_argument("--seed", default="mutants", help="any word: chooses the faults")
    parser.add_argument("--only", default="", metavar="PATH", help="only files that begin so")
    parser.add_argument("--text", default="", help="only faults whose name has this in it")
    parser.add_argument("--workers", type=int, default=2, help="at the same time (default: 2)")
    parser.add_argument(
        "--quick", action="store_true", help="leave the slow tests of other parts out"
    )
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
    args = parser.parse_args(argv)
    chosen, known = sample(args.sample, args.seed, args.only, args.text), explained()
    if args.list:
        print("\n".join(f"{each.path}:{each.line}: {each.name}" for each in chosen))
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadPoolExecutor(args.workers) as pool,
    ):
        bench = Bench(Path(folder), args.workers)
        survived = check_all(pool, bench.check, chosen, known)
        if not args.quick:
            doubtful = [each for each in survived if each.name not in known]
            still = set(check_all(pool, partial(bench.check, last=True), doubtful, known))
            survived = [each for each in survived if each.name in known or each in still]
    noticed = len(chosen) - len(survived)
    unknown = [each for each in survived if each.name not in known]
    part = noticed / len(chosen) if chosen else 1.0
    print(
        f"\n{noticed} of {len(chosen)} noticed ({part:.1%}), {len(survived) - len(unknown)} explained"
    )
    for each in unknown:
        print(f"NOT NOTICED  {each.path}:{each.line}\n    {each.name!r}")
    return int(bool(unknown) or part < AT_LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
