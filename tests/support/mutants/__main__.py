"""Plants faults one at a time, each in a copy of the tree, and tells which the tests notice: `make mutants`."""

import argparse
import random
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.support.mutants.bench import Bench, digest
from tests.support.mutants.related import AREAS, modules
from tests.support.mutants.results import Result, Results, Verdict
from tests.support.mutants.sites import Mutant, mutants

ROOT: Final = Path(__file__).resolve().parents[3]
EXPLAINED: Final = ROOT / "tests/data/mutants.toml"
AT_LEAST: Final = 0.95
RESULTS: Final = ROOT / "build/mutants/results.jsonl"


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
    chosen: Sequence[Mutant], bench: Bench, results: Results, known: Mapping[str, str], number: int
) -> list[Result]:
    """Check faults one after the other, keep and print each; what an earlier run noticed is not tried again."""
    found = []
    for place, each in enumerate(chosen, 1):
        source = digest((ROOT / each.path).read_bytes())
        if (result := results.noticed(each.name, source)) is None:
            result = bench.check(each, number)
            results.add(result)
        words = f"{result.verdict}: {result.test}"
        if result.verdict is Verdict.SURVIVED:
            words = known.get(each.name, "NOT NOTICED")
        took = f"{place}/{len(chosen)} {result.seconds:5.1f} s"
        print(f"{took}  {each.path}:{each.line}: {each.old} -> {each.new}\n    {words}", flush=True)
        found.append(result)
    return found


def main(argv: Sequence[str]) -> int:
    """Run the command: 0 if enough were noticed and every other one is explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many faults (default: 300)")
    parser.add_argument("--seed", default="mutants", help="any word: chooses the faults")
    parser.add_argument("--first", type=int, help="only so many of the sample, from its beginning")
    parser.add_argument("--only", default="", metavar="PATH", help="only files that begin so")
    parser.add_argument("--text", default="", help="only faults whose name has this in it")
    parser.add_argument(
        "--results", type=Path, default=RESULTS, help="where results are kept, and taken up again"
    )
    parser.add_argument(
        "--quick", action="store_true", help="leave the slow tests of other parts out"
    )
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
    args = parser.parse_args(argv)
    chosen = sample(args.sample, args.seed, args.only, args.text)[: args.first]
    known = explained()
    if args.list:
        print("\n".join(f"{each.path}:{each.line}: {each.name}" for each in chosen))
        return 0
    results = Results(args.results)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(ROOT, Path(folder), args.results.parent)
        found = {each.name: each for each in check_all(chosen, bench, results, known, 0)}
        for number in range(1, 2 if args.quick else 3):
            left = {each.name for each in found.values() if each.verdict is Verdict.SURVIVED}
            doubtful = [each for each in chosen if each.name in left - set(known)]
            late = check_all(doubtful, bench, results, known, number)
            found.update({each.name: each for each in late})
    return report(chosen, list(found.values()), known)


def report(chosen: Sequence[Mutant], found: Sequence[Result], known: Mapping[str, str]) -> int:
    """Print the figure and the survivors; 0 if enough were noticed and every other one is explained."""
    count = Counter(each.verdict for each in found)
    noticed = len(found) - count[Verdict.SURVIVED]
    part = noticed / len(found) if found else 1.0
    survivors = {each.name for each in found if each.verdict is Verdict.SURVIVED}
    unknown = [each for each in chosen if each.name in survivors - set(known)]
    print(
        f"\n{noticed} of {len(found)} noticed ({part:.1%}): {count[Verdict.FAILED]} by a test that failed, "
        f"{count[Verdict.LATE]} by one that waited in vain, {count[Verdict.HUNG]} by one that slept for ever, {count[Verdict.ENDLESS]} by one that used up its processor time; "
        f"{len(survivors) - len(unknown)} explained"
    )
    for each in unknown:
        print(f"NOT NOTICED  {each.path}:{each.line}\n    {each.name!r}")
    return int(bool(unknown) or part < AT_LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
