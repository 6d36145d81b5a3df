"""`python -m tests.proofs.faults`: real faults on real processes, under load, and what players have lost afterwards.

kill         the server is killed (−9) and started again on the same journal
stop         its process is held up for 12 s (SIGSTOP)
disk-full    its disk is full: for a while, until it gives up, and while it is killed
read-only    its files take no writes, and it is started on a folder that takes none
clock        it is started again an hour later and an hour earlier by its monotonic clock
descriptors  it may open no more files
half-open    the network goes away without a word
reconnects   a thousand guests are cut off and come back at once
handshakes   thousands of peers send half a request; hellos: thousands of guests say hello and close
churn        minutes at 70 % of its knee, while guests come and go

Players keep every input that was acknowledged. After each fault they come back, have all events told again, and send
their last plays again: nothing may be lost, doubled or in another order, and nobody may be told a secret.
"""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from tests.proofs.faults.churn import churn
from tests.proofs.faults.clock import clock
from tests.proofs.faults.descriptors import descriptors
from tests.proofs.faults.disk import full, read_only
from tests.proofs.faults.half_open import half_open
from tests.proofs.faults.process import kill, stop
from tests.proofs.faults.reconnects import reconnects
from tests.proofs.faults.restarted_server import NotStarted
from tests.proofs.faults.scene import Workload
from tests.proofs.faults.skipped import Skipped
from tests.proofs.faults.storms import handshakes, hellos
from watai.loadtest.bench.arguments import EXIT_CODES, Nonsense, read_assertion
from watai.loadtest.bench.race import INVALID, exit_code
from watai.loadtest.load.fleet import GeneratorFailed
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.report.faults_text import faults_text
from watai.loadtest.report.page import html
from watai.loadtest.results.assertions import Assertion, BadAssertion
from watai.loadtest.results.files import write, write_json
from watai.loadtest.results.schema import FaultFigures, FaultsResult
from watai.loadtest.systems.environment import environment

SCHEMA: Final = 1
FaultTrial = Callable[[argparse.Namespace, Workload], FaultFigures]
KINDS: Final[Mapping[str, FaultTrial]] = {
    "kill": lambda args, load: kill(load, args.kills),
    "stop": lambda args, load: stop(load, args.times),
    "disk-full": lambda args, load: full(load, args.times),
    "read-only": lambda args, load: read_only(load, args.times),
    "clock": lambda args, load: clock(load, args.times),
    "descriptors": lambda args, load: descriptors(load, args.times),
    "half-open": lambda args, load: half_open(load, args.times),
    "reconnects": lambda args, load: reconnects(load, args.times, args.guests),
    "handshakes": lambda args, load: handshakes(args.times, args.handshakes),
    "hellos": lambda args, load: hellos(args.times, args.hellos),
    "churn": lambda args, load: churn(args.minutes),
}


def attempt(kind: str, args: argparse.Namespace) -> FaultFigures:
    """One kind of fault. What this machine does not allow is skipped; players who do not get back are a fault."""
    try:
        return KINDS[kind](args, Workload(args.rooms, args.seconds))
    except Skipped as why:
        return FaultFigures(skipped=str(why))
    except (NotStarted, Refusal, TimeoutError, ConnectionError) as why:
        return FaultFigures(lost=1, faults=[f"{type(why).__name__}: {why}"])


def run(args: argparse.Namespace, words: list[str], asserts: list[Assertion]) -> FaultsResult:
    """All kinds that were asked for, one after the other."""
    started = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    began, kinds = time.monotonic(), {}
    for kind in args.kinds:
        print(f"{kind} …", file=sys.stderr, flush=True)
        kinds[kind] = attempt(kind, args)
    result = FaultsResult(
        schema=SCHEMA,
        bench="faults",
        valid=True,
        command=shlex.join(["watai", "bench", "faults", *words]),
        started=started,
        kinds=kinds,
        seconds=round(time.monotonic() - began, 1),
        environment=environment(),
    )
    _add_up(result)
    result.asserts = [each.judge(result) for each in asserts]
    return result


def _add_up(result: FaultsResult) -> None:
    """The sums over all kinds; whatever is wrong is a violation."""
    for name, each in result.kinds.items():
        result.acknowledged += each.acknowledged
        result.lost += each.lost
        result.duplicated += each.duplicated
        result.reordered += each.reordered
        result.leaked += each.leaked
        result.faults += [f"{name}: {fault}" for fault in each.faults]
        result.invalid_because += [f"{name}: {reason}" for reason in each.invalid_because]
        if each.worst_recovery_s is not None:
            result.worst_recovery_s = max(result.worst_recovery_s or 0.0, each.worst_recovery_s)
    counted = result.lost + result.duplicated + result.reordered + result.leaked
    result.violations = max(counted, len(result.faults))
    if all(each.skipped for each in result.kinds.values()):
        result.invalid_because.append("nothing could be tried on this machine")
    result.valid = not result.invalid_because


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.proofs.faults",
        description=__doc__,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--only", metavar="KIND,…", default=",".join(KINDS), help="default: all of the above")
    add("--kills", type=int, default=5, help="how often to kill (default: 5)")
    add("--times", type=int, default=1, help="how often each other fault (default: 1)")
    add("--guests", type=int, default=1000, help="who come back at once (default: 1000)")
    add("--handshakes", type=int, default=5000, help="half-sent requests (default: 5000)")
    add(
        "--hellos", type=int, default=10_000, help="guests who say hello and close (default: 10000)"
    )
    add("--minutes", type=float, default=1.0, help="of churn (default: 1)")
    add("--rooms", type=int, default=10, help="rooms of four players under load (default: 10)")
    add("--seconds", type=float, default=3.0, help="of load around each fault (default: 3)")
    add("--assert", dest="asserts", action="append", default=[], metavar="DEMAND",
        help="such as 'lost==0' or 'worst_recovery_s<10'; may be repeated")  # fmt: skip
    add("--json", metavar="FILE", help="write one JSON object; - for standard output")
    add("--html", metavar="FILE", help="write the report as one page that needs no network")
    return parser


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser()
    args = parser.parse_args(argv)
    args.kinds = args.only.split(",")
    try:
        if not set(args.kinds) <= set(KINDS):
            raise Nonsense(f"--only is some of {', '.join(KINDS)}")
        numbers = (args.kills, args.times, args.guests, args.handshakes, args.hellos, args.rooms)
        if min(*numbers, args.minutes, args.seconds) <= 0:
            raise Nonsense("numbers are more than nothing")
        result = run(args, argv, [read_assertion(text) for text in args.asserts])
    except (Nonsense, BadAssertion) as why:
        parser.error(str(why))
    except (GeneratorFailed, OSError) as problem:
        print(f"python -m tests.proofs.faults: {problem}", file=sys.stderr)
        return INVALID
    if args.html:
        write(html([result]), args.html)
    if not write_json(result, args.json):
        print(faults_text(result))
    return exit_code(result.violations, result.valid, result.asserts)
