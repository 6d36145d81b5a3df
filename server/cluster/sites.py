"""The addresses of nodes whose pages may still be open: those of the living ones, and of those that lived not long ago.

A page outlives the node that it came from. Its browser goes on saying that node's address, and the other nodes let it in.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import trio

from watai.server.cluster import keys
from watai.server.cluster.membership import RENEWAL_SECONDS, Membership
from watai.server.cluster.redis import Redis, RedisAway

KEPT_SECONDS: Final = 86_400
"""How long a dead node's pages are let in: nobody leaves one open for longer and goes on playing."""
REFRESH_SECONDS: Final = 60.0
"""How often a living node says that it has an address."""
MOST: Final = 500

REMEMBER: Final = """
-- sites; seconds, the most to return, address …
local now = tonumber(redis.call('TIME')[1])
for each = 3, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[each]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return redis.call('ZREVRANGE', KEYS[1], 0, ARGV[2] - 1)
"""
"""Remembers these addresses as used now, forgets old ones, and returns the newest."""

TellNodes = Callable[[Sequence[str]], None]
"""Called with all addresses: first those of the living nodes, then the others, the newest first."""


class Sites:
    """What this node knows of all nodes' addresses; `tell` is called when it has changed."""

    def __init__(self, redis: Redis, membership: Membership) -> None:
        self.tell: TellNodes = lambda addresses: None
        self._redis = redis
        self._membership = membership
        self._living: frozenset[str] = frozenset()
        self._asked_at = -REFRESH_SECONDS

    async def run(self) -> None:
        """Stay up to date, for ever."""
        while True:
            await self._membership.joined()
            with suppress(RedisAway):
                await self.update()
            await trio.sleep(RENEWAL_SECONDS)

    async def update(self) -> None:
        """Ask Redis if the nodes have changed, or now and then. Raises RedisAway."""
        living = frozenset(each.url for each in self._membership.nodes.values())
        now = trio.current_time()
        if living == self._living and now < self._asked_at + REFRESH_SECONDS:
            return
        found = await self._redis.call(REMEMBER, [keys.SITES], [KEPT_SECONDS, MOST, *living])
        self._living, self._asked_at = living, now
        self.tell(list(dict.fromkeys([*sorted(living), *(each.decode() for each in found)])))
