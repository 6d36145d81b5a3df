"""`watai bench knee`: the most plays a second with an open-loop p99 within a budget, ours and each peer's, as ratios.

Rooms of eight whose players each make `--rate` plays a second on a fixed schedule, whether or not the server keeps up;
latency counts from the instant a play should have left. More rooms are more load. Ours is searched three times: turns
of the Stock, real plays decided by arrival, and real plays decided fairly. In fair races a play may wait for rivals on
purpose: that wait is no part of the latency here, and is told beside it.

Server on one core, generator on another: a measurement needs two idle cores. Rounds alternate, and a ratio is taken
within a round. The peers know no rules and keep no journal; ours does both.

Exit codes: 0 measured, 1 a server failed, 2 usage, 11 INVALID: a generator was behind its own schedule.
"""

import argparse
import os
import shlex
import sys

from watai.clients.cli.batch.progress import Progress
from watai.clients.cli.exits import FAILURE, OK
from watai.loadtest.bench.peers import found
from watai.loadtest.bench.race import INVALID
from watai.loadtest.load.plan import Plan
from watai.loadtest.peers.cache import folder
from watai.loadtest.peers.knee_figures import as_json, doubts, table
from watai.loadtest.peers.knee_page import knee_page
from watai.loadtest.peers.knees import OVER_TLS, PLAIN, Knee, contenders, rounds
from watai.loadtest.peers.rounds import PEERS, Failed
from watai.loadtest.results.files import write, write_json
from watai.loadtest.systems.environment import environment

SCHEMA = 1
USUAL = ("colyseus", "limit")


def main(argv: list[str]) -> int:
    """Run the command."""
    args = _arguments(argv)
    commands, missing = found(args.peers, folder(os.environ))
    for name, why in missing.items():
        print(f"watai bench knee: {name} is left out: {why}", file=sys.stderr)
    everybody = {
        name: measure
        for name, measure in contenders(commands, args.budget).items()
        if name in commands or name.removeprefix("ours.") in args.ours
    }
    plan = Plan(seconds=args.seconds, rate=args.rate, warm_up=args.warm_up)
    knees: dict[str, list[Knee]] = {name: [] for name in everybody}
    searches = rounds(everybody, plan, args.budget, args.rounds)
    total = args.rounds * len(everybody)
    try:
        for name, knee in Progress(sys.stderr).over(searches, total, "searches"):
            knees[name].append(knee)
    except Failed as failure:
        print(f"watai bench knee: {failure}", file=sys.stderr)
        return FAILURE
    return _tell(knees, missing, args, shlex.join(["watai", "bench", "knee", *argv]))


def _tell(
    knees: dict[str, list[Knee]], missing: dict[str, str], args: argparse.Namespace, command: str
) -> int:
    wrong = doubts(knees, args.budget)
    result = {
        "schema": SCHEMA,
        "bench": "knee",
        "valid": not wrong,
        "invalid_because": wrong,
        "command": command,
        "budget_ms": args.budget,
        "rate": args.rate,
        "seconds": args.seconds,
        "left_out": missing,
        **as_json(knees),
        "environment": environment(),
    }
    if args.html:
        write(knee_page(knees, args.budget, command, wrong), args.html)
    if not write_json(result, args.json):
        print(table(knees))
    told = sys.stderr if args.json == "-" else sys.stdout  # beside the figures that it is about
    for each in wrong:
        print(f"INVALID: {each}", file=told)
    return INVALID if wrong else OK


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="watai bench knee",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "peers",
        nargs="*",
        metavar="PEER",
        help=f"{', '.join(PEERS)} (default: {' '.join(USUAL)})",
    )
    parser.add_argument(
        "--ours",
        default=",".join(PLAIN),
        metavar="NAMES",
        help=f"what ours is asked to do: {','.join(PLAIN)} (default: all)",
    )
    parser.add_argument("--tls", action="store_true", help="ours over wss:// too, beside ws://")
    parser.add_argument("--budget", type=float, default=20.0, help="p99 in ms (default: 20)")
    parser.add_argument("--rate", type=float, default=5.0, help="plays a second each (default: 5)")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each run (default: 4)")
    parser.add_argument("--warm-up", type=float, default=1.0, help="seconds before (default: 1)")
    parser.add_argument("--rounds", type=int, default=3, help="everybody once each (default: 3)")
    parser.add_argument("--json", metavar="FILE", help="one JSON object; - for standard output")
    parser.add_argument("--html", metavar="FILE", help="a page with the curves of p50 and p99")
    args = parser.parse_args(argv)
    args.ours = args.ours.split(",")
    unknown = {*args.peers} - {*PEERS} | {*args.ours} - {*PLAIN}
    if unknown:
        parser.error(f"no such server: {', '.join(sorted(unknown))}")
    if min(args.rounds, args.seconds, args.rate, args.budget) <= 0 or args.warm_up < 0:
        parser.error("--rounds, --seconds, --rate and --budget are positive")
    if args.tls:
        args.ours += [f"{name}{OVER_TLS}" for name in args.ours]
    args.peers = args.peers or list(USUAL)
    return args
