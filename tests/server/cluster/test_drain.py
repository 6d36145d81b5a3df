"""Draining a node: its rooms go to the others, races at the end of their round, and nobody loses a seat."""

import os
import subprocess
from pathlib import Path

import pytest
import trio
from msgspec import msgpack

from tests.support.cluster.nodes import cluster
from tests.support.cluster.redis_server import POLL, RedisServer
from tests.support.server.players import Player, players, sit_down, start
from tests.support.server.server_process import serving
from watai import child
from watai.child import ROOT
from watai.engine.watai.moves import Go
from watai.protocol.messages import Create, Done, Leave, Ping, Watch
from watai.server.app import App
from watai.server.cluster import keys
from watai.server.cluster.directory import Directory, NodeLine
from watai.server.cluster.redis_client import connect
from watai.server.cluster.shared_sessions import SharedSession
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.slow

LONG = 3_600.0
"""A deadline that no test reaches."""


async def met(*apps: App) -> None:
    """Wait until all nodes know of each other."""
    for app in apps:
        assert app.node is not None
        while len(app.node.membership.nodes) < len(apps):  # noqa: ASYNC110
            await trio.sleep(POLL)


async def without(app: App, code: str) -> None:
    """Wait until a node has handed this room over."""
    while code in app.loop.lobby.rooms:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def race(everybody: list[Player]) -> str:
    """A room in which the first round has begun."""
    code = await sit_down(everybody)
    await start(everybody)
    await everybody[everybody[0].views[0].view["leader"]].play(Go())
    for player in everybody:
        await player.heard("Started")
    return code


async def run_drain(*args: str, **environment: str) -> tuple[int, str, str]:
    """The command itself: exit code, standard output, standard error."""
    done = await trio.run_process(
        child.command("", "drain", *args),
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_stdout=True,
        capture_stderr=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


async def test_a_calm_game_goes_at_once_and_a_race_when_its_round_is_over(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    fast = Limits(bot_speed=1_000)
    async with (
        serving(tmp_path / "b", redis=redis.url) as b,
        serving(tmp_path / "a", fast, redis=redis.url) as a,
        players(a.url, 2) as racers,
        players(a.url, 1) as (watcher,),
        players(a.url, 2) as calm,
    ):
        await met(a.app, b.app)
        raced = await race(racers)
        await watcher.do(Watch, raced)
        played = await sit_down(calm, "wapi", {})
        await start(calm)
        assert set(a.app.loop.lobby.rooms) == {raced, played}
        assert a.app.node is not None
        a.app.node.draining.ask(LONG)
        assert list(a.app.health.complaints()) == ["this node drains"]
        for player in calm:
            await player.back(1)
            await player.do(Ping)
            assert (player.link.conversation.addresses.here, player.link.conversation.room) == (
                b.url,
                played,
            )
        assert set(a.app.loop.lobby.rooms) == {raced}, "its round goes on"
        async with players(a.url, 1) as (stranger,):  # new guests and new rooms go elsewhere
            assert stranger.link.conversation.addresses.here == b.url
            await stranger.do(Create, "wapi", 2)
        for player in racers:
            await player.do(Leave)  # bots take the seats, and end the round
        await watcher.back(1)
        await watcher.do(Ping)
        assert (watcher.link.conversation.addresses.here, watcher.link.conversation.room) == (
            b.url,
            raced,
        )
        await watcher.heard("Scored")
        await a.ended.wait()
        assert watcher.goodbyes[0].moved == b.url


async def test_at_the_deadline_a_race_is_handed_over_in_the_middle_of_its_round(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    async with (
        serving(tmp_path / "b", redis=redis.url) as b,
        serving(tmp_path / "a", redis=redis.url) as a,
        players(a.url, 2) as racers,
    ):
        await met(a.app, b.app)
        code = await race(racers)
        assert a.app.node is not None
        a.app.node.draining.ask(LONG)
        a.app.node.draining.ask(0)
        for player in racers:
            await player.back(1)
            await player.do(Ping)
            assert (player.link.conversation.addresses.here, player.link.conversation.room) == (
                b.url,
                code,
            )
            assert "Scored" not in [each.event for each in player.history]
        await a.ended.wait()


async def test_colyseus_341_a_node_that_is_drained_by_the_command_loses_no_game(
    tmp_path: Path,
) -> None:
    async with cluster(tmp_path, 2) as nodes, players(nodes.nodes[0].url, 2) as everybody:
        code = await sit_down(everybody, "wapi", {})
        await start(everybody)
        owner = await nodes.owner(code)
        ended, said, error = await run_drain(
            owner.url, "--deadline=60", f"--redis={nodes.redis.url}"
        )
        assert (ended, error) == (0, "")
        assert said.startswith(f"{owner.url}: rooms left: ")
        assert said.splitlines()[-1] == f"{owner.url} has handed everything over, and ends"
        assert await owner.ended() == 0
        for player in everybody:
            await player.back(1)
            await player.do(Ping)
            assert player.link.conversation.addresses.here != owner.url
            assert player.link.conversation.room == code
        told = [each for each in owner.log.splitlines() if "watai.cluster" in each]
        assert any("rooms left" in line for line in told)
        assert any("drained" in line for line in told)


async def test_a_node_that_hangs_is_not_taken_for_one_that_has_drained(
    redis: RedisServer, long_lease: None
) -> None:
    """Its lease runs out without a goodbye."""
    where = "ws://hangs:1"
    async with connect(redis.url) as client, trio.open_nursery() as nursery:
        directory = Directory(client)
        await directory.join(NodeLine("hangs", where))
        await directory.join(NodeLine("other", "ws://other:1"))

        async def drain() -> None:
            ended, said, error = await run_drain(where, f"--redis={redis.url}")
            assert ended == 1
            assert "has handed everything over" not in said
            assert f"{where} was silent until its lease ran out" in error
            assert "End its process" in error

        nursery.start_soon(drain)
        while not await client._pool.hexists(keys.ORDERS, "hangs"):  # noqa: ASYNC110
            await trio.sleep(POLL)
        await client._pool.zadd(keys.NODES, {"hangs": 0})


async def test_the_command_says_why_it_cannot(redis: RedisServer, tmp_path: Path) -> None:
    ended, _, why = await run_drain("ws://127.0.0.1:1", WATAI_REDIS="")
    assert ended == 1
    assert "has nobody to hand its rooms over to" in why
    ended, _, why = await run_drain("ws://127.0.0.1:1", "--lang=fr", WATAI_REDIS="")
    assert "n'a personne à qui transmettre" in why
    async with serving(tmp_path / "a", redis=redis.url) as a:
        ended, _, why = await run_drain("ws://elsewhere:1", WATAI_REDIS=redis.url)
        assert ended == 1
        assert f"there are: {a.url}" in why
        ended, _, why = await run_drain(f"{a.url}/", WATAI_REDIS=redis.url)
        assert ended == 1
        assert "there is no other node" in why
        assert a.app.node is not None
        assert not a.app.node.membership.draining
    await redis.write(keys.MADE_BY, "0.0.9+00c0ffee")
    ended, _, why = await run_drain("ws://127.0.0.1:1", WATAI_REDIS=redis.url)
    assert ended == 1
    assert why.startswith("watai drain: Redis has what version 0.0.9+00c0ffee of the server has")
    redis.kill()
    ended, _, why = await run_drain("ws://127.0.0.1:1", WATAI_REDIS=redis.url)
    assert ended == 1
    assert "Redis cannot be reached" in why


async def test_welcome_names_the_room_of_a_guest_whose_room_was_handed_over(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    """The new node has not claimed the room yet when it welcomes the first guest."""
    async with (
        serving(tmp_path / "b", redis=redis.url) as b,
        serving(tmp_path / "a", redis=redis.url) as a,
        players(a.url, 2) as everybody,
        players(a.url, 1) as (watcher,),
    ):
        await met(a.app, b.app)
        code = await sit_down(everybody, "wapi", {})
        answer = await watcher.link.ask(lambda n: Watch(n, code))
        assert isinstance(answer, Done)
        assert a.app.node is not None
        a.app.node.draining.ask(LONG)
        for player in (*everybody, watcher):
            await player.back(1)
            assert player.link.conversation.welcome is not None
            seated = player is not watcher
            assert player.link.conversation.welcome.room == (code if seated else None)
        await a.ended.wait()


async def test_a_room_that_is_handed_over_stays_the_room_of_its_guests(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    """No node has claimed it yet, and Redis knows who sits there: so any node can tell them."""
    async with (
        connect(redis.url) as client,
        serving(tmp_path / "a", redis=redis.url) as a,
        players(a.url, 1) as (host,),
    ):
        directory = Directory(client)
        code = (await host.do(Create, "wapi", 2)).code
        await directory.join(NodeLine("nobody", "ws://127.0.0.1:1"))
        await met(a.app)
        assert a.app.node is not None
        while not a.app.node.membership.others():  # noqa: ASYNC110
            await trio.sleep(POLL)
        assert host.link.conversation.welcome is not None
        a.app.node.draining.ask(LONG)
        await a.ended.wait()
        (body,) = await directory.sessions([host.link.conversation.welcome.session])
        assert msgpack.decode(body, type=SharedSession).room == code
