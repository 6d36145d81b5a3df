"""`watai bench SUBJECT …`: finds the measurement and passes it the remaining arguments."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from watai.engine.options import BadOption

SUBJECTS = {
    "engine": "watai.loadtest.bench.engine",
    "bots": "watai.loadtest.bench.bots",
    "race": "watai.loadtest.bench.race",
    "fairness": "watai.loadtest.bench.fairness",
    "ceiling": "watai.loadtest.bench.ceiling",
    "neighbours": "watai.loadtest.bench.neighbours",
    "idle": "watai.loadtest.bench.idle",
    "client": "watai.loadtest.bench.client",
    "browser": "watai.loadtest.bench.browser",
    "report": "watai.loadtest.bench.report",
    "compare": "watai.loadtest.bench.compare",
    "peers": "watai.loadtest.bench.peers",
    "knee": "watai.loadtest.bench.knee",
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
