"""What users of other clusters have learned the hard way; each test names the report.

Here are those that need whole nodes. Beside them: colyseus 978 (a create that ran twice) and 968 in `test_nodes.py`,
978, colyseus 552 (a room that was closing) and etcd 11457 (locks are not locks) in `test_redis_journal.py`, colyseus 341
(deploys lose all games) in `test_drain.py`.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import coredis
import pytest
import trio

from tests.support.cluster.redis_server import POLL, RedisServer
from tests.support.server.players import players, sit_down
from tests.support.server.server_process import serving
from watai.protocol.messages import Create, Join, Leave, Ping, Refused, RoomLine
from watai.server.app import App
from watai.server.cluster import keys
from watai.server.cluster.directory import Directory
from watai.server.cluster.redis_client import connect

pytestmark = pytest.mark.slow


@pytest.fixture
async def raw(redis: RedisServer) -> AsyncIterator[Any]:
    """Redis itself, for what goes wrong there."""
    async with coredis.Redis.from_url(redis.url) as client:
        yield client


def public(app: App) -> list[RoomLine]:
    """The rooms that a node shows to its guests."""
    return list(app.loop.lobby.public.page("", None)[0])


async def listed(app: App, codes: list[str]) -> None:
    """Wait until a node shows exactly these rooms."""
    while [line.code for line in public(app)] != codes:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def test_colyseus_968_one_missed_check_delists_no_living_room_for_ever(
    redis: RedisServer, raw: Any, tmp_path: Path, long_lease: None
) -> None:
    """The owner asserts itself and its rooms again with every renewal."""
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
        players(a.url, 1) as (host,),
    ):
        code = (await host.do(Create, "wapi", 2, {}, True)).code
        assert code is not None
        assert a.app.node is not None
        await listed(b.app, [code])
        me = a.app.node.membership.id
        await raw.hdel(keys.ABOUT, [me])
        await raw.delete([keys.lines(me)])
        async with connect(redis.url) as client:
            directory = Directory(client)
            while me not in {each.id for each in await directory.living()}:  # noqa: ASYNC110
                await trio.sleep(POLL)
        await listed(b.app, [code])
        assert a.app.node.membership.id == me, "it has never been away"
        await host.do(Ping)
        assert host.link.conversation.connections == 1


async def test_colyseus_850_389_a_crash_leaves_no_stale_entry(
    redis: RedisServer, raw: Any, tmp_path: Path
) -> None:
    """One record per room, its owner, and no second index that could tell something else."""
    async with serving(tmp_path / "b", redis=redis.url) as b:
        async with serving(tmp_path / "a", redis=redis.url) as a, players(a.url, 2) as everybody:
            code = await sit_down(everybody, "wapi", {})
            public_code = (await _opened(a.url)).code
            assert a.app.node is not None
            dead = a.app.node.membership.id
        # `a` was cancelled: it has not said goodbye to anybody
        while {code, public_code} != set(b.app.loop.lobby.rooms):  # noqa: ASYNC110
            await trio.sleep(POLL)
        assert b.app.node is not None
        while set((await raw.hgetall(keys.OWNERS)).values()) != {  # noqa: ASYNC110
            b.app.node.membership.id.encode()
        }:
            await trio.sleep(POLL)
        assert await raw.zscore(keys.NODES, dead) is None
        assert await raw.hget(keys.ABOUT, dead) is None
        await listed(b.app, [str(public_code)])


async def _opened(url: str) -> Any:
    """The answer to somebody who opens a public room and is gone."""
    async with players(url, 1) as (host,):
        return await host.do(Create, "wapi", 2, {}, True)


async def test_colyseus_555_nobody_gets_a_seat_in_a_room_that_is_closing(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    """No seat is reserved before one connects: the owner seats a guest, or refuses it, when it is there."""
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
        players(a.url, 1) as (host,),
        players(b.url, 1) as (late,),
    ):
        code = (await host.do(Create, "wapi", 2)).code
        assert code is not None
        question = late.link.post(lambda n: Join(n, code))  # on its way to `a`, by way of `b`
        await host.do(Leave)
        a.app.loop.lobby.close(a.app.loop.lobby.rooms[code])
        a.app.loop.run_pass()
        answer = await late.link.answer(question)
        if isinstance(answer, Refused):  # it came after the end
            assert answer.code == "room/not_found"
        async with connect(redis.url) as client:
            while await Directory(client).owner(code) is not None:  # noqa: ASYNC110
                await trio.sleep(POLL)
        assert code not in b.app.loop.lobby.rooms
        done = await late.link.ask(lambda n: Join(n, code))
        assert isinstance(done, Refused)


async def test_horde_186_a_room_that_no_living_node_owns_is_claimed_by_any(
    redis: RedisServer, raw: Any, tmp_path: Path
) -> None:
    """However it came to that: here Redis has an owner of whom it knows nothing else, so nobody ever finds it dead."""
    async with serving(tmp_path / "b", redis=redis.url) as b:
        async with serving(tmp_path / "a", redis=redis.url) as a, players(a.url, 1) as (host,):
            code = (await host.do(Create, "wapi", 2)).code
            assert code is not None
            assert a.app.node is not None
            await raw.zrem(keys.NODES, [a.app.node.membership.id])
            await raw.hset(keys.OWNERS, {code: "nobody"})
            a.app.stop()
            await a.ended.wait()
        async with players(b.url, 1) as (guest,):
            await guest.do(Join, code)
            assert code in b.app.loop.lobby.rooms
