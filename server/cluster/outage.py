"""While Redis does not answer, everybody is told, and the rooms of this node stand still until it does.

The notice is no part of any game: it is written although nothing can be stored, ahead of what waits for Redis. If Redis
is back within the lease, everything that waits is stored and written, then the rooms go on as if no time had passed. If
it is not, the lease runs out, and the rooms are given up and claimed again from their records.
"""

import logging
from typing import Final

import trio

from watai.protocol.messages import Storage
from watai.server.cluster.redis import Redis
from watai.server.cluster.redis_journal import RedisJournal
from watai.server.dispatch.loop import Loop

SILENCE_SECONDS: Final = 0.5
"""How long Redis may take to answer anything: a pause that players feel anyway. It is asked four times a second."""
LOOK_SECONDS: Final = 0.1
log = logging.getLogger("watai.cluster")


class Outage:
    """Whether Redis is away, for the loop and for everybody who is connected."""

    def __init__(self, loop: Loop, redis: Redis, journal: RedisJournal) -> None:
        self._loop = loop
        self._redis = redis
        self._journal = journal
        self._away = False
        self._refusal: str | None = None
        """What Redis said, as far as the operator was told."""

    async def watch(self) -> None:
        """Look whether Redis answers, for ever."""
        while True:
            since = self._redis.silent_since
            self._look(0.0 if since is None else trio.current_time() - since)
            await trio.sleep(LOOK_SECONDS)

    def _look(self, silence: float) -> None:
        if not self._away and silence > SILENCE_SECONDS:
            self._away = True
            self._loop.standstill.begin()
            self._complain(self._redis.refusal)
            self._tell()
        elif self._away and silence < LOOK_SECONDS and self._journal.settled:
            self._away = False
            self._loop.standstill.end()
            self._loop.standstill.fault = None
            log.warning("Redis answers again: the rooms of this node go on")
            self._tell()
        elif self._away and self._redis.refusal not in (None, self._refusal):
            self._complain(self._redis.refusal)

    def _complain(self, refusal: str | None) -> None:
        """Say what is wrong, to the operator: in the words of Redis, if it has any."""
        self._refusal = refusal
        if refusal is None:
            self._loop.standstill.fault = "Redis does not answer"
            log.error("Redis does not answer: the rooms of this node wait")
        else:
            self._loop.standstill.fault = f"Redis refuses: {refusal}"
            log.error("Redis refuses: the rooms of this node wait", extra={"error": refusal})

    def _tell(self) -> None:
        """Tell everybody who is connected, at once: this need not be stored. Who waits for the welcome waits on."""
        for guest in self._loop.login.connected.values():
            if guest.connection.greeted:
                guest.connection.send(guest.codec.frame(Storage(self._away)))
