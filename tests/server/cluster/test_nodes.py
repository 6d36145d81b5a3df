"""Several nodes on one Redis: guests find their room wherever it is, and rooms outlive their nodes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio

from protocol.messages import Create, Join, Ping
from server.app import App
from tests.support.cluster.redis_server import RedisServer, redis_server
from tests.support.server.players import players, sit_down, start
from tests.support.server.server_process import serving


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    async with redis_server(tmp_path / "redis") as server:
        yield server


def open_rooms(app: App) -> list[str]:
    return sorted(app.loop.lobby.rooms)


async def met(*apps: App) -> None:
    """Wait until all nodes know of each other."""
    for app in apps:
        assert app.node is not None
        while len(app.node.membership.nodes) < len(apps):
            await trio.lowlevel.checkpoint()


async def test_a_guest_is_sent_to_the_node_that_has_the_room(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
        players(a.url, 1) as (host,),
        players(b.url, 1) as (guest,),
    ):
        await met(a.app, b.app)
        code = (await host.do(Create, "wapi", 2)).code
        done = await guest.do(Join, code)
        assert done.code == code
        assert guest.link.url == a.url
        assert guest.link.welcome is not None
        assert guest.link.welcome.name == "Player 0"


async def test_a_room_goes_on_when_its_node_is_gone(redis: RedisServer, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "b", redis=redis.url) as b,
        serving(tmp_path / "a", redis=redis.url) as a,
    ):
        await met(a.app, b.app)
        async with players(a.url, 2) as everybody:
            code = await sit_down(everybody, "wapi", {})
            await start(everybody)
            seq = everybody[0].seq
            a.app.stop()  # its rooms are left to others; nothing is handed over
            for player in everybody:
                await player.back(1)
                await player.do(Ping)
                assert player.link.url == b.url
                assert player.link.room == code
                assert player.seq >= seq
            (room,) = b.app.loop.lobby.rooms.values()
            assert room.code == code
            assert all(room.broadcast.players)
