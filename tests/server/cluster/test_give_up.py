"""What a node does with a room that it has lost, or may have got, without any other node: on the model of Redis."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.cluster.model_server import ModelClient, ModelServer
from tests.support.cluster.redis_server import POLL
from tests.support.server.memory_server import MemoryServer, answers
from tests.support.server.server_process import PATIENCE
from watai.protocol.messages import Create, Leave
from watai.server import clock
from watai.server.cluster import keys
from watai.server.cluster.directory import LEASE_SECONDS, NodeLine
from watai.server.cluster.entrance import Entrance, Moved
from watai.server.cluster.node import Node
from watai.server.cluster.redis import RedisAway, ScriptCall, Set
from watai.server.cluster.scripts import CLAIM


def alone(redis: ModelClient | None = None) -> tuple[Node, MemoryServer]:
    """A node and its loop."""
    server = MemoryServer()
    node = Node(redis or ModelClient(ModelServer()), MemoryJournal())
    node.attach(server.loop)
    return node, server


async def test_what_an_absent_player_was_answered_is_forgotten_with_the_room() -> None:
    """It may not have been stored: asked again, it is answered from what was."""
    node, server = alone()
    host = server.guest("Host")
    room = server.game(host)
    session = server.guest_of(host).session
    server.loop.closed(host)
    assert session.answers
    node._give_up(room)
    assert not session.answers


async def test_whoever_has_just_left_a_lost_room_is_not_told_what_was_not_stored() -> None:
    node, server = alone()
    host = server.guest("Host")
    room = server.room(host)
    server.journal.later = True
    server.say(host, Leave(2), clock.now())
    server.loop.run_pass()
    async with trio.open_nursery() as node._nursery:
        node._refused(room.code)
    server.journal.store()
    assert [each for each in answers(host) if each.n == 2] == []  # type: ignore[attr-defined]


async def test_a_node_without_a_lease_opens_no_room_under_its_old_name() -> None:
    """Redis may still know that name; this node does not answer for it any more."""
    node, _ = alone()
    node.membership._until = clock.now()
    before = node.membership.id
    node.membership.lose()
    assert node.journal.node == node.membership.id != before


async def test_a_node_that_leaves_does_nothing_more_in_its_rooms() -> None:
    """Another node may have them before this one is answered."""
    node, server = alone()
    host = server.guest("Host")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(node.journal.run)
        await node.leave()
        nursery.cancel_scope.cancel()
    server.say(host, Create(1, "wapi", 2), clock.now())
    server.loop.run_pass()
    assert not server.loop.lobby.rooms


async def test_another_node_at_the_same_address_is_warned_of_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not before a lease has passed: until then it may be this node's own past, killed and started again."""
    node, _ = alone()
    node.membership.url = "ws://127.0.0.1:1"
    lines = [
        node.membership.line(),
        NodeLine("twin", "ws://127.0.0.1:1/"),
        NodeLine("other", "ws://127.0.0.1:2"),
    ]
    node.membership.nodes = {each.id: each for each in lines}
    for now in (0.0, LEASE_SECONDS):
        node._watch_twins(now)
    assert not caplog.records
    for now in (LEASE_SECONDS + 1, LEASE_SECONDS + 2, 10 * LEASE_SECONDS):
        node._watch_twins(now)
    (line,) = caplog.records
    assert line.message == "another node advertises the same address"
    assert vars(line)["other"] == "twin"


class Deaf(ModelClient):
    """Loses the first answer to a claim."""

    def __init__(self, server: ModelServer) -> None:
        super().__init__(server)
        self.lost = 0

    async def send(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        answers = await super().send(commands)
        claims = any(isinstance(each, ScriptCall) and each.script == CLAIM for each in commands)
        if claims and not self.lost:
            self.lost += 1
            raise RedisAway("the answer was lost")
        return answers


class Slow(ModelClient):
    """Has the first guest who waits for a room's records lose patience."""

    impatient: trio.CancelScope | None = None

    async def records(self, stream: str) -> list[bytes]:
        if self.impatient is not None:
            impatient, self.impatient = self.impatient, None
            impatient.cancel()
        return await super().records(stream)


async def test_a_room_is_served_although_the_guest_who_had_it_claimed_lost_patience() -> None:
    redis = ModelServer()
    link = Slow(redis)
    node, server = alone(link)
    async with left_alone(redis) as code:
        await node.directory.join(node.membership.line())
        await node.directory.bury()
        with trio.CancelScope() as link.impatient:
            await node.claim(code)
        assert code in node._uncertain  # so it is claimed again
        await node.claim(code)
        assert code in server.loop.lobby.rooms
        assert not node._uncertain


async def test_a_room_is_served_although_the_answer_to_its_claim_was_lost() -> None:
    redis = ModelServer()
    link = Deaf(redis)
    async with left_alone(redis) as code, another(link) as (_, server):
        await served(server, code)
    assert link.lost == 1


async def test_a_room_that_a_node_cannot_recover_is_left_to_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its records stay as they are, and the node does not try it again."""
    redis = ModelServer()
    node, server = alone(ModelClient(redis))
    async with left_alone(redis) as code:
        records = redis.model.streams[keys.room(code)]
        whole, records[0] = records[0], records[0]._replace(body=b"\xc1")
        await node.directory.join(node.membership.line())
        await node.directory.bury()
        async with trio.open_nursery() as node._nursery:
            await node.claim(code)
        await node.claim(code)
        assert [each.message for each in caplog.records] == ["a room cannot be recovered"]
        assert code not in server.loop.lobby.rooms
        records[0] = whole  # to the next node they can be read
        async with another(ModelClient(redis)) as (_, other):
            await served(other, code)


async def served(server: MemoryServer, code: str) -> None:
    while code not in server.loop.lobby.rooms:  # noqa: ASYNC110
        await trio.sleep(POLL)


@asynccontextmanager
async def another(redis: ModelClient) -> AsyncIterator[tuple[Node, MemoryServer]]:
    """A node that runs."""
    node, server = alone(redis)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            await nursery.start(node.run, "ws://another")
            yield node, server
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def left_alone(redis: ModelServer) -> AsyncIterator[str]:
    """A room whose node is gone."""
    first, server = alone(ModelClient(redis))
    room = server.game(server.guest("Host"))
    first.journal.begin(room.code, "")
    for body in server.journal.streams[room.code]:
        first.journal.append(room.code, body)
    async with trio.open_nursery() as nursery:
        await nursery.start(first.run, "ws://first")
        await first.journal.settle(first.journal.submit())
        await first.leave()
        nursery.cancel_scope.cancel()
    yield room.code


async def test_a_node_sends_nobody_to_its_own_address() -> None:
    """A room's owner may be this node under the name that it had before its lease ran out: guests would come again at once."""
    node, server = alone()
    node.membership.url = "ws://here"
    async with trio.open_nursery() as nursery:
        claim, sessions = node.claim, node._sessions
        entrance = Entrance(server.loop, node.membership, sessions, claim, nursery)
        entrance._send_on("ws://here")
        with pytest.raises(Moved, match="ws://there"):
            entrance._send_on("ws://there")
