"""`watai bench report FILE… --html OUT`: turns the JSON of measurements into one page."""

import argparse
import sys
from pathlib import Path

from clients.cli.exits import OK, USAGE
from loadtest.report.page import html
from loadtest.results.schema import BadRun, parse, read


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


def write_report(result: object, where: str) -> None:
    """For a bench's own `--html FILE`: the page of the result it has just measured."""
    write(html([parse(result)]), where)


def write(page: str, where: str) -> None:
    """Put the page into a file, or on standard output for `-`."""
    if where == "-":
        print(page, end="")
    else:
        Path(where).write_text(page, encoding="utf-8")
