"""Several nodes on one Redis: guests find their room wherever it is, and rooms outlive their nodes."""

from pathlib import Path

import pytest
import trio

from tests.support.cluster.redis_server import POLL, RedisServer
from tests.support.server.players import players, sit_down, start
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import serving
from watai.protocol.messages import (
    AddBot,
    Create,
    Done,
    FetchReplay,
    Goodbye,
    Join,
    Leave,
    ListRooms,
    Ping,
    Recorded,
    Resume,
    RoomList,
    Start,
    Watch,
)
from watai.server.app import App
from watai.server.rooms.sessions import NUMBERS
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.slow


def open_rooms(app: App) -> list[str]:
    return sorted(app.loop.lobby.rooms)


async def met(*apps: App) -> None:
    """Wait until all nodes know of each other."""
    for app in apps:
        assert app.node is not None
        while len(app.node.membership.nodes) < len(apps):  # noqa: ASYNC110
            await trio.sleep(POLL)


async def listed(app: App, codes: list[str]) -> None:
    """Wait until a node has heard of all these rooms."""
    while [line.code for line in app.loop.lobby.public.page("", None)[0]] != codes:  # noqa: ASYNC110
        await trio.sleep(POLL)


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
        assert guest.link.conversation.addresses.here == a.url
        assert guest.link.conversation.welcome is not None
        assert guest.link.conversation.welcome.name == "Player 0"


async def test_new_rooms_go_to_the_node_with_fewer_and_everybody_sees_them(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
        players(a.url, 6) as everybody,
    ):
        await met(a.app, b.app)
        for player in everybody:
            await player.do(Create, "wapi", 2, {}, True)
        # the first two stay; how the others are shared depends on when the nodes renew
        assert len(open_rooms(a.app)) >= 2
        assert len(open_rooms(b.app)) >= 1
        every = sorted([*open_rooms(a.app), *open_rooms(b.app)])
        for server in a, b:
            await listed(server.app, every)
            async with players(server.url, 1) as (reader,):
                answer = await reader.link.ask(lambda n: ListRooms(n))
                assert isinstance(answer, RoomList)
                assert [line.code for line in answer.rooms] == every


async def test_colyseus_978_a_repeated_request_for_a_room_gets_the_same_room_at_any_node(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
    ):
        await met(a.app, b.app)
        first = await RawClient.let_in(a)
        token = (await first.hello()).token
        await first.say(Create(1, "wapi", 2))
        answer = await first.answer(1)
        assert isinstance(answer, Done)
        await first.aclose()
        second = await RawClient.let_in(b)
        await second.hello(token=token)
        await second.say(Create(1, "wapi", 2))
        assert (await second.until(Goodbye)).moved == a.url
        code = answer.code
        assert open_rooms(a.app) == [code]
        assert open_rooms(b.app) == []
        await second.aclose()


async def test_every_node_names_a_number_above_all_that_were_answered(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
    ):
        await met(a.app, b.app)
        first = await RawClient.let_in(a)
        token = (await first.hello()).token
        created = await first.ask(Create, "wapi", 2)
        assert isinstance(created, Done)
        assert created.code is not None
        added = await first.ask(AddBot, "easy")
        await first.aclose()
        # a program that knows nothing but the token, and counts from what it is told
        elsewhere = await RawClient.let_in(b)
        welcome = await elsewhere.hello(token=token)
        assert welcome.n == NUMBERS > added.n
        assert welcome.room == created.code
        resume = Resume(welcome.n + 1, created.code, -1)
        await elsewhere.say(resume)
        assert (await elsewhere.until(Goodbye)).moved == a.url
        await elsewhere.aclose()
        back = await RawClient.let_in(a)
        assert (await back.hello(token=welcome.token)).n == 2 * NUMBERS
        await back.say(resume)
        assert await back.answer(resume.n) == Done(resume.n, code=created.code)
        assert back.room is not None  # it was carried out
        await back.aclose()


async def test_of_two_connections_at_two_nodes_the_newer_one_counts(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        serving(tmp_path / "b", redis=redis.url) as b,
    ):
        await met(a.app, b.app)
        first = await RawClient.let_in(a)
        token = (await first.hello()).token
        assert isinstance(await first.ask(Create, "wapi", 2), Done)
        second = await RawClient.let_in(b)
        token = (await second.hello(token=token)).token
        assert (await first.until_closed()).code == 4001
        third = await RawClient.let_in(a)  # and back again
        await third.hello(token=token)
        assert (await second.until_closed()).code == 4001
        assert isinstance(await third.ask(Ping), Done)
        for each in first, second, third:
            await each.aclose()


async def test_colyseus_968_a_node_that_was_given_up_joins_again_with_its_rooms(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        players(a.url, 1) as (host,),
    ):
        code = (await host.do(Create, "wapi", 2)).code
        assert a.app.node is not None
        before = a.app.node.membership.id
        await a.app.node.directory.leave(before)  # as if no renewal had come in time
        await host.back(1)
        await host.do(Ping)
        assert a.app.node.membership.id != before
        assert open_rooms(a.app) == [code]
        assert host.link.conversation.room == code


async def test_a_game_that_one_node_has_finished_is_found_from_another(
    redis: RedisServer, tmp_path: Path
) -> None:
    fast = Limits(bot_speed=1_000)
    async with (
        serving(tmp_path / "a", fast, redis=redis.url) as a,
        serving(tmp_path / "b", fast, redis=redis.url) as b,
        players(a.url, 1) as (host,),
        players(b.url, 1) as (reader,),
    ):
        await met(a.app, b.app)
        await host.do(Create, "wapi", 3)
        for _ in range(2):
            await host.do(AddBot, "easy")
        await host.do(Start)
        await host.do(Leave)  # a bot plays on, for nobody: so somebody watches
        (room,) = a.app.loop.lobby.rooms.values()
        await reader.do(Watch, room.code)
        await reader.until(lambda self: self.room is not None and self.room.status == "finished")
        match = reader.room.match if reader.room is not None else None
        assert match is not None
        await reader.do(Leave)
        async with players(b.url, 1) as (late,):
            answer = await late.link.ask(lambda n: FetchReplay(n, match))
            assert isinstance(answer, Recorded)
            assert answer.match == match


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
                assert player.link.conversation.addresses.here == b.url
                assert player.link.conversation.room == code
                assert player.seq >= seq
            (room,) = b.app.loop.lobby.rooms.values()
            assert room.code == code
            assert all(room.broadcast.players)
