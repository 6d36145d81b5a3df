"""A guest at a real server: moves sent once, a table looked at again, a room that is gone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from tests.support.server.server_process import Serving, serving
from watai.clients.link.link import Link
from watai.clients.state.guest import ClientGuest
from watai.engine.watai.moves import Turn
from watai.protocol.messages import AddBot, Create, Leave, Prompts, Refused, ServerMessage, Start


class Seen:
    """Everything a guest is told, and a way to wait for it."""

    def __init__(self) -> None:
        self.heard: list[ServerMessage] = []
        self._news = trio.Event()

    def hear(self, guest: ClientGuest, message: ServerMessage) -> None:
        self.heard.append(message)
        self._news.set()
        self._news = trio.Event()

    async def next(self) -> None:
        await self._news.wait()


@asynccontextmanager
async def visiting(server: Serving) -> AsyncIterator[tuple[ClientGuest, Seen]]:
    seen = Seen()
    async with trio.open_nursery() as nursery:
        guest = ClientGuest(Link(server.url, "Ana"), seen.hear)
        await nursery.start(guest.run)
        yield guest, seen
        nursery.cancel_scope.cancel()


async def sit_down(guest: ClientGuest, seen: Seen, game: str) -> None:
    await guest.ask(lambda n: Create(n, game, 2))
    await guest.ask(AddBot)
    await guest.ask(Start)
    while guest.model.table is None or not guest.model.table.moves:
        await seen.next()


async def test_a_move_on_its_way_is_not_sent_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server) as (guest, seen):
        await sit_down(guest, seen, "wapi")
        assert guest.model.table is not None
        move = guest.model.table.moves[0]
        assert guest.play(move)
        assert not guest.play(move)
        assert [each.move for each in guest.model.pending.values()] == [move]
        while guest.model.pending:
            await seen.next()
        assert not any(isinstance(each, Refused) for each in seen.heard)


async def test_the_stock_may_be_turned_again_before_the_first_turn_is_answered(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as server, visiting(server) as (guest, seen):
        await guest.ask(lambda n: Create(n, "watai", 2))
        assert guest.play(Turn())
        assert guest.play(Turn())
        while guest.model.pending:
            await seen.next()
        assert [move for move, _ in guest.model.refused] == [Turn(), Turn()]


async def test_moves_leave_in_the_order_in_which_they_are_made(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server) as (guest, seen):
        await sit_down(guest, seen, "duel")
        assert guest.model.table is not None
        first, second = guest.model.table.moves[:2]
        guest.play(first)
        guest.play(second)
        assert [each.move for each in guest.model.pending.values()] == [first, second]
        while guest.model.pending:
            await seen.next()
        assert [move for move, _ in guest.model.refused] == [second]


async def test_a_table_that_is_not_known_any_more_is_looked_at_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server) as (guest, seen):
        await sit_down(guest, seen, "wapi")
        assert guest.model.table is not None
        before = guest.model.table
        guest.play(before.moves[0])
        while guest.model.table.stale or guest.model.table.seq == before.seq:
            await seen.next()
        assert guest.model.table.view != before.view
        assert any(isinstance(each, Prompts) for each in seen.heard)


async def test_a_room_that_is_gone_is_left_behind(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, visiting(server) as (guest, seen):
        await guest.ask(lambda n: Create(n, "wapi", 2))
        (room,) = server.app.loop.lobby.rooms.values()
        server.app.loop.lobby.close(room)
        for connection in list(server.app.loop.connections):
            connection.channel.close()
        while guest.model.room is not None:
            await seen.next()
        assert isinstance(seen.heard[-1], Refused)
        assert guest.link.conversation.room is None
        await guest.ask(Leave)
