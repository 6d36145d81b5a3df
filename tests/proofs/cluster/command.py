"""`python -m tests.proofs.cluster`: real nodes and a real Redis under load, killed, stopped, cut off, restarted and drained.

Afterwards every acknowledged play must be in Redis exactly once, every player must have been told the same, and every
player must be playing.
"""

import argparse
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

import trio

from tests.proofs.cluster.cost import cost
from tests.proofs.cluster.late_appends import late_appends, owned
from tests.proofs.cluster.namespace import HERE, Namespace, NoNamespace
from tests.proofs.cluster.processes import NodeProcess, RedisProcess
from tests.proofs.cluster.streams import compare, read_stream
from tests.proofs.cluster.tables import Table, disagreements
from watai.clients.cli.exits import FAILURE, OK
from watai.loadtest.results.files import write_json

SCHEMA: Final = 2
STALL_SECONDS: Final = 10.0
"""How long a node is stopped, or cut off."""
SENT_SECONDS: Final = 0.5
"""How long after that what the node had sent before may still be carried out. Less than its lease."""
PATIENCE: Final = 30.0
"""Seconds until a player who has no answer counts as stranded."""
ZERO: Final = (
    *("lost", "duplicated", "double_writers", "late_appends"),
    *("order_violations", "stranded_clients"),
)

Fault = Callable[[], Awaitable[None]]


class ClusterRun:
    """One run: the processes, the tables, and for each fault the longest time that a player had no answer."""

    def __init__(
        self, nodes: list[NodeProcess], redis: RedisProcess, namespace: Namespace | None
    ) -> None:
        self.namespace = namespace
        """Where the last node is."""
        self.silenced: list[dict[str, tuple[int, int]]] = []
        """The rooms of each node that was stopped or cut off, with the last entry of each at that time."""
        self.nodes = nodes
        self.redis = redis
        self.tables: list[Table] = []
        self.stranded = 0
        self.recovery: dict[str, list[float]] = {}
        self.not_run: dict[str, str] = {}
        """Faults that this machine does not allow, and why."""

    async def fault(self, name: str, carry_out: Fault) -> None:
        """Let something fail, and wait until every table plays again."""
        players = [player for table in self.tables for player in table.players]
        for player in players:
            player.longest = 0.0
        await carry_out()
        done = trio.current_time()
        with trio.move_on_after(PATIENCE) as patience:
            while any(player.last < done for player in players):  # noqa: ASYNC110
                await trio.sleep(0.02)
        if patience.cancelled_caught:
            self.stranded += sum(player.last < done for player in players)
        self.recovery.setdefault(name, []).append(max(player.longest for player in players))
        print(f"{name}: {self.recovery[name][-1]:.2f} s", file=sys.stderr)

    async def kill(self, number: int) -> None:
        node = self.nodes[number % len(self.nodes)]
        await trio.to_thread.run_sync(node.kill)
        await trio.to_thread.run_sync(node.start)

    async def stall(self, number: int) -> None:
        node = self.nodes[number % len(self.nodes)]
        await self._silence(node, node.stall)

    async def cut(self) -> None:
        assert self.namespace is not None
        await self._silence(self.nodes[-1], self.namespace.cut)

    async def _silence(self, node: NodeProcess, silence: Callable[[bool], None]) -> None:
        """Stop a node or cut it off, let it come back, and count what it could append meanwhile and later."""
        import coredis  # only clusters need it

        silence(True)
        await trio.sleep(SENT_SECONDS)
        async with coredis.Redis.from_url(self.redis.url) as client:
            before = await owned(client, node.url)
        await trio.sleep(STALL_SECONDS - SENT_SECONDS)
        silence(False)
        self.silenced.append(before)

    async def restart_redis(self) -> None:
        await trio.to_thread.run_sync(self.redis.kill)
        await trio.to_thread.run_sync(self.redis.start)

    async def drain(self, number: int) -> None:
        node = self.nodes[number % len(self.nodes)]
        await trio.to_thread.run_sync(node.drain)
        await trio.to_thread.run_sync(node.start)


async def run(args: argparse.Namespace, command: str) -> dict[str, Any]:
    """Start everything, let it fail, stop the players, and compare."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            namespace, why = Namespace(), ""
        except NoNamespace as no:
            namespace, why = None, str(no)
        redis = RedisProcess(folder / "redis", [HERE] if namespace else [])
        nodes: list[NodeProcess] = []
        try:
            for number in range(args.nodes):
                last = number == args.nodes - 1
                nodes.append(NodeProcess(redis, folder, number, namespace if last else None))
            measured = ClusterRun(nodes, redis, namespace)
            if why:
                measured.not_run["cut"] = why
            await _measure(measured, args)
            return await _result(measured, args, command)
        finally:
            for node in nodes:
                node.kill()
            redis.kill()
            if namespace:
                namespace.remove()


async def _measure(measured: ClusterRun, args: argparse.Namespace) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(args.rooms):
            table = Table(number, measured.nodes[number % args.nodes].url)
            await table.open(nursery)
            measured.tables.append(table)
        over = trio.Event()
        async with trio.open_nursery() as playing:
            for table in measured.tables:
                for player in table.players:
                    playing.start_soon(player.play, args.rate, over)
            await measured.fault("nothing", trio.lowlevel.checkpoint)
            for number in range(args.kills):
                await measured.fault("kill", lambda number=number: measured.kill(number))  # type: ignore[misc]
            await measured.fault("stall", lambda: measured.stall(0))
            if measured.namespace:
                await measured.fault("cut", measured.cut)
            await measured.fault("redis_restart", measured.restart_redis)
            await measured.fault("drain", lambda: measured.drain(1))
            over.set()
            playing.cancel_scope.deadline = trio.current_time() + PATIENCE
        nursery.cancel_scope.cancel()


async def _result(measured: ClusterRun, args: argparse.Namespace, command: str) -> dict[str, Any]:
    import coredis  # only clusters need it

    lost = duplicated = broken = 0
    async with coredis.Redis.from_url(measured.redis.url) as client:
        for table in measured.tables:
            entries = await client.xrange(f"watai:room:{table.code}")
            stored = read_stream([(each.identifier, dict(each.field_values)) for each in entries])  # type: ignore[misc,arg-type]
            missing, twice = compare(table, stored)
            lost, duplicated = lost + missing, duplicated + twice
            broken += stored.broken_ids
        late = sum([await late_appends(client, before) for before in measured.silenced])
    return {
        "schema": SCHEMA,
        "bench": "cluster",
        "command": command,
        "nodes": args.nodes,
        "rooms": args.rooms,
        "acknowledged": sum(
            len(player.acknowledged) for table in measured.tables for player in table.players
        ),
        "lost": lost,
        "duplicated": duplicated,
        "double_writers": broken,
        "silenced_rooms": sum(map(len, measured.silenced)),
        "late_appends": late,
        "order_violations": disagreements(measured.tables),
        "stranded_clients": measured.stranded,
        "recovery_s": {
            name: {"p50": round(median(times), 2), "max": round(max(times), 2)}
            for name, times in measured.recovery.items()
            if name != "nothing"
        },
        "not_run": measured.not_run,
    }


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.cluster", description=__doc__)
    parser.add_argument("--nodes", type=int, default=3, help="how many nodes (default: 3)")
    parser.add_argument("--rooms", type=int, default=20, help="rooms of two players (default: 20)")
    parser.add_argument("--rate", type=float, default=2.0, help="plays a second and player")
    parser.add_argument("--kills", type=int, default=10, help="how often a node is killed")
    parser.add_argument(
        "--cost", action="store_true", help="nothing fails: what Redis and a second node cost"
    )
    parser.add_argument("--rounds", type=int, default=3, help="with --cost: how often (default: 3)")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if args.nodes < 2 or args.rooms < 1 or args.kills < 0 or args.rate <= 0 or args.rounds < 1:
        parser.error(
            "--nodes must be at least 2, --rooms at least 1, --rounds 1, --rate more than 0"
        )
    command = " ".join(["watai", "bench", "cluster", *argv])
    result = cost(args, command) if args.cost else trio.run(run, args, command)
    if args.json:
        write_json(result, args.json)
    else:
        for name, value in result.items():
            print(f"{name}: {value}")
    return FAILURE if any(result.get(name) for name in ZERO) else OK
