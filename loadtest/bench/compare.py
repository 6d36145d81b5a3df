"""`watai bench compare BEFORE AFTER`: better, worse or no difference, with an interval for each figure.

Give several runs of each side where you can: BEFORE… --with AFTER…; a single run cannot know how runs differ.
Each figure is taken second by second; the interval of the ratio is drawn by a seeded bootstrap over runs and
blocks of seconds. A difference counts when the whole interval is further from 1 than the tolerance,
"no difference" when all of it is nearer; everything else is unclear: measure longer, or more often.

Exit codes: 0 nothing is worse, 10 something is worse, 11 a run is INVALID, 2 the runs cannot be compared
(other machine, other work, unreadable; --force compares them all the same, except the unreadable).
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from watai.clients.cli.exits import OK, USAGE
from watai.loadtest.bench.race import INVALID, NOT_MET
from watai.loadtest.compare.likeness import differences
from watai.loadtest.compare.verdict import FigureVerdict, Word, judge
from watai.loadtest.results.digits import number
from watai.loadtest.results.files import read, write_json
from watai.loadtest.results.schema import BadRun, RaceResult

SCHEMA = 1


def main(argv: list[str]) -> int:
    """Run the command."""
    args = _arguments(argv)
    try:
        before, after = ([race for path in side for race in races(path)] for side in args.sides)
    except BadRun as bad:
        print(f"watai bench compare: {bad}", file=sys.stderr)
        return USAGE
    doubts = [*_invalid([*before, *after]), *differences([*before, *after])]
    for doubt in doubts:
        print(f"watai bench compare: {doubt}", file=sys.stderr)
    if doubts and not args.force:
        return INVALID if _invalid([*before, *after]) else USAGE
    verdicts = judge(before, after, args.tolerance / 100, args.seed)
    result = as_json(verdicts, args, doubts)
    if not write_json(result, args.json):
        print(told(verdicts, len(before), len(after)))
    return NOT_MET if result["worse"] else OK


def races(path: Path) -> list[RaceResult]:
    """The races in a file; BadRun if it holds anything else."""
    found = read(path)
    kept = [run for run in found if isinstance(run, RaceResult) and run.measured]
    if len(kept) < len(found):
        raise BadRun(f"{path}: only races with a series of seconds can be compared")
    return kept


def _invalid(found: Sequence[RaceResult]) -> list[str]:
    return [f"INVALID run: {'; '.join(race.invalid_because)}" for race in found if not race.valid]


def as_json(
    verdicts: Sequence[FigureVerdict], args: argparse.Namespace, doubts: Sequence[str]
) -> dict[str, object]:
    """The comparison as one object."""
    return {
        "schema": SCHEMA,
        "bench": "compare",
        "before": [str(path) for path in args.sides[0]],
        "after": [str(path) for path in args.sides[1]],
        "tolerance": args.tolerance / 100,
        "seed": args.seed,
        "forced": list(doubts),
        "worse": any(each.word is Word.WORSE for each in verdicts),
        "figures": [_row(each) for each in verdicts],
    }


def _row(each: FigureVerdict) -> dict[str, object]:
    return {
        "name": each.figure.name,
        "unit": each.figure.unit,
        "before": each.before,
        "after": each.after,
        "ratio": each.ratio.middle,
        "low": each.ratio.low,
        "high": each.ratio.high,
        "verdict": each.word.value,
    }


def told(verdicts: Sequence[FigureVerdict], before: int, after: int) -> str:
    """The comparison as a table, with a warning if there are too few runs."""
    lines = [f"{'':<26}{'before':>10}{'after':>10}  {'after/before':<25}"]
    for each in verdicts:
        found = each.ratio
        spread = "too few seconds"
        if found.low is not None and found.high is not None:
            spread = f"{found.low:.3f} … {found.high:.3f}"
        name = f"{each.figure.name} {each.figure.unit}"
        lines.append(
            f"{name:<26}{number(each.before):>10}{number(each.after):>10}"
            f"  {found.middle:5.3f} ({spread})".ljust(72)
            + f" {each.word.value}"
        )
    if min(before, after) < 3:
        lines.append(
            "Fewer than three runs a side: how much runs differ from each other is not in this."
        )
    return "\n".join(lines)


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="watai bench compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="BEFORE and AFTER")
    parser.add_argument("--with", nargs="+", type=Path, metavar="AFTER", dest="after", default=[])
    parser.add_argument("--tolerance", type=float, default=5, help="in per cent (default: 5)")
    parser.add_argument("--force", action="store_true", help="compare unlike or invalid runs")
    parser.add_argument(
        "--seed", default="compare", help="any word; fixes what the bootstrap draws"
    )
    parser.add_argument("--json", metavar="FILE", help="one JSON object; - for standard output")
    args = parser.parse_args(argv)
    if not args.after and len(args.files) != 2:
        parser.error("give two files, or several and several after --with")
    if not 0 <= args.tolerance < 100:
        parser.error("--tolerance is 0 to 100")
    args.sides = (args.files, args.after) if args.after else (args.files[:1], args.files[1:])
    return args
