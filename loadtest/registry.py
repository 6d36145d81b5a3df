"""`watai bench SUBJECT …`: finds the measurement and passes it the remaining arguments."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from engine.options import BadOption

SUBJECTS = {
    "engine": "loadtest.bench.engine",
    "bots": "loadtest.bench.bots",
    "race": "loadtest.bench.race",
    "fairness": "loadtest.bench.fairness",
    "ceiling": "loadtest.bench.ceiling",
    "neighbours": "loadtest.bench.neighbours",
    "faults": "loadtest.bench.faults",
    "idle": "loadtest.bench.idle",
    "client": "loadtest.bench.client",
    "browser": "loadtest.bench.browser",
    "report": "loadtest.bench.report",
    "compare": "loadtest.bench.compare",
    "peers": "loadtest.bench.peers",
    "knee": "loadtest.bench.knee",
    "storm": "loadtest.bench.storm",
    "cluster": "loadtest.bench.cluster",
}


def main(argv: list[str], text: Any) -> int:
    """Run one measurement and return its exit code."""
    if argv and argv[0] in SUBJECTS:
        command = cast(Callable[[list[str]], int], import_module(SUBJECTS[argv[0]]).main)
        try:
            return command(argv[1:])
        except BadOption as bad:
            print(f"watai bench {argv[0]}: {bad}", file=sys.stderr)
            return 2
    asked = bool(argv) and argv[0] in ("-h", "--help")
    print(
        f"usage: watai bench {{{','.join(SUBJECTS)}}} [--help]",
        file=sys.stdout if asked else sys.stderr,
    )
    return 0 if asked else 2
