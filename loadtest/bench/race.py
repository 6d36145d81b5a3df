"""`watai bench race`: rooms of eight racing players on a real server, all of it: rules, journal, broadcast.

Closed loop: each player always has one play in flight, which shows what the server can do.
Open loop (--rate): plays leave on a fixed schedule whether or not the server keeps up, and latency counts
from the instant a play should have left, so a stall is seen by every play it delays.
"""

import argparse
import contextlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from watai.loadtest.bench.arguments import (
    MOST_ROOMS,
    Nonsense,
    make_parser,
    make_plan,
    read_assertion,
    read_rooms,
)
from watai.loadtest.load.fleet import GeneratorFailed, race
from watai.loadtest.load.plan import Plan
from watai.loadtest.report.live_line import LiveLine
from watai.loadtest.report.page import html
from watai.loadtest.report.race_text import columns, race_text
from watai.loadtest.results.assertions import BadAssertion
from watai.loadtest.results.files import write, write_json
from watai.loadtest.results.knee import find_knee
from watai.loadtest.results.race_result import SCHEMA, race_result
from watai.loadtest.results.schema import AssertionResult, KneeResult, KneeTry, RaceList, RaceResult
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import METRICS, MeasuredServer, own_server, read_address

PASSED: Final = 0
VIOLATED: Final = 1
USAGE: Final = 2
NOT_MET: Final = 10
INVALID: Final = 11
PART_OF_BUDGET: Final = 0.1  # a generator later than this part of the budget makes a run invalid


class Bench:
    """The command with its arguments; each run has a server of its own unless there is a --server."""

    def __init__(self, args: argparse.Namespace, words: Sequence[str]) -> None:
        self.args = args
        self.plan = make_plan(args)
        self.command = shlex.join(["watai", "bench", "race", *words])
        self.asserts = [read_assertion(text) for text in args.asserts]
        self.knee = read_assertion(args.find_knee) if args.find_knee else None
        self.rooms_list = read_rooms(args.rooms_list) if args.rooms_list else []

    def measure(self) -> RaceResult | RaceList:
        """Run everything that was asked for."""
        if self.rooms_list:
            return self._list()
        return self._knee() if self.knee else self.run(self.plan)

    def run(self, plan: Plan) -> RaceResult:
        """One run."""
        args, live = self.args, LiveLine(sys.stderr, plan)
        started = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        with self._server() as server:
            try:
                raw = race(server, plan, live, args.stop_server)
            finally:
                live.wipe()
        result = race_result(
            plan,
            raw,
            args.budget * PART_OF_BUDGET,
            command=self.command,
            started=started,
            server_url=args.server,
            stop_server=args.stop_server,
            environment=environment(),
        )
        result.asserts = [each.judge(result) for each in self.asserts]
        return result

    @contextlib.contextmanager
    def _server(self) -> Iterator[MeasuredServer]:
        if self.args.server:
            yield MeasuredServer(read_address(self.args.server))
        else:
            args = self.args
            with own_server(args.durability, flags=METRICS, tls=args.tls) as server:
                yield server

    def _knee(self) -> RaceResult:
        """The run with the most rooms that meets the assertion, and what else was tried."""
        runs: dict[int, RaceResult] = {}
        wanted = self.knee
        assert wanted is not None

        def holds(rooms: int) -> bool:
            run = runs[rooms] = self.run(replace(self.plan, rooms=rooms))
            print(columns(run, header=len(runs) == 1), file=sys.stderr)
            return run.valid and not run.violations and wanted.judge(run).passed

        rooms, tries = find_knee(holds, self.plan.rooms, MOST_ROOMS)
        limits = [runs[each.rooms] for each in tries if not each.passed]
        best = runs[rooms] if rooms else runs[tries[-1].rooms]
        unsure = [why for run in limits if not run.valid for why in run.invalid_because]
        judged = [(each.rooms, wanted.judge(runs[each.rooms])) for each in tries]
        best.knee = KneeResult(
            wanted.text,
            rooms,
            [KneeTry(each.text, each.passed, each.value, rooms=tried) for tried, each in judged],
        )
        if unsure:
            best.valid, best.invalid_because = False, unsure
        return best

    def _list(self) -> RaceList:
        """One run after the other; the worst of them decides the exit code."""
        runs = []
        for rooms in self.rooms_list:
            runs.append(self.run(replace(self.plan, rooms=rooms)))
            print(columns(runs[-1], header=len(runs) == 1), file=sys.stderr)
        return RaceList(schema=SCHEMA, command=self.command, runs=runs)


def exit_code(violations: int, valid: bool, asserts: Sequence[AssertionResult]) -> int:
    """The exit code of a run: a violation counts more than an invalid run, and that more than a missed assertion."""
    if violations:
        return VIOLATED
    if not valid:
        return INVALID
    return PASSED if all(each.passed for each in asserts) else NOT_MET


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser(__doc__)
    args = parser.parse_args(argv)
    try:
        result = Bench(args, argv).measure()
    except (Nonsense, BadAssertion) as why:
        parser.error(str(why))
    except (GeneratorFailed, OSError, ValueError) as problem:
        print(f"watai bench race: {problem}", file=sys.stderr)
        return INVALID
    runs = result.runs if isinstance(result, RaceList) else [result]
    if args.html:
        write(html(runs), args.html)
    if not write_json(result, args.json):
        print("\n\n".join(race_text(run) for run in runs))
    codes = [exit_code(run.violations, run.valid, run.asserts) for run in runs]
    return next((code for code in (VIOLATED, INVALID, NOT_MET) if code in codes), PASSED)
