"""Measures the round trips of racers with pings, more often while two players could play for the same slot.

One timer for the whole server goes from room to room, a few at each tick, round after round. A round takes as long as
may pass between two pings to a hot player. It takes longer if there is more to do than a tick may cost: many pings at
once would bring many pongs at once, and every play that arrives among them would wait for milliseconds.
A tick that comes late, while passes have many messages, shows that the server is busy with plays: then most ticks are left
out, before players feel anything. (A server that is not busy may wait for a play outside Trio, which makes ticks late too.)
"""

from collections import deque
from collections.abc import Iterator
from math import ceil
from typing import Final

import trio

from watai.server import clock
from watai.server.arbitration.rtt import PING_EVERY_HOT
from watai.server.clock import MILLISECOND, SECOND, Nanos
from watai.server.counters import Counters
from watai.server.match.broadcast import Listener
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room

ROUND_SECONDS: Final = PING_EVERY_HOT / 1_000_000
TICKS_A_ROUND: Final = 10
PINGS_A_TICK: Final = 8
"""After so many, a tick takes no further room: 1,600 to 3,000 pings a second; each costs, with its pong, about 20 µs."""

LATE: Final = MILLISECOND
LEFT_OUT: Final = 3
"""Ticks that are left out after one that came so late."""


async def probe_rtts(lobby: Lobby, counters: Counters) -> None:
    """Ping every racer in time, for ever."""
    while True:
        racing = deque(room for room in lobby.rooms.values() if room.racing)
        ticks = max(1, min(TICKS_A_ROUND, len(racing)))
        rooms, pause = ceil(len(racing) / ticks), ROUND_SECONDS / ticks
        late = await _late_after(pause) and lobby.busy
        while racing:
            if late:
                counters.probe_ticks_left_out += LEFT_OUT
                await trio.sleep(LEFT_OUT * pause)
            for player in take_overdue(racing, rooms, clock.now()):
                player.measure_rtt()
            if racing:
                late = await _late_after(pause) and lobby.busy


async def _late_after(seconds: float) -> bool:
    """Sleep; returns whether the loop was too busy to wake us in time."""
    due = clock.now() + int(seconds * SECOND)
    await trio.sleep(seconds)
    return clock.now() - due > LATE


def take_overdue(racing: deque[Room], rooms: int, now: Nanos) -> list[Listener]:
    """The players to ping at this tick, from up to so many rooms, which leave the deque."""
    overdue: list[Listener] = []
    while racing and rooms and len(overdue) < PINGS_A_TICK:
        overdue += _overdue(racing.popleft(), now)
        rooms -= 1
    return overdue


def _overdue(room: Room, now: Nanos) -> Iterator[Listener]:
    if not room.racing:
        return
    hot = room.hot()
    for seat, player in enumerate(room.broadcast.players):
        if player is not None:
            meter = player.meter
            if meter.next_ping(seat in hot) <= meter.micros(now):
                yield player
