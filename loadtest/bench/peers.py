"""`watai bench peers`: the servers a user would pick instead, and ours, on the same work in one go, as ratios.

Rooms of eight, small MessagePack messages, every play broadcast to its room; server on one core, generator on
another. The peers know no rules and keep no journal; ours does both. Rounds are interleaved, and a ratio is
taken within a round, so that a slow minute of the machine is everybody's.

What peers need is installed once, outside the project (PEERS_CACHE, or under the user's cache). Without Node
its peers are left out, which is said.

Exit codes: 0 measured, 1 a server failed, 2 usage, 11 INVALID: a generator was behind its own schedule.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from watai.clients.cli.batch.progress import Progress
from watai.clients.cli.exits import FAILURE, OK
from watai.loadtest.bench.race import INVALID
from watai.loadtest.peers.cache import Missing, folder
from watai.loadtest.peers.ratios import as_json, doubts, table
from watai.loadtest.peers.rounds import (
    OURS,
    PEERS,
    Failed,
    Got,
    Work,
    in_turn,
    measure_ours,
    measure_peer,
)
from watai.loadtest.results.files import write_json
from watai.loadtest.systems.environment import environment

SCHEMA = 1
LIKE_THE_PEERS = "--play turn"
"""A turn of the Stock is always allowed, so that ours is asked as often as the others; cards wait for countdowns."""


def main(argv: list[str]) -> int:
    """Run the command."""
    args = _arguments(argv)
    commands, missing = found(args.peers, folder(os.environ))
    for name, why in missing.items():
        print(f"watai bench peers: {name} is left out: {why}", file=sys.stderr)
    names = [OURS, *commands]
    results: dict[str, list[tuple[Got, Got]]] = {name: [] for name in names}
    work = Work(args.rooms, args.seconds, args.rate)
    turns = list(in_turn(names, args.rounds))
    try:
        for _, name in Progress(sys.stderr).over(turns, len(turns), "runs"):
            results[name].append(
                measure_ours(work, args.ours.split())
                if name == OURS
                else measure_peer(name, commands[name], work)
            )
    except Failed as failure:
        print(f"watai bench peers: {failure}", file=sys.stderr)
        return FAILURE
    return _tell(results, missing, args)


def found(names: Sequence[str], cache: Path) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The commands of those peers that can run here, and why the others cannot."""
    commands: dict[str, list[str]] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            commands[name] = PEERS[name].command(cache)
        except Missing as why:
            missing[name] = str(why)
    return commands, missing


def _tell(
    results: dict[str, list[tuple[Got, Got]]], missing: dict[str, str], args: argparse.Namespace
) -> int:
    wrong = doubts(results)
    result = {
        "schema": SCHEMA,
        "bench": "peers",
        "valid": not wrong,
        "invalid_because": wrong,
        "rooms": args.rooms,
        "seconds": args.seconds,
        "rate": args.rate,
        "rounds": args.rounds,
        "left_out": missing,
        "ours": args.ours,
        **as_json(results),
        "environment": environment(),
    }
    if not write_json(result, args.json):
        print(table(results))
    told = sys.stderr if args.json == "-" else sys.stdout  # beside the figures that it is about
    for each in wrong:
        print(f"INVALID: {each}", file=told)
    return INVALID if wrong else OK


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="watai bench peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "peers", nargs="*", metavar="PEER", help=f"{', '.join(PEERS)} (default: all)"
    )
    parser.add_argument("--rooms", type=int, default=40, help="rooms of eight (default: 40)")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each loop (default: 4)")
    parser.add_argument("--rate", type=float, default=5.0, help="open loop, a player (default: 5)")
    parser.add_argument("--rounds", type=int, default=3, help="everybody once each (default: 3)")
    parser.add_argument(
        "--ours",
        default=LIKE_THE_PEERS,
        metavar="OPTIONS",
        help=f"for our `bench race` (default: {LIKE_THE_PEERS!r})",
    )
    parser.add_argument("--json", metavar="FILE", help="one JSON object; - for standard output")
    args = parser.parse_args(argv)
    unknown = set(args.peers) - set(PEERS)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}")
    if args.rooms < 1 or args.rounds < 1 or args.seconds <= 0 or args.rate <= 0:
        parser.error("--rooms, --rounds, --seconds and --rate are positive")
    args.peers = args.peers or list(PEERS)
    return args
