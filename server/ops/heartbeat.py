"""Who is still there: silent peers are pinged, dead ones and idle ones closed.

Silence counts only while we listen. If this process was stopped for a while (a suspended machine, a paused container),
what everybody said meanwhile still waits in their sockets, unread; to judge then would send everybody home.
"""

import time

import trio

from server.dispatch.loop import House
from server.transport.closing import Ending, Silent


async def beat(house: House) -> None:
    """Ping who is silent, close who is dead. One timer for all."""
    limits = house.limits
    pause = limits.heartbeat_seconds / 2
    now = listening = time.monotonic_ns()
    while True:
        before = now
        await trio.sleep(pause)
        now = time.monotonic_ns()
        if now - before > 2e9 * pause:
            listening = now
        for connection in list(house.connections):
            silence = (now - max(connection.heard, listening)) / 1e9
            idle = (now - max(connection.spoke, listening)) / 1e9
            if silence > limits.silence_seconds:
                connection.end(Silent("no sign of life from you"))
            elif connection.room is None and idle > limits.idle_seconds:
                connection.end(Ending(1000, "you have said nothing for a long time"))
            elif silence > limits.heartbeat_seconds:
                connection.ping()
