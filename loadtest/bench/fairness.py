"""`watai bench fairness`: the proofs that the quicker player wins, on a real server over real WebSockets.

Eight players of known reaction race for the same place, over links of 5 to 150 ms with jitter and spikes.
The same races are run by order of arrival, with cheats, and with a player on a bad link.
"""

import argparse
import os
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec.structs import asdict

from watai.clients.cli.batch.progress import Progress
from watai.loadtest.bench.arguments import EXIT_CODES
from watai.loadtest.bench.race import INVALID, exit_code
from watai.loadtest.fairness.field import Field, share_out
from watai.loadtest.fairness.figures import PARTS, added_alone, fairness_result, held, waits
from watai.loadtest.fairness.network.links import AUTO, KINDS, Network, network
from watai.loadtest.fairness.network.tunnel import NoTunnel
from watai.loadtest.fairness.program import ALONE, FAIR, of_profile, program, quiet
from watai.loadtest.fairness.scenario import Scenario
from watai.loadtest.fairness.verification import verify
from watai.loadtest.net.netsim import PROFILES
from watai.loadtest.net.pacer import now
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.report.fairness_text import fairness_text
from watai.loadtest.report.page import html
from watai.loadtest.results.assertions import BadAssertion, parse_assertion
from watai.loadtest.results.files import write, write_json
from watai.loadtest.results.schema import (
    Added,
    FairnessGenerator,
    FairnessResult,
    FairnessServer,
    KeyLag,
    RelayFigures,
    Waits,
    WaitsAlone,
)
from watai.loadtest.systems.cores import Cores, on_cores
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import own_server

LATEST: Final = 1.0
"""ms: a generator whose keys go down later than this, in one of a hundred races, adds a delay of its own."""
LATEST_PACKET: Final = 5.0
"""ms: a relay that carries one packet in ten later than this makes other links than it says."""
QUIET_ROOMS: Final = 8
USUAL_PROFILE: Final = "spread"


def scenarios(args: argparse.Namespace) -> list[Scenario]:
    """What to run: everything, or one kind of link."""
    if args.profile != USUAL_PROFILE:
        chosen = of_profile(args.races, args.profile)
    else:
        chosen = program(args.races)
    names = args.only.split(",") if args.only else [each.name for each in chosen]
    return [each for each in chosen if each.name in names and each.races]


def run(args: argparse.Namespace, words: Sequence[str]) -> FairnessResult:
    """One whole run."""
    started = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    chosen = scenarios(args)
    rooms = share_out(chosen, max(args.rooms, len(chosen)))
    where = environment()  # before the network is left
    alone = measure_alone(args)
    with network(args.network, rooms, args.seed, args.tls) as net:
        field = Field(rooms, args.seed, wired=net.own is None)
        began, own, server = now(), sum(os.times()[:2]), net.server.cpu_seconds()
        races = Progress(sys.stderr).over(
            field.heats(net.server.address, net.own, args.tls), field.races, "races"
        )
        heats = list(races)
        took = now() - began
        own, server = sum(os.times()[:2]) - own, net.server.cpu_seconds() - server
        field.close()
        checked = _checked(field, net)
    generator = FairnessGenerator(round(own / took, 2), _lag(field))
    relay = RelayFigures(_relay_lag(net))
    reasons = invalid_because(generator, relay, where)
    result = fairness_result(
        heats,
        valid=not reasons,
        invalid_because=reasons,
        command=shlex.join(["watai", "bench", "fairness", *words]),
        started=started,
        races=args.races,
        rooms=len(rooms),
        seed=args.seed,
        profile=args.profile,
        rtts_ms=[path.rtt for path in PROFILES[args.profile]],
        network=net.kind,
        network_because=net.why,
        tls=args.tls,
        seconds=round(took, 1),
        added_ms=Added(alone, held([each for each in heats if each.scenario.name == FAIR])),
        **checked,
        generator=generator,
        relay=relay,
        server=FairnessServer(round(server / took, 2)),
        environment=where,
    )
    result.asserts = [parse_assertion(text).judge(result) for text in args.asserts]
    return result


def _checked(field: Field, net: Network) -> dict[str, Any]:
    """Whether all players received the same in the same order, and whether the games verify."""
    games = [game for contest in field.contests for game in contest.games]
    assert net.server.journal is not None
    count, wrong = verify(net.server.journal, games)
    refused: Counter[str] = Counter()
    for contest in field.contests:
        refused.update(contest.refused)
    return {
        "violations": sum(contest.violations for contest in field.contests),
        "verified": (count - len(wrong)) / count if count else None,
        "games": games,
        "faults": [*(fault for contest in field.contests for fault in contest.faults), *wrong],
        "refused_by": dict(refused),
    }


def measure_alone(args: argparse.Namespace) -> WaitsAlone:
    """What is added to a play without a rival; measured without a network, which would only hide it."""
    if args.only and ALONE not in args.only.split(","):
        return WaitsAlone()
    field = Field([quiet(args.races)] * QUIET_ROOMS, args.seed, wired=False)
    with own_server("process", tls=args.tls) as server, on_cores(Cores.found().generator):
        list(field.heats(server.address, None, args.tls))
    field.close()
    turned = [each for contest in field.contests for each in contest.turned]
    laid = [each for contest in field.contests for each in contest.laid_alone]
    return WaitsAlone(**asdict(added_alone(turned, laid)), plays=len(laid))


def _lag(field: Field) -> KeyLag:
    lags = [each * 1000 for each in field.pacer.lags]
    return KeyLag(**asdict(waits(lags)), max=round(max(lags), 3) if lags else None)


def _relay_lag(net: Network) -> Waits:
    lateness = net.lateness
    if lateness is None:
        return Waits()
    return Waits(**{name: lateness.millis(part) for name, part in PARTS.items()})


def invalid_because(
    generator: FairnessGenerator, relay: RelayFigures, where: Mapping[str, object]
) -> list[str]:
    """Why the figures should not be believed; nothing if they can be."""
    reasons = []
    late = generator.lag_ms.p99
    if late is not None and late > LATEST:
        reasons.append(
            f"the generator pressed keys up to {late} ms late (p99; {LATEST} is allowed)"
        )
    carried = relay.lag_ms.p90
    if carried is not None and carried > LATEST_PACKET:
        reasons.append(
            f"the relay carried packets up to {carried} ms late (p90; {LATEST_PACKET} is allowed)"
        )
    if where["shared_core"]:
        reasons.append("server and generator share the only core")
    return reasons


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="watai bench fairness",
        description=__doc__,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--races",
        type=int,
        default=1000,
        help="between eight equals; the other kinds in proportion",
    )
    add("--rooms", type=int, default=32, help="rooms side by side (default: 32)")
    add(
        "--network",
        choices=KINDS,
        default=AUTO,
        help="tun: delay packets, needs rights; link: delay bytes in our own program (default: the best there is)",
    )
    add(
        "--profile",
        choices=list(PROFILES),
        default=USUAL_PROFILE,
        help="other links: only whether the fastest win, by fairness and by arrival",
    )
    add("--tls", action="store_true", help="over wss:// instead of ws://")
    add("--only", metavar="NAME,…", help="only these scenarios")
    add(
        "--seed",
        default="fairness",
        help="any word; fixes reactions and links (the deals are the server's)",
    )
    add(
        "--assert",
        dest="asserts",
        action="append",
        default=[],
        metavar="DEMAND",
        help="such as 'fastest_wins>=0.98' or 'cheats.clock_liar.share<=0.145'; may be repeated",
    )
    add(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="one JSON object; to standard output if no file is named",
    )
    add("--html", metavar="FILE", help="write the report as one page that needs no network")
    return parser


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = make_parser()
    args = parser.parse_args(argv)
    if not 1 <= args.races <= 1_000_000 or not 1 <= args.rooms <= 500:
        parser.error("--races is 1 to 1000000, --rooms 1 to 500")
    if not scenarios(args):
        parser.error("there is no such scenario, or too few races for it")
    try:
        for text in args.asserts:
            parse_assertion(text)
        result = run(args, argv)
    except BadAssertion as bad:
        parser.error(str(bad))
    except (NoTunnel, Refusal, OSError) as problem:
        print(f"watai bench fairness: {problem}", file=sys.stderr)
        return INVALID
    if args.html:
        write(html([result]), args.html)
    if not write_json(result, args.json):
        print(fairness_text(result))
    return exit_code(result.violations, result.valid, result.asserts)
