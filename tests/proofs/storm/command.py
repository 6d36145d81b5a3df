"""`python -m tests.proofs.storm`: simulated worlds by seed, each with failing links, journals and peers, and every promise checked.

The real server runs in virtual time, without sockets: docs/reliability.md says what is promised and what a world does.
The same seed gives the same hash. A seed that fails is shrunk, and printed with the command that repeats it.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from hashlib import sha256

from tests.proofs.storm.run import StormResult, run_world
from tests.proofs.storm.scenario import StormScenario
from tests.proofs.storm.shrink import shrink
from tests.proofs.storm.violation import KINDS
from watai.clients.cli.batch.pool import spread
from watai.clients.cli.batch.progress import Progress
from watai.clients.cli.exits import FAILURE, OK
from watai.loadtest.results.files import write_json

SCHEMA = 1
SHRUNK = 3
"""So many failing seeds are shrunk; of the others only the numbers are printed."""
NAMED = 20


def run_seed(world: str, nodes: int, seed: int) -> StormResult:
    """Run the world of a seed, with the changes that `--world` asks for."""
    return run_world(scenario(seed, world, nodes))


def scenario(seed: int, world: str, nodes: int = 0) -> StormScenario:
    """The world of a seed, changed as asked."""
    drawn = StormScenario.draw(seed, nodes)
    return drawn.changed(world) if world else drawn


def summary(
    results: Iterable[StormResult], command: str, seconds: float = 0.0
) -> dict[str, object]:
    """All results as one object."""
    totals, faults, kinds = Counter[str](), Counter[str](), Counter[str]()
    whole, failed = sha256(), list[int]()
    for each in results:
        totals.update(seeds=1, inputs=each.inputs, passes=each.passes, games=each.games)
        faults.update(each.faults)
        whole.update(each.hash.encode())
        if each.kind:
            kinds[each.kind] += 1
            failed.append(each.seed)
    return {
        "schema": SCHEMA,
        "bench": "storm",
        "command": command,
        **{name: totals[name] for name in ("seeds", "inputs", "passes", "games")},
        "seconds": round(seconds, 1),
        "faults": dict(sorted(faults.items())),
        **{kind: kinds[kind] for kind in KINDS},
        "failed": failed[:NAMED],
        "hash": whole.hexdigest()[:16],
    }


def explain(result: StormResult, world: str, nodes: int) -> str:
    """What a failing seed broke, and the command that repeats it in the smallest world found."""
    small = shrink(scenario(result.seed, world, nodes), result.kind)
    again = run_world(small)
    return (
        f"seed {result.seed}: {again.kind}: {again.what}\n"
        f"    python -m tests.proofs.storm --seeds 1 --seed {result.seed} --world {small.words()}"
    )


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.storm", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many worlds (default: 100)")
    parser.add_argument("--seed", type=int, default=0, help="the first of them (default: 0)")
    parser.add_argument(
        "--world", default="", metavar="CHANGES", help="such as people=1,faults=cut"
    )
    parser.add_argument(
        "--nodes", type=int, default=0, help="so many nodes on one Redis (default: a server alone)"
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if args.seeds < 1 or args.seed < 0 or (args.jobs is not None and args.jobs < 1):
        parser.error("--seeds and --jobs must be at least 1, --seed at least 0")
    if args.nodes < 0 or args.nodes == 1:
        parser.error("--nodes must be at least 2")
    scenario(args.seed, args.world, args.nodes)
    seeds = range(args.seed, args.seed + args.seeds)
    began = time.monotonic()
    played = spread(partial(run_seed, args.world, args.nodes), seeds, args.jobs)
    results = list(Progress(sys.stderr).over(played, len(seeds), "worlds"))
    command = " ".join(["python -m tests.proofs.storm", *argv])
    whole = summary(results, command, time.monotonic() - began)
    failed = [each for each in results if each.kind]
    if not write_json(whole, args.json):
        print(_table(whole))
    for each in failed[:SHRUNK]:
        print(explain(each, args.world, args.nodes), file=sys.stderr)
    return FAILURE if failed else OK


def _table(whole: dict[str, object]) -> str:
    faults = whole["faults"]
    assert isinstance(faults, dict)
    rows = [f"{name:<12}{whole[name]:>12,}" for name in ("seeds", "inputs", "passes", "games")]
    rows += [f"{name:<12}{whole[name]:>12}" for name in ("seconds", "hash")]
    rows += ["", "faults put in"] + [f"  {name:<10}{count:>12,}" for name, count in faults.items()]
    rows += ["", "found"] + [f"  {kind:<14}{whole[kind]:>8}" for kind in KINDS]
    return "\n".join(rows)
