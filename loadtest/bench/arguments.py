"""The command line of `watai bench race`: its options, and which combinations make no sense."""

import argparse
from collections.abc import Mapping
from typing import Any, Final

from watai.engine.catalogue import GAMES
from watai.loadtest.load.plan import RACE, Plan, Spike
from watai.loadtest.results.assertions import Assertion, BadAssertion, parse_assertion

EXIT_CODES: Final = (
    "exit codes: 0 passed, 1 the server was wrong (violations), 2 wrong usage, "
    "10 an --assert was not met, 11 the run is not valid (for example: the generator was late)"
)
NOTICE: Final = {"closed": 0.1, "open": 1.0}
"""How often a player sees a fitting card. At full speed a round lasts a second, and countdowns would fill the run."""
MOST_ROOMS: Final = 4_000

Words = tuple[str, Mapping[str, Any]]
PLAN: Final[tuple[Words, ...]] = (
    ("--rooms", {"type": int, "default": 40, "help": "how many rooms (default: 40)"}),
    ("--players", {"type": int, "default": 8, "help": "players in a room, 2 to 8 (default: 8)"}),
    ("--seconds", {"type": float, "default": 4.0, "help": "how long to measure (default: 4)"}),
    ("--soak", {"type": float, "metavar": "MIN", "help": "measure for so many minutes instead"}),
    ("--rate", {"type": float, "default": 0.0, "help": "plays a second each; 0: closed loop"}),
    ("--arrivals", {"choices": ("constant", "poisson"), "default": "constant"}),
    ("--think", {"type": float, "default": 0.0, "metavar": "MS", "help": "closed loop: pause before the next play"}),
    ("--warm-up", {"type": float, "default": 0.0, "metavar": "S", "help": "seconds before, which do not count"}),
    ("--ramp", {"type": float, "default": 0.0, "metavar": "S", "help": "open loop: seconds of rising rate, which do not count"}),
    ("--spike", {"metavar": "N,S", "help": "open loop: N times the rate for S seconds in the middle"}),
    ("--play", {"choices": ("real", "turn"), "default": "real", "help": "real: cards, turns and shouts; turn: turns only, cheapest"}),
    ("--notice", {"type": float, "help": "how often a fitting card is seen, 0 to 1 (default: 1; closed loop: 0.1)"}),
    ("--mix", {"default": RACE, "metavar": "GAME=N,…", "help": "which games the rooms play, such as watai=6,wapi=1"}),
    ("--seed", {"default": "race", "help": "any word; fixes decisions and arrival times (the server's deals are its own)"}),
    ("--processes", {"type": int, "default": 1, "help": "processes of the generator (default: 1)"}),
)  # fmt: skip
RUN: Final[tuple[Words, ...]] = (
    ("--check", {"choices": ("all", "sample", "off"), "default": "all", "help": "which rooms' events are checked (default: all)"}),
    ("--server", {"metavar": "URL", "help": "measure this server instead of one of our own"}),
    ("--durability", {"choices": ("process", "power"), "default": "process", "help": "of our own server's journal"}),
    ("--arbitration", {"choices": ("fair", "arrival"), "default": "fair", "help": "how the rooms decide races (default: fair)"}),
    ("--tls", {"action": "store_true", "help": "over wss:// instead of ws://; racing rooms only"}),
    ("--stop-server", {"type": float, "default": 0.0, "metavar": "S", "help": "hold our own server up (SIGSTOP) for S seconds in the middle"}),
    ("--budget", {"type": float, "default": 10.0, "metavar": "MS", "help": "latency that matters; a generator later than a tenth of it makes the run invalid (default: 10)"}),
    ("--find-knee", {"metavar": "DEMAND", "help": "the most rooms that meet it, such as 'ack.p99<20ms'; --rooms is where to begin"}),
    ("--rooms-list", {"metavar": "N,N,…", "help": "one run for each number of rooms, side by side"}),
    ("--assert", {"dest": "asserts", "action": "append", "default": [], "metavar": "DEMAND", "help": "such as 'ack.p99<25ms'; may be repeated"}),
    ("--json", {"metavar": "FILE", "help": "write one JSON object; - for standard output"}),
    ("--html", {"metavar": "FILE", "help": "write the report as one page that needs no network"}),
)  # fmt: skip


def make_parser(description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="watai bench race",
        description=description,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, words in (*PLAN, *RUN):
        parser.add_argument(name, **words)
    return parser


class Nonsense(ValueError):
    """A command line that makes no sense; the message says what would."""


def make_plan(args: argparse.Namespace) -> Plan:
    """The plan that the options ask for, or Nonsense."""
    _check_ranges(args)
    _check_loop(args)
    loop = "open" if args.rate else "closed"
    same = ("rooms", "players", "rate", "arrivals", "warm_up", "ramp", "play", "check", "seed")
    return Plan(
        **{
            name: getattr(args, name)
            for name in (*same, "processes", "durability", "arbitration", "tls")
        },
        seconds=args.seconds if args.soak is None else args.soak * 60,
        think_ms=args.think,
        spike=read_spike(args.spike) if args.spike else None,
        notice=NOTICE[loop] if args.notice is None else args.notice,
        mix=read_mix(args.mix),
    )


def _check_ranges(args: argparse.Namespace) -> None:
    if not 1 <= args.rooms <= MOST_ROOMS or not 2 <= args.players <= 8:
        raise Nonsense(f"--rooms is 1 to {MOST_ROOMS}, --players 2 to 8")
    if not 1 <= args.processes <= 64:
        raise Nonsense("--processes is 1 to 64")
    if not 0 < (args.seconds if args.soak is None else args.soak * 60) <= 86_400:
        raise Nonsense("--seconds and --soak are more than nothing and at most a day")
    if min(args.warm_up, args.ramp, args.think, args.rate, args.stop_server) < 0:
        raise Nonsense("--rate, --warm-up, --ramp, --think and --stop-server are not negative")
    if args.notice is not None and not 0 <= args.notice <= 1:
        raise Nonsense("--notice is from 0 to 1")


def _check_loop(args: argparse.Namespace) -> None:
    if not args.rate and (args.ramp or args.spike or args.arrivals != "constant"):
        raise Nonsense("--ramp, --spike and --arrivals are for the open loop: give a --rate")
    if args.tls and args.mix != RACE:
        raise Nonsense("--tls is for racing rooms only: leave --mix out")
    if args.rate and args.think:
        raise Nonsense("--think is for the closed loop")
    if args.find_knee and not args.rate:
        raise Nonsense("--find-knee needs a --rate: a closed loop never asks for too much")
    if args.stop_server and (args.server or args.stop_server >= args.seconds):
        raise Nonsense("--stop-server needs a server of our own, and less time than --seconds")


def read_spike(text: str) -> Spike:
    factor, _, seconds = text.partition(",")
    try:
        spike = Spike(float(factor), float(seconds))
    except ValueError:
        raise Nonsense(
            "--spike is like 3,0.5: how many times the rate, for how many seconds"
        ) from None
    if not 0 < spike.factor <= 1000 or spike.seconds <= 0:
        raise Nonsense("--spike is up to 1000 times the rate, for more than no time")
    return spike


def read_mix(text: str) -> tuple[tuple[str, int], ...]:
    mix: dict[str, int] = {}
    for part in text.split(","):
        game, _, times = part.partition("=")
        if game not in GAMES or (times and not times.isdecimal()) or game in mix:
            raise Nonsense(f"--mix is like watai=6,wapi=1; the games are {', '.join(GAMES)}")
        mix[game] = int(times or 1)
    if not mix.get(RACE):
        raise Nonsense(f"--mix needs {RACE} in it: the others are company for a race")
    return tuple((game, times) for game, times in mix.items() if times)


def read_rooms(text: str) -> list[int]:
    numbers = [int(part) for part in text.split(",") if part.isdecimal()]
    if len(numbers) != len(text.split(",")) or not all(1 <= n <= MOST_ROOMS for n in numbers):
        raise Nonsense("--rooms-list is like 1,40,500")
    return numbers


def read_assertion(text: str) -> Assertion:
    """An assertion, or Nonsense."""
    try:
        return parse_assertion(text)
    except BadAssertion as bad:
        raise Nonsense(str(bad)) from None
