"""`watai bench report FILE… --html OUT`: turns the JSON of measurements into one page."""

import argparse
import sys
from pathlib import Path

from watai.clients.cli.exits import OK, USAGE
from watai.loadtest.report.page import html
from watai.loadtest.results.files import read, write
from watai.loadtest.results.schema import BadRun


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="watai bench report", description=__doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="JSON of race, fairness"
    )
    parser.add_argument(
        "--html", required=True, metavar="OUT", help="the page; - for standard output"
    )
    args = parser.parse_args(argv)
    try:
        runs = [run for path in args.files for run in read(path)]
    except BadRun as bad:
        print(f"watai bench report: {bad}", file=sys.stderr)
        return USAGE
    write(html(runs), args.html)
    return OK
