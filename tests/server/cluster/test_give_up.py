"""What a node does with a room that it has lost, or may have got, without any other node: on the model of Redis."""

from collections.abc import Sequence
from typing import Any

import trio

from loadtest.storm.memory_journal import MemoryJournal
from protocol.messages import Leave
from server import clock
from server.cluster.node import Node
from server.cluster.redis import Call, RedisAway, Set
from server.cluster.scripts import CLAIM
from tests.support.cluster.model_server import ModelClient, ModelServer
from tests.support.cluster.redis_server import POLL
from tests.support.server.memory_server import MemoryServer, answers
from tests.support.server.server_process import PATIENCE


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


class Deaf(ModelClient):
    """Loses the first answer to a claim."""

    def __init__(self, server: ModelServer) -> None:
        super().__init__(server)
        self.lost = 0

    async def send(self, commands: Sequence[Call | Set]) -> list[Any]:
        answers = await super().send(commands)
        claims = any(isinstance(each, Call) and each.script == CLAIM for each in commands)
        if claims and not self.lost:
            self.lost += 1
            raise RedisAway("the answer was lost")
        return answers


async def test_a_room_is_served_although_the_answer_to_its_claim_was_lost() -> None:
    redis = ModelServer()
    first, server = alone(ModelClient(redis))
    server.journal.on_stored = None
    room = server.game(server.guest("Host"))
    first.journal.begin(room.code, "")
    for body in server.journal.streams[room.code]:
        first.journal.append(room.code, body)
    link = Deaf(redis)
    second, other = alone(link)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            await nursery.start(first.run, "ws://first")
            await first.journal.settle(first.journal.submit())
            await first.leave()
            await nursery.start(second.run, "ws://second")
            while room.code not in other.loop.lobby.rooms:  # noqa: ASYNC110
                await trio.sleep(POLL)
            nursery.cancel_scope.cancel()
    assert link.lost == 1
