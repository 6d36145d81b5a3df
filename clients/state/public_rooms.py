"""The public rooms of a server: every page of their list, and what changes in it."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from watai.clients.state.guest import ClientGuest
from watai.protocol.messages import ListRooms, RoomLine, RoomList, RoomsChanged

MOST_PAGES: Final = 100
"""A server with more pages than this is broken, or tells no end of them on purpose."""


async def list_rooms(guest: ClientGuest, *, follow: bool) -> tuple[list[RoomLine], bool]:
    """Ask for every page; returns the rooms, and whether the server tells what changes from now on."""
    rooms: list[RoomLine] = []
    following, after = False, ""
    for _ in range(MOST_PAGES):
        answer = await guest.ask(partial(ListRooms, after=after, follow=follow))
        if not isinstance(answer, RoomList):
            break
        rooms += answer.rooms
        following = answer.following
        if not answer.more or not answer.rooms:
            break
        after = answer.rooms[-1].code
    return rooms, following


def changed(rooms: Iterable[RoomLine], change: RoomsChanged) -> list[RoomLine]:
    """The rooms after a change, in the order of their codes."""
    lines = {line.code: line for line in (*rooms, *change.rooms)}
    for code in change.gone:
        lines.pop(code, None)
    return [lines[code] for code in sorted(lines)]
