"""How far away racers are, asked again and again: pings, and often while players could get into each other's way.

One timer for the whole server. What a tick may cost is bounded: the connections whose ping is most overdue come first.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Final

import trio

from server.connection import Connection
from server.links import PING_EVERY_HOT
from server.lobby import Lobby
from server.room import Room

TICK_SECONDS: Final = PING_EVERY_HOT / 1_000_000
PINGS_A_TICK: Final = 100
"""2,000 a second; with its pong each takes about 20 µs of the core."""
IN_A_ROW: Final = 20
"""Then others have the core: all at once would keep plays waiting for some ms, and pongs for each other."""


async def sound(lobby: Lobby) -> None:
    """Ping whoever races, for ever."""
    while True:
        overdue = most_overdue(lobby.rooms.values(), time.monotonic_ns())
        for first in range(0, PINGS_A_TICK, IN_A_ROW):
            for connection in overdue[first : first + IN_A_ROW]:
                connection.sound()
            await trio.sleep(TICK_SECONDS * IN_A_ROW / PINGS_A_TICK)


def most_overdue(rooms: Iterable[Room], now: int) -> list[Connection]:
    """Whom to ping at this tick."""
    overdue = sorted(_overdue(rooms, now), key=lambda each: each[0])
    return [connection for _, connection in overdue[:PINGS_A_TICK]]


def _overdue(rooms: Iterable[Room], now: int) -> Iterator[tuple[int, Connection]]:
    for room in rooms:
        if not room.table.racing:
            continue
        hot = room.table.hot()
        for seat, player in enumerate(room.audience.players):
            if isinstance(player, Connection):
                due = player.meter.next_ping(seat in hot)
                if due <= player.meter.micros(now):
                    yield due, player
