"""`watai bench race`: rooms of eight racing players on a real server, all of it: rules, journal, broadcast.

Closed loop: each player always has one play in flight, which shows what the server can do.
Open loop (--rate): plays leave on a fixed schedule whether or not the server keeps up, and latency counts
from the instant a play should have left, so a stall is seen by every play it delays.
"""

import argparse
import contextlib
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from loadtest.bench.arguments import (
    MOST_ROOMS,
    Nonsense,
    make_parser,
    make_plan,
    read_demand,
    read_rooms,
)
from loadtest.bench.report import write
from loadtest.load.fleet import Stalled, race
from loadtest.load.plan import Plan
from loadtest.report.page import html
from loadtest.report.race_text import LiveLine, board, columns
from loadtest.results.assertions import BadDemand
from loadtest.results.knee import find_knee
from loadtest.results.schema import parse
from loadtest.results.files import write_json
from loadtest.results.race_result import SCHEMA, choices, invalid_because, result
from loadtest.systems.environment import environment
from loadtest.systems.measured_server import METRICS, Host, own_server, read_address

PASSED: Final = 0
VIOLATED: Final = 1
USAGE: Final = 2
NOT_MET: Final = 10
INVALID: Final = 11
PART_OF_BUDGET: Final = 0.1  # a generator later than this part of it decides the figures itself

Whole = dict[str, Any]


class Bench:
    """The command with its arguments; each run has a server of its own unless there is a --server."""

    def __init__(self, args: argparse.Namespace, words: Sequence[str]) -> None:
        self.args = args
        self.plan = make_plan(args)
        self.command = shlex.join(["watai", "bench", "race", *words])
        self.demands = [read_demand(text) for text in args.asserts]
        self.knee = read_demand(args.find_knee) if args.find_knee else None
        self.rooms_list = read_rooms(args.rooms_list) if args.rooms_list else []

    def measure(self) -> Whole:
        """Everything that was asked for, as one JSON object."""
        if self.rooms_list:
            return self._list()
        return self._knee() if self.knee else self.run(self.plan)

    def run(self, plan: Plan) -> Whole:
        """One run."""
        args, live = self.args, LiveLine(sys.stderr, plan)
        started = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        with self._server() as host:
            try:
                measured = race(host, plan, live, args.stop_server)
            finally:
                live.wipe()
        figures = result(plan, measured)
        reasons = invalid_because(plan, figures, measured, args.budget * PART_OF_BUDGET)
        head = {"schema": SCHEMA, "bench": "race", "valid": not reasons}
        head |= {"invalid_because": reasons, "command": self.command, "started": started}
        head |= {**choices(plan), "server_url": args.server, "stop_server": args.stop_server}
        whole = {**head, **figures, "environment": environment()}
        whole["asserts"] = [each.judge(whole) for each in self.demands]
        return whole

    @contextlib.contextmanager
    def _server(self) -> Iterator[Host]:
        if self.args.server:
            yield Host(read_address(self.args.server))
        else:
            with own_server(self.args.durability, flags=METRICS) as host:
                yield host

    def _knee(self) -> Whole:
        """The run with the most rooms that meets the demand, and what else was tried."""
        runs: dict[int, Whole] = {}
        demand = self.knee
        assert demand is not None

        def holds(rooms: int) -> bool:
            run = runs[rooms] = self.run(replace(self.plan, rooms=rooms))
            print(columns(run, header=len(runs) == 1), file=sys.stderr)
            return exit_code(run) in (PASSED, NOT_MET) and bool(demand.judge(run)["passed"])

        rooms, tries = find_knee(holds, self.plan.rooms, MOST_ROOMS)
        limits = [runs[each.rooms] for each in tries if not each.passed]
        best = runs[rooms] if rooms else runs[tries[-1].rooms]
        unsure = [why for run in limits if not run["valid"] for why in run["invalid_because"]]
        best["knee"] = {
            "demand": demand.text,
            "rooms": rooms,
            "tries": [
                {"rooms": each.rooms, "passed": each.passed, **demand.judge(runs[each.rooms])}
                for each in tries
            ],
        }
        if unsure:
            best["valid"], best["invalid_because"] = False, unsure
        return best

    def _list(self) -> Whole:
        """One run after the other; the worst of them decides."""
        runs = []
        for rooms in self.rooms_list:
            runs.append(self.run(replace(self.plan, rooms=rooms)))
            print(columns(runs[-1], header=len(runs) == 1), file=sys.stderr)
        return {"schema": SCHEMA, "bench": "race-list", "command": self.command, "runs": runs}


def exit_code(whole: Mapping[str, Any]) -> int:
    """What the command says to the shell: being wrong is worse than being unsure, and that worse than being slow."""
    if "runs" in whole:
        codes = [exit_code(run) for run in whole["runs"]]
        return next((code for code in (VIOLATED, INVALID, NOT_MET) if code in codes), PASSED)
    if whole["violations"]:
        return VIOLATED
    if not whole["valid"]:
        return INVALID
    return PASSED if all(each["passed"] for each in whole["asserts"]) else NOT_MET


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser(__doc__)
    args = parser.parse_args(argv)
    try:
        whole = Bench(args, argv).measure()
    except (Nonsense, BadDemand) as why:
        parser.error(str(why))
    except (Stalled, OSError, ValueError) as problem:
        print(f"watai bench race: {problem}", file=sys.stderr)
        return INVALID
    if args.html:
        write(html([parse(each) for each in whole.get("runs", [whole])]), args.html)
    show(whole, args.json)
    return exit_code(whole)


def show(whole: Whole, file: str | None) -> None:
    """The JSON where it was asked for, and the table unless it would be in its way."""
    if write_json(whole, file):
        return
    print("\n\n".join(board(each) for each in whole.get("runs", [whole])))
