"""Feeds made-up inputs to every part of the program that reads bytes from outside: `make fuzz`.

An input that breaks something is kept in `tests/data/fuzz`, where `tests/test_fuzz.py` reads it from then on.
"""

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from random import Random

from tests.support.fuzz.targets import FOUND, TARGETS, Target

SLICE: float = 2.0
"""Seconds of one target before the next one: so an early end has tried all of them."""


def feed(target: Target, seed: str, seconds: float) -> tuple[int, list[tuple[bytes, str]]]:
    """Feed one target for so long; returns how many inputs it took, and those that broke it."""
    broken: dict[tuple[type[Exception], int | None], tuple[bytes, str]] = {}
    inputs = target.inputs(Random(seed), target.corpus)
    until = time.monotonic() + seconds
    for count, data in enumerate(inputs, 1):
        try:
            target.read(data)
        except Exception as fault:
            where = traceback.extract_tb(fault.__traceback__)[-1]
            broken.setdefault((type(fault), where.lineno), (data, traceback.format_exc()))
        if not count & 63 and time.monotonic() > until:
            return count, list(broken.values())
    raise AssertionError("inputs end never")


def _turn(turn: tuple[str, str, float]) -> tuple[str, int, list[tuple[bytes, str]]]:
    name, seed, seconds = turn
    target = next(each for each in TARGETS if each.name == name)
    return name, *feed(target, seed, seconds)


def main(argv: Sequence[str]) -> int:
    """Run the command: 1 if anything broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--seed", default=str(time.time_ns()), help="any word (default: the time)")
    parser.add_argument("--only", default="", metavar="NAME,…", help="only these targets")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args(argv)
    names = [each.name for each in TARGETS if not args.only or each.name in args.only.split(",")]
    rounds = max(1, round(args.minutes * 60 * args.workers / SLICE / len(names)))
    seconds = args.minutes * 60 * args.workers / rounds / len(names)
    turns = [
        (name, f"{args.seed} {turn} {name}", seconds) for turn in range(rounds) for name in names
    ]
    counts: Counter[str] = Counter()
    broke: dict[str, str] = {}
    began = time.monotonic()
    with ProcessPoolExecutor(args.workers) as pool:
        for name, count, broken in pool.map(_turn, turns):
            counts[name] += count
            for data, fault in broken:
                kept = FOUND / name / sha256(data).hexdigest()[:12]
                if fault.splitlines()[-1] not in broke:
                    broke[fault.splitlines()[-1]] = f"{kept}\n{fault}"
                    kept.parent.mkdir(exist_ok=True)
                    kept.write_bytes(data)
    took = time.monotonic() - began
    for name, count in counts.items():
        print(f"{name:<16}{count:>12,}{count / rounds / seconds:>12,.0f} a second and worker")
    print(
        f"{'in all':<16}{counts.total():>12,}{counts.total() / took:>12,.0f} a second (seed {args.seed})"
    )
    for words in broke.values():
        print(f"BROKEN: {words}")
    return int(bool(broke))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
