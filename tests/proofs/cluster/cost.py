"""`python -m tests.proofs.cluster --cost`: what Redis costs one node, and what a second node costs, the kinds alternating in one run.

*journal*: the load of `watai bench race`, closed loop, on a server with the embedded journal and on a node with Redis.
*nodes*: tables that play at a steady pace, on one node and on two. Two cores hold the nodes, Redis and the players, so
only the processor time of a play is compared, not how many plays there can be.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

import trio

from tests.proofs.cluster.processes import NodeProcess, RedisProcess
from tests.proofs.cluster.tables import Table
from watai.loadtest.load.fleet import race
from watai.loadtest.load.plan import Plan
from watai.loadtest.results.race_result import race_result
from watai.loadtest.results.schema import RaceResult
from watai.loadtest.systems.cores import Cores, on_cores
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import MeasuredServer, own_server

LATEST_MS: Final = 1.0
"""A generator later than this makes a run invalid."""
SECONDS: Final = 4.0
STEADY_SECONDS: Final = 8.0


def cost(args: argparse.Namespace, command: str) -> dict[str, Any]:
    """Both comparisons, with every run of them."""
    journal: dict[str, list[dict[str, Any]]] = {"embedded": [], "redis": []}
    nodes: dict[str, list[dict[str, float]]] = {"1": [], "2": []}
    for _ in range(args.rounds):
        journal["embedded"].append(_embedded(args.rooms))
        journal["redis"].append(_on_redis(args.rooms))
        for count, runs in nodes.items():
            runs.append(_steady(int(count), args.rooms, args.rate))
    return {
        "schema": 1,
        "bench": "cluster-cost",
        "command": command,
        "rooms": args.rooms,
        "journal": {name: _medians(runs) for name, runs in journal.items()},
        "nodes": {name: _medians(runs) for name, runs in nodes.items()},
        "runs": {"journal": journal, "nodes": nodes},
    }


def _medians(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each figure; a run that is not valid makes the whole not valid."""
    figures = {name: round(median(run[name] for run in runs), 3) for name in runs[0]}
    if "valid" in figures:
        figures["valid"] = all(run["valid"] for run in runs)
    return figures


def _embedded(rooms: int) -> dict[str, Any]:
    with own_server("process") as server:
        return _figures(_race(server, rooms))


def _on_redis(rooms: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, on_cores(Cores.found().generator):
        redis = RedisProcess(Path(folder) / "redis")
        try:
            with own_server("process", flags=(f"--redis={redis.url}",)) as server:
                before = redis.cpu_seconds()
                result = _race(server, rooms)
                used = redis.cpu_seconds() - before
        finally:
            redis.kill()
    return {**_figures(result), "redis_us_per_play": used / max(1, result.plays) * 1e6}


def _race(server: MeasuredServer, rooms: int) -> RaceResult:
    plan = Plan(rooms=rooms, seconds=SECONDS, notice=0.1)
    raw = race(server, plan, lambda second, run: None)
    return race_result(plan, raw, LATEST_MS, environment=environment())


def _figures(result: RaceResult) -> dict[str, Any]:
    assert result.server is not None
    return {
        "plays_per_s": result.plays_per_s,
        "ack_p50_ms": result.ack_ms.p50,
        "ack_p99_ms": result.ack_ms.p99,
        "server_us_per_play": result.server.us_per_play,
        "valid": result.valid and not result.violations,
    }


def _steady(count: int, rooms: int, rate: float) -> dict[str, float]:
    """So many nodes with the same load: the processor time of a play, in the nodes and in Redis."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        redis = RedisProcess(folder / "redis")
        nodes: list[NodeProcess] = []
        try:
            nodes += [NodeProcess(redis, folder, number) for number in range(count)]
            return trio.run(_play, nodes, redis, rooms, rate)
        finally:
            for node in nodes:
                node.kill()
            redis.kill()


async def _play(
    nodes: list[NodeProcess], redis: RedisProcess, rooms: int, rate: float
) -> dict[str, float]:
    tables = [Table(number, nodes[number % len(nodes)].url) for number in range(rooms)]
    players = [player for table in tables for player in table.players]
    over = trio.Event()
    async with trio.open_nursery() as nursery:
        for table in tables:
            await table.open(nursery)
        async with trio.open_nursery() as playing:
            for player in players:
                playing.start_soon(player.play, rate, over)
            await trio.sleep(1.0)
            plays = sum(len(player.acknowledged) for player in players)
            used, stored = sum(node.cpu_seconds() for node in nodes), redis.cpu_seconds()
            began = trio.current_time()
            await trio.sleep(STEADY_SECONDS)
            plays = sum(len(player.acknowledged) for player in players) - plays
            used = sum(node.cpu_seconds() for node in nodes) - used
            stored = redis.cpu_seconds() - stored
            seconds = trio.current_time() - began
            over.set()
        nursery.cancel_scope.cancel()
    return {
        "plays_per_s": plays / seconds,
        "server_us_per_play": used / max(1, plays) * 1e6,
        "redis_us_per_play": stored / max(1, plays) * 1e6,
    }
