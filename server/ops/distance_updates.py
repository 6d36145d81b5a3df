"""Tells rooms how far away their players are, and measures it where no race does.

One timer for the whole server goes from room to room, a few at each tick, so that no pass waits for many of them.
Nothing of this is done in a room with a single person, who has nobody to compare with.
"""

from collections.abc import Iterable
from math import ceil
from typing import Final

import trio

from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room

ROUND_SECONDS: Final = 3.0
"""A room is told at most once in this time."""
TICKS_A_ROUND: Final = 60
ROUNDS_A_PING: Final = 5
"""Outside races a player whose distance is known is pinged every so many rounds: each ping costs, with its pong, about 20 µs."""


async def tell_distances(lobby: Lobby) -> None:
    """Go round all rooms, for ever."""
    number = 0
    while True:
        rooms = list(lobby.rooms.values())
        a_tick = max(1, ceil(len(rooms) / TICKS_A_ROUND))
        for tick in range(TICKS_A_ROUND):
            await trio.sleep(ROUND_SECONDS / TICKS_A_ROUND)
            update(lobby, rooms[tick * a_tick : (tick + 1) * a_tick], number % ROUNDS_A_PING == 0)
        number += 1


def update(lobby: Lobby, rooms: Iterable[Room], measure: bool) -> None:
    """Tell these rooms what has changed, and ping their players: those not measured yet, or all who are in no race."""
    for room in rooms:
        if lobby.rooms.get(room.code) is not room or sum(1 for _ in room.broadcast) < 2:
            continue
        if room.distances.tell():
            lobby.dirty[room] = None  # what spectators are told waits for the end of a pass
        if not room.racing:
            for player in room.broadcast.players:
                if player is not None and (measure or player.meter.distance is None):
                    player.measure_rtt()
