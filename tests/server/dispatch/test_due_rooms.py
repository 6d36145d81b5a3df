"""Rooms do what is due, and what a room that is gone had planned is not done."""

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from tests.support.server.memory_server import MemoryServer
from watai.server import clock
from watai.server.clock import Nanos
from watai.server.rooms.room import Room
from watai.server.storage import records

HOUR = 3_600_000_000_000


def test_pongs_are_handed_on_only_while_a_play_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    server = MemoryServer()
    player = server.guest("Player")
    room = server.game(player)
    for holding in (True, False):
        monkeypatch.setattr(Room, "holding", holding)
        server.loop.due_rooms.tend(room, clock.now())
        assert player.pongs_wanted is holding


async def test_a_room_that_was_given_up_does_nothing_when_it_is_claimed_again() -> None:
    """A node lost its lease and claimed the room again before the timer of the room as it was before came due."""
    server = MemoryServer()
    before = server.game(server.guest("Host"))
    history = [records.decode(body) for body in server.journal.streams[before.code]]
    server.loop.lobby.drop(before)
    server.loop.restore(before.code, history)
    server.loop.run_pass()
    assert server.loop.sizes()["scheduled"] == 1
    server.loop.due_rooms.tend(before, Nanos(clock.now() + HOUR))
    assert server.journal.pending == 0
    assert server.loop.lobby.rooms[before.code] is not before


async def test_a_room_that_another_server_had_is_looked_after_at_once(
    autojump_clock: MockClock,
) -> None:
    server = MemoryServer()
    before = server.game(server.guest("Host"))
    history = [records.decode(body) for body in server.journal.streams[before.code]]
    server.loop.lobby.drop(before)
    server.loop.run_pass()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.loop.run)
        await trio.testing.wait_all_tasks_blocked()
        server.loop.restore(before.code, history)
        await trio.testing.wait_all_tasks_blocked()
        assert not server.loop.lobby.dirty
        nursery.cancel_scope.cancel()
