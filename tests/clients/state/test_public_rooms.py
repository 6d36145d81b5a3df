"""The list of public rooms, as a client keeps it."""

from pathlib import Path

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import serving
from watai.clients.link.link import Link
from watai.clients.state.guest import ClientGuest
from watai.clients.state.public_rooms import changed, list_rooms
from watai.protocol.messages import Create, Done, RoomLine, RoomsChanged, ServerMessage
from watai.server.rooms import room_list


def line(code: str, free: int = 1) -> RoomLine:
    return RoomLine(code, "wapi", "waiting", 2, free, "Ana")


def test_a_change_replaces_adds_and_removes() -> None:
    rooms = [line("b"), line("c"), line("d")]
    change = RoomsChanged([line("c", 0), line("a")], ["d", "never there"])
    assert changed(rooms, change) == [line("a"), line("b"), line("c", 0)]


async def test_hole_7_every_page_is_asked_for_and_changes_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "ROOMS_PER_PAGE", 2)
    async with serving(tmp_path) as server:
        codes = []
        hosts = [await RawClient.guest(server) for _ in range(6)]
        for host in hosts[:5]:
            done = await host.ask(Create, "wapi", 2, {}, True)
            assert isinstance(done, Done)
            codes.append(done.code)
        told = trio.Event()
        changes: list[RoomsChanged] = []

        def hear(guest: ClientGuest, message: ServerMessage) -> None:
            if isinstance(message, RoomsChanged):
                changes.append(message)
                told.set()

        guest = ClientGuest(Link(server.url, "Eve"), hear)
        async with trio.open_nursery() as nursery:
            await nursery.start(guest.run)
            rooms, following = await list_rooms(guest, follow=True)
            assert [each.code for each in rooms] == sorted(codes, key=str)
            assert following
            done = await hosts[5].ask(Create, "wapi", 2, {}, True)
            assert isinstance(done, Done)
            await told.wait()
            assert [each.code for each in changes[0].rooms] == [done.code]
            nursery.cancel_scope.cancel()
        for host in hosts:
            await host.aclose()
