"""`watai bench ceiling`: what the generator itself can do, against a server that only pretends.

The same rooms, sockets, answers and events as in `watai bench race --play turn --check off`, without rules or journal
on the other side. A server that comes near this figure is not what is being measured.
"""

import argparse
from typing import Any, Final

from watai import child
from watai.loadtest.load.fleet import race
from watai.loadtest.load.plan import Plan
from watai.loadtest.results.files import write_json
from watai.loadtest.results.race_result import race_result
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import started

NEVER_LATE: Final = float("inf")  # a closed loop has no schedule


def measure(rooms: int, seconds: float, processes: int, check: str) -> dict[str, Any]:
    """Closed loop: turns and answers as fast as they go."""
    plan = Plan(rooms=rooms, seconds=seconds, processes=processes, play="turn", check=check)
    with started(child.command("loadtest.systems.stub_server")) as stub:
        raw = race(stub, plan, lambda second, run: None)
    result = race_result(plan, raw, NEVER_LATE)
    return {
        "schema": 1,
        "bench": "ceiling",
        "rooms": rooms,
        "seconds": seconds,
        "plays_per_s": result.plays_per_s,
        "plays_per_cpu_s": round(result.plays_per_s / max(result.generator.cpu or 0, 0.01)),
        "frames_per_s": result.frames_per_s,
        "ack_ms": result.ack_ms,
        "generator": result.generator,
        "parrot": result.server,
        "environment": environment(),
    }


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="watai bench ceiling",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rooms", type=int, default=40, help="rooms of eight (default: 40)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long (default: 3)")
    parser.add_argument("--processes", type=int, default=1, help="processes of the generator")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if not 1 <= args.rooms <= 4000 or not 0 < args.seconds <= 3600 or args.processes < 1:
        parser.error("--rooms is 1 to 4000, --seconds up to 3600, --processes at least 1")
    figures = measure(args.rooms, args.seconds, args.processes, "off")
    if write_json(figures, args.json):
        return 0
    print(f"{figures['plays_per_s']:,} plays/s, {figures['frames_per_s']:,} frames/s")
    print(f"generator {figures['generator'].cpu} cores, parrot {figures['parrot'].cpu} cores")
    print(f"{figures['plays_per_cpu_s']:,} plays per second of the generator's processor time")
    return 0
