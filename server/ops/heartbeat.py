"""Pings silent peers, and closes dead and idle ones.

Silence counts only while the server runs. If its process was stopped for a while (a suspended machine, a paused
container), what peers sent meanwhile still waits unread in their sockets; judged by the clock alone, all would be closed.
"""

from typing import Final

import trio

from watai.server import clock
from watai.server.clock import SECOND, Nanos
from watai.server.dispatch.loop import Loop
from watai.server.settings.limits import Limits
from watai.server.transport.closing import Ending, Silent

PING_AFTER: Final = 0.25
"""After so much of `silence_seconds` the server pings a connection, so several times before they are over."""
IDLE_SECONDS: Final = 1_800.0
"""The server closes a connection that is in no room and sent no message for so long."""


def beat_seconds(limits: Limits) -> float:
    """How long after one look at the connections the next one follows."""
    return limits.silence_seconds * PING_AFTER / 2


async def heartbeat(loop: Loop) -> None:
    """Look at every connection, for ever, with one timer for all."""
    pause = beat_seconds(loop.limits)
    now = running_since = clock.now()
    while True:
        before = now
        await trio.sleep(pause)
        now = clock.now()
        if now - before > 2 * pause * SECOND:
            running_since = now
        check_connections(loop, now, running_since)


def check_connections(loop: Loop, now: Nanos, running_since: Nanos) -> None:
    """Ping every connection that is silent, and end every one that is dead or idle."""
    limits = loop.limits
    for connection, guest in list(loop.connections.items()):
        silence = (now - max(connection.last_data_at, running_since)) / SECOND
        idle = (now - max(connection.last_message_at, running_since)) / SECOND
        if silence > limits.silence_seconds:
            connection.end(Silent("no sign of life from you"))
        elif (guest is None or guest.room is None) and idle > IDLE_SECONDS:
            connection.end(Ending(1000, "you have said nothing for a long time"))
        elif silence > limits.silence_seconds * PING_AFTER:
            connection.ping()
