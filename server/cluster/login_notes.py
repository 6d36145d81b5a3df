"""Guests who are connected here, and have said hello to another node since: the newer connection counts.

A node learns that when Redis refuses the record of such a guest. A connection that says nothing writes none: so the
other node's hello leaves a note in Redis (`scripts.KEEP`), which this one reads.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import trio

from watai.server.cluster import keys, scripts
from watai.server.cluster.redis import Redis, RedisAway
from watai.server.dispatch.loop import Loop
from watai.server.rooms.login import REPLACED

LOOK_SECONDS: Final = 1.0


class LoginNotes:
    """The notes for this process, which it takes away once it has acted on them."""

    def __init__(self, redis: Redis, loop: Loop, process: str) -> None:
        self._redis = redis
        self._loop = loop
        self._key = keys.notes(process)
        self._read: Sequence[bytes] = ()

    async def run(self) -> None:
        """Look for notes, for ever."""
        while True:
            with suppress(RedisAway):
                await self.look()
            await trio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """End the older connections of guests who are elsewhere. Raises RedisAway.

        If a guest has said hello to both at the same time, Redis has refused one of them, and that node knows.
        """
        self._read = await self._redis.call(scripts.NOTES, [self._key], self._read)
        for note in self._read:
            session, _, logins = note.decode().partition(" ")
            guest = self._loop.login.connected.get(session)
            if guest is not None and guest.session.logins < int(logins):
                guest.connection.end(REPLACED)
