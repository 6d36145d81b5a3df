"""How far away racers are, asked again and again: pings, and often while players could get into each other's way.

One timer for the whole server. It goes from room to room, a few at each tick, round after round. A round takes as long as
may pass between two pings to a hot player, or longer, for what a tick may cost is bounded: were many pinged at once and
their pongs read at once, every play that came meanwhile would wait for milliseconds.
"""

import time
from collections import deque
from collections.abc import Iterator
from math import ceil
from typing import Final

import trio

from server.arbitration.rtt import PING_EVERY_HOT
from server.rooms.lobby import Lobby
from server.rooms.room import Room
from server.transport.connection import Connection

ROUND_SECONDS: Final = PING_EVERY_HOT / 1_000_000
TICKS_A_ROUND: Final = 10
PINGS_A_TICK: Final = 8
"""After so many no other room is looked at: 1,600 to 3,000 a second; with its pong each takes about 20 µs of the core."""


async def sound(lobby: Lobby) -> None:
    """Ping whoever races, for ever."""
    while True:
        line = deque(room for room in lobby.rooms.values() if room.racing)
        ticks = max(1, min(TICKS_A_ROUND, len(line)))
        rooms = ceil(len(line) / ticks)
        await trio.sleep(ROUND_SECONDS / ticks)
        while line:
            now = time.monotonic_ns()
            for connection in take_overdue(line, rooms, now):
                connection.sound()
            if line:
                await trio.sleep(ROUND_SECONDS / ticks)


def take_overdue(line: deque[Room], rooms: int, now: int) -> list[Connection]:
    """Whom to ping at this tick, from the head of the line of rooms."""
    overdue: list[Connection] = []
    while line and rooms and len(overdue) < PINGS_A_TICK:
        overdue += _overdue(line.popleft(), now)
        rooms -= 1
    return overdue


def _overdue(room: Room, now: int) -> Iterator[Connection]:
    if not room.racing:
        return
    hot = room.hot()
    for seat, player in enumerate(room.broadcast.players):
        if isinstance(player, Connection):
            meter = player.meter
            if meter.next_ping(seat in hot) <= meter.micros(now):
                yield player
