"""`watai bench neighbours`: does a peer who misbehaves hurt anybody else?

Rooms race at a human rate; in the same run, with quiet in between, peers do not read, flood, fall silent or come twice.
What counts is the p99 of everybody else's answers beside them, over the p99 in the quiet before and after. The kind
`nobody` does nothing: its ratio shows what chance does to the others.
"""

import argparse
import sys
from typing import Any, Final

from watai.loadtest.bench.arguments import EXIT_CODES, Nonsense, read_assertion
from watai.loadtest.bench.race import INVALID, PART_OF_BUDGET, exit_code
from watai.loadtest.load.fleet import GeneratorFailed, RawRun, race
from watai.loadtest.load.misbehaving import KINDS, LIMITS
from watai.loadtest.load.plan import Plan
from watai.loadtest.report.live_line import LiveLine
from watai.loadtest.results.assertions import BadAssertion
from watai.loadtest.results.files import write_json
from watai.loadtest.results.latency import histogram, summary
from watai.loadtest.results.race_result import race_result
from watai.loadtest.results.schema import LatencySummary
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import own_server

SCHEMA: Final = 1
ASKED: Final = ("rooms", "rate", "seconds", "peers", "arbitration")
FOUND: Final = ("violations", "faults", "generator", "server")


def beside(plan: Plan, run: RawRun) -> dict[str, dict[str, Any]]:
    """For each kind: latencies beside it and in the quiet around it, and their ratio at p99."""
    figures: dict[str, dict[str, Any]] = {}
    closed = next((report.sent_away for report in run.reports if report.sent_away), ())
    for index, kind in enumerate(plan.misbehaving):
        theirs = 2 * index + 1
        noisy, quiet = _summary(plan, run, {theirs}), _summary(plan, run, {theirs - 1, theirs + 1})
        ratio = round(noisy.p99 / quiet.p99, 2) if noisy.p99 and quiet.p99 else None
        figures[kind] = {
            "ack_ms": noisy,
            "quiet_ms": quiet,
            "ratio": ratio,
            "sent_away": closed[index],
        }
    return figures


def _summary(plan: Plan, run: RawRun, windows: set[int]) -> LatencySummary:
    return summary(
        histogram(
            second.counts("ack")
            for second in run.seconds
            if second.number // plan.window in windows
        )
    )


def measure(plan: Plan, budget_ms: float) -> dict[str, Any]:
    """One run with every kind in it."""
    live = LiveLine(sys.stderr, plan)
    with own_server(plan.durability, LIMITS) as server:
        try:
            raw = race(server, plan, live)
        finally:
            live.wipe()
    result = race_result(plan, raw, budget_ms * PART_OF_BUDGET)
    kinds = beside(plan, raw)
    ratios = [each["ratio"] for each in kinds.values()]
    return {
        "schema": SCHEMA,
        "bench": "neighbours",
        "valid": result.valid,
        "invalid_because": result.invalid_because,
        **{name: getattr(plan, name) for name in ASKED},
        "neighbours": kinds,
        "worst_ratio": None if None in ratios else max(ratios, default=None),
        **{name: getattr(result, name) for name in FOUND},
        "environment": environment(),
    }


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="watai bench neighbours",
        description=__doc__,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--with", dest="kinds", default=",".join(KINDS), metavar="KIND,…", help="default: all")
    add("--rooms", type=int, default=10, help="rooms of eight (default: 10)")
    add("--rate", type=float, default=5.0, help="plays a second per player (default: 5)")
    add(
        "--seconds", type=int, default=10, help="of each kind, and of quiet around it (default: 10)"
    )
    add("--peers", type=int, default=8, help="misbehaving peers of each kind (default: 8)")
    add("--arbitration", choices=("fair", "arrival"), default="arrival",
        help="fair: answers to races include their waits, which are no neighbour's doing (default: arrival)")  # fmt: skip
    add("--budget", type=float, default=10.0, metavar="MS", help="as for race (default: 10)")
    add("--assert", dest="asserts", action="append", default=[], metavar="DEMAND",
        help="such as 'worst_ratio<=1.5'")  # fmt: skip
    add("--json", metavar="FILE", help="write one JSON object; - for standard output")
    return parser


def make_plan(args: argparse.Namespace) -> Plan:
    """Quiet, a kind, quiet, another kind, …, quiet; or Nonsense."""
    kinds = tuple(args.kinds.split(","))
    if not set(kinds) <= set(KINDS) or min(args.rooms, args.rate, args.seconds, args.peers) <= 0:
        raise Nonsense(f"--with is some of {', '.join(KINDS)}; numbers are more than nothing")
    return Plan(
        rooms=args.rooms,
        rate=args.rate,
        seconds=float(args.seconds * (2 * len(kinds) + 1)),
        misbehaving=kinds,
        window=args.seconds,
        peers=args.peers,
        arbitration=args.arbitration,
        seed="neighbours",
    )


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser()
    args = parser.parse_args(argv)
    try:
        plan = make_plan(args)
        asserts = [read_assertion(text) for text in args.asserts]
        whole = measure(plan, args.budget)
        whole["asserts"] = [each.judge(whole) for each in asserts]
    except (Nonsense, BadAssertion) as why:
        parser.error(str(why))
    except (GeneratorFailed, OSError) as problem:
        print(f"watai bench neighbours: {problem}", file=sys.stderr)
        return INVALID
    show(whole, args.json)
    return exit_code(whole["violations"], whole["valid"], whole["asserts"])


def show(whole: dict[str, Any], file: str | None) -> None:
    """Write the JSON where it was asked for, or print the table."""
    if write_json(whole, file):
        return
    print(f"{'beside':<16}{'p99 ms':>10}{'quiet p99':>12}{'ratio':>8}{'sent away':>12}")
    for kind, each in whole["neighbours"].items():
        row = f"{kind:<16}{each['ack_ms'].p99!s:>10}{each['quiet_ms'].p99!s:>12}"
        print(f"{row}{each['ratio']!s:>8}{each['sent_away']:>12}")
    for each in whole["asserts"]:
        print(f"{'met' if each.passed else 'NOT MET'}: {each.text} ({each.value})")
    for reason in whole["invalid_because"]:
        print(f"INVALID: {reason}")
    for fault in whole["faults"]:
        print(f"FAULT {fault}")
