"""Who is still there: silent peers are pinged, dead ones and idle ones closed."""

import time

import trio

from server.endings import Ending, Silent
from server.house import House


async def beat(house: House) -> None:
    """Ping who is silent, close who is dead. One timer for all."""
    limits = house.limits
    pause = limits.heartbeat_seconds / 2
    while True:
        await trio.sleep(pause)
        now = time.monotonic_ns()
        for connection in list(house.connections):
            silence = (now - connection.heard) / 1e9
            idle = (now - connection.spoke) / 1e9
            if silence > limits.silence_seconds:
                connection.end(Silent("no sign of life from you"))
            elif connection.room is None and idle > limits.idle_seconds:
                connection.end(Ending(1000, "you have said nothing for a long time"))
            elif silence > limits.heartbeat_seconds:
                connection.ping()
