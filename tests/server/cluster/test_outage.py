"""Redis does not answer: everybody is told, rooms stand still, and go on when it is back. Nothing acknowledged is lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.cluster.redis_server import POLL, RedisServer
from tests.support.server.memory_server import MemoryServer
from tests.support.server.players import RACE, Player, players, sit_down, start
from tests.support.server.server_process import serving
from watai.engine.watai.moves import Go
from watai.protocol.messages import AddBot, Chat, Create, Done, Ping, Ready, Start
from watai.server import clock
from watai.server.app import App
from watai.server.cluster.directory import NodeLine
from watai.server.cluster.node import Node
from watai.server.cluster.outage import SILENCE_SECONDS
from watai.server.cluster.redis import RedisAway
from watai.server.cluster.redis_client import connect
from watai.server.match.match import Match
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.slow


def match_of(app: App, code: str) -> Match:
    match = app.loop.lobby.rooms[code].match
    assert match is not None
    return match


async def told(everybody: Sequence[Player], away: bool) -> None:
    """Wait until this is the last that everybody was told about the storage. On a busy machine there is more before it."""
    for player in everybody:
        await player.until(lambda player: player.storage[-1:] == [away])


async def silent(app: App, seconds: float) -> None:
    """Wait until Redis has not answered for so long."""
    assert app.node is not None
    while (since := app.node._redis.silent_since) is None or trio.current_time() - since < seconds:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def lost(app: App) -> None:
    """Wait until the node's lease has run out."""
    assert app.node is not None
    while app.node.membership.is_member:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def test_while_redis_is_away_clocks_and_bots_stand_still_and_then_go_on(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    busy = Limits(bot_speed=100)
    async with (
        serving(tmp_path / "a", busy, redis=redis.url) as a,
        players(a.url, 2) as (host, idle),
    ):
        code = (await host.do(Create, "watai", 3, dict(RACE))).code
        assert code is not None
        for _ in range(2):
            await host.do(AddBot, "easy")
        await host.do(Start)
        await host.until(lambda host: bool(host.views))
        if host.views[0].view["leader"] == 0:
            await host.play(Go())
        await host.heard("Placed")  # bots play, many times a second
        redis.stall(True)
        await told([host, idle], True)  # also whoever is in no room
        match = match_of(a.app, code)
        seq, at, epoch = match.seq, match.at, match.epoch
        assert list(a.app.health.complaints()) == [
            "the journal takes nothing: Redis does not answer"
        ]
        await silent(a.app, 1.5)
        assert (match.seq, match.at) == (seq, at), "no bot has played"
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.do, Chat, "is anybody there?")  # answered when it goes on
            redis.stall(False)
            await told([host, idle], False)
        assert match.epoch > epoch, "the game clock has stood still"
        assert a.app.loop.lobby.rooms[code].match is match, "the room was kept"
        await host.until(lambda host: host.seq > seq + 5)
        assert [each.text for each in host.said] == ["is anybody there?"]
        assert host.link.conversation.connections == 1
        assert list(a.app.health.complaints()) == []


async def test_nobody_is_told_anything_before_the_welcome(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    async with serving(tmp_path / "a", redis=redis.url) as a, trio.open_nursery() as nursery:
        redis.stall(True)

        async def come() -> None:
            async with players(a.url, 1) as (guest,):
                assert guest.link.conversation.connections == 1
                await told([guest], False)

        nursery.start_soon(come)
        while not a.app.loop.login.connected or a.app.loop.standstill.fault is None:  # noqa: ASYNC110
            await trio.sleep(POLL)
        redis.stall(False)


async def test_a_room_whose_node_has_lost_its_lease_is_claimed_again_when_redis_is_back(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "a", redis=redis.url) as a,
        players(a.url, 2) as everybody,
    ):
        code = await sit_down(everybody)
        await start(everybody)
        before = match_of(a.app, code)
        leader = everybody[before.game.view(None).leader]  # type: ignore[attr-defined]
        answers: list[Done] = []

        async def go() -> None:
            answer = await leader.play(Go())
            assert isinstance(answer, Done)
            answers.append(answer)

        redis.stall(True)
        await told(everybody, True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(go)
            await lost(a.app)
            assert answers == [], "nobody is told what is not stored"
            assert code not in a.app.loop.lobby.rooms
            redis.stall(False)
        for player in everybody:
            await player.back(1)
            await player.do(Ping)
            assert player.link.conversation.room == code
            await player.heard("Started")
        assert match_of(a.app, code) is not before
        assert match_of(a.app, code).id == before.id
        goes = [each for each in everybody[0].history if each.event == "GoSaid"]
        assert len(goes) == 1, "the Go that had no answer was said once"


async def test_a_redis_that_is_killed_and_restarted_costs_nobody_a_connection(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    async with serving(tmp_path / "a", redis=redis.url) as a, players(a.url, 2) as everybody:
        code = await sit_down(everybody, "wapi", {})
        await start(everybody)
        redis.kill()
        await told(everybody, True)
        await redis.start()
        await told(everybody, False)
        for player in everybody:
            await player.do(Ping)
            assert player.link.conversation.connections == 1
        assert code in a.app.loop.lobby.rooms


async def test_what_a_guest_has_said_before_its_room_is_given_up_is_not_refused(
    redis: RedisServer, tmp_path: Path, long_lease: None
) -> None:
    """Otherwise the guest, who says it again to the room's next owner, would be given the same refusal there."""
    async with serving(tmp_path / "a", redis=redis.url) as a, players(a.url, 1) as (host,):
        code = (await host.do(Create, "wapi", 2)).code
        (guest,) = a.app.loop.login.connected.values()
        node = a.app.node
        assert node is not None
        node._give_up(a.app.loop.lobby.rooms[code or ""])
        a.app.loop.receive(guest.connection, Ready(77), clock.now())
        a.app.loop.run_pass()
        assert 77 not in guest.session.answers
        await node._release(code or "")
        await host.back(1)
        await host.do(Ready)


async def test_a_full_redis_is_reported_in_its_own_words(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    full = "OOM command not allowed when used memory > 'maxmemory'."
    server = MemoryServer()
    async with connect(redis.url) as client:
        node = Node(client, MemoryJournal())
        node.attach(server.loop)
        await client._pool.config_set({"maxmemory": 1})
        with pytest.raises(RedisAway) as away:
            await node.directory.join(NodeLine("a", "ws://127.0.0.1:1"))
        assert str(away.value) == full
        node._outage._look(SILENCE_SECONDS + 1)
        assert server.loop.standstill.fault == f"Redis refuses: {full}"
        (line,) = [each for each in caplog.records if "the rooms of this node wait" in each.message]
        assert vars(line)["error"] == full
        await client._pool.config_set({"maxmemory": 0})
        await node.directory.join(NodeLine("a", "ws://127.0.0.1:1"))
        assert client.refusal is None
