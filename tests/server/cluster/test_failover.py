"""A race on a cluster whose nodes and whose Redis fail in turn: nothing acknowledged is lost, nothing is done twice."""

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from tests.support.cluster.nodes import Cluster, cluster
from tests.support.cluster.redis_server import POLL
from tests.support.server.players import Player, players, sit_down, start
from tests.support.server.race_proof import FAST, Runner, check_moves, played_again
from watai.engine.game import Seat
from watai.engine.watai.moves import Go
from watai.server.storage import records

pytestmark = pytest.mark.slow

SEATS = 4


async def play_on(runners: Sequence[Runner]) -> None:
    """Wait until every player has had a move accepted, and has seen it."""
    before = [len(runner.accepted) for runner in runners]
    for runner, count in zip(runners, before, strict=True):
        while len(runner.accepted) <= count:  # noqa: ASYNC110
            await trio.sleep(POLL)


async def kill(nodes: Cluster, code: str) -> None:
    owner = await nodes.owner(code)
    await owner.kill()
    await nodes.other_owner(code, owner)
    await owner.start()


async def stall(nodes: Cluster, code: str) -> None:
    owner = await nodes.owner(code)
    owner.send_signal(signal.SIGSTOP)
    await nodes.other_owner(code, owner)
    owner.send_signal(signal.SIGCONT)


async def restart_redis(nodes: Cluster, code: str) -> None:
    nodes.redis.kill()
    await nodes.redis.start()


async def drain(nodes: Cluster, code: str) -> None:
    owner = await nodes.owner(code)
    assert await owner.stop() == 0
    await owner.start()


async def test_a_race_outlives_a_killed_node_a_stopped_node_redis_and_a_drain(
    tmp_path: Path,
) -> None:
    async with (
        cluster(tmp_path, 2, FAST, "--drain-seconds=0") as nodes,
        players(nodes.nodes[0].url, SEATS) as everybody,
    ):
        code = await sit_down(everybody)
        await start(everybody)
        opening = everybody[0].views[0]
        await everybody[opening.view["leader"]].play(Go())
        for player in everybody:
            await player.heard("Started")
        runners = [Runner(player, seat) for seat, player in enumerate(everybody)]
        over = trio.Event()
        async with trio.open_nursery() as nursery:
            for runner in runners:
                nursery.start_soon(runner.run, over)
            for fault in kill, stall, restart_redis, drain:
                await play_on(runners)
                await fault(nodes, code)
            await play_on(runners)
            over.set()
        last = max(max(runner.accepted.values()) for runner in runners)
        for player in everybody:
            await player.until(lambda player: player.seq >= last)
        first, *rest = await nodes.history(code)
        assert isinstance(first, records.Opened)
        await check(everybody, runners, opening.seq, first, rest)
        assert [node.log for node in nodes.nodes if "Traceback" in node.log] == []


async def check(
    everybody: Sequence[Player],
    runners: Sequence[Runner],
    seq: int,
    opened: records.Opened,
    rest: Sequence[records.Record],
) -> None:
    truth = played_again(opened, rest)
    for player in everybody:
        assert len(player.views) == 1, "nobody had to be shown the table"
        for known, true in zip(player.history, truth[seq:], strict=False):
            assert known == true
        assert player.seq <= len(truth)
    for seat, runner in enumerate(runners):
        check_moves(Seat(seat), runner, rest, truth)
