"""The directory in Redis: which nodes live, which node owns which room, and the guests' sessions.

A node lives as long as its lease, which it renews. A room has one record, its owner, and no lease of its own: it is
free when its owner is dead or has released it, and any living node may then claim it.
"""

from collections.abc import Iterable, Sequence
from inspect import getsource
from typing import Final, NamedTuple

from msgspec import Struct, msgpack

from watai.protocol.messages import RoomLine
from watai.server.cluster import keys, scripts
from watai.server.cluster.redis import Redis, ScriptCall, Set
from watai.server.cluster.shared_sessions import SharedSession
from watai.server.storage.formats import STORED, version_of_formats
from watai.server.storage.journal import OtherVersion

LEASE_SECONDS: Final = 3.0
RESERVED_SECONDS: Final = 600
"""How long it is remembered which node shall open a room that a guest has asked for."""
LEFT_SECONDS: Final = 60.0
"""How long it is remembered that a node has left."""
MOST_FREE: Final = 1_000
"""Free rooms that are named at once; the others follow."""


class NodeLine(Struct, frozen=True, array_like=True):
    """What a node says about itself with every renewal."""

    id: str
    url: str
    """Where clients reach it."""
    rooms: int = 0
    draining: bool = False
    listed: int = 0
    """The version of its list of public rooms."""


REDIS_VERSION: Final = version_of_formats(
    (*STORED, NodeLine, SharedSession, RoomLine), getsource(keys), getsource(scripts)
)
"""The version that Redis is marked with."""


class Owner(NamedTuple):
    """Who owns a room. The name is empty if it is free."""

    node: str
    url: str


class Renewal(NamedTuple):
    """What a node learns when it renews its lease."""

    nodes: list[NodeLine]
    """All living nodes, this one included."""
    drain_within: float | None
    """In how many seconds this node shall have drained; None if nobody has asked it to."""


class LeaseLost(Exception):
    """The lease has run out: this node owns nothing any more, whatever it believes."""


class Directory:
    """Questions to Redis. All of them raise RedisAway."""

    def __init__(self, redis: Redis, version: str = REDIS_VERSION) -> None:
        self._redis = redis
        self._version = version

    async def check(self) -> None:
        """Raise OtherVersion if the nodes here are of another version; for somebody who is none."""
        (made_by,) = await self._redis.get(keys.MADE_BY)
        if made_by is not None and made_by.decode() != self._version:
            raise self._other(made_by)

    def _other(self, made_by: bytes) -> OtherVersion:
        return OtherVersion(
            "Redis has what version {made_by} of the server has written, this is version {known}, and before 1.0 "
            "no version reads another's: use that version, or an empty database of Redis, such as redis://HOST/1",
            made_by=made_by.decode(),
            known=self._version,
        )

    # nodes

    async def join(self, me: NodeLine) -> Renewal:
        """Begin a lease. Raises OtherVersion."""
        return await self._renew(me, joining=True)

    async def renew(self, me: NodeLine) -> Renewal:
        """Renew the lease. Raises LeaseLost and OtherVersion."""
        return await self._renew(me, joining=False)

    async def _renew(self, me: NodeLine, joining: bool) -> Renewal:
        milliseconds = int(LEASE_SECONDS * 1_000)
        answer = await self._redis.call(
            scripts.RENEW,
            [keys.NODES, keys.ABOUT, keys.ORDERS, keys.MADE_BY],
            [me.id, milliseconds, msgpack.encode(me), int(joining), self._version],
        )
        if isinstance(answer, bytes):
            raise self._other(answer)
        if answer is None:
            raise LeaseLost
        left, living = answer
        return Renewal(_lines(living), None if left < 0 else left / 1_000)

    async def living(self) -> list[NodeLine]:
        """All living nodes, for somebody who is none."""
        return _lines(await self._redis.call(scripts.LIVING, [keys.NODES, keys.ABOUT], []))

    async def order_drain(self, node: str, seconds: float) -> bool:
        """Ask a node to drain within this time; False if it does not live.

        The order ends with the node's lease. Whoever joins later at the same address may be another process, started to
        take the old one's place, and must not drain.
        """
        where, milliseconds = [keys.NODES, keys.ORDERS], int(seconds * 1_000)
        return bool(await self._redis.call(scripts.ORDER, where, [node, milliseconds]))

    async def leave(self, node: str) -> None:
        """End the lease now. The node's rooms are free for others."""
        mark = Set(keys.left(node), b"1", LEFT_SECONDS)
        await self._redis.send([mark, ScriptCall(scripts.LEAVE, [keys.NODES], [node])])

    async def has_left(self, node: str) -> bool:
        """Whether a node that does not live any more has ended its lease itself, not long ago; otherwise it ran out."""
        return (await self._redis.get(keys.left(node)))[0] is not None

    async def bury(self) -> list[str]:
        """Set the rooms of dead nodes free; returns rooms that are free."""
        found = await self._redis.call(
            scripts.BURY,
            [keys.NODES, keys.ABOUT, keys.OWNERS, keys.FREE, keys.ORDERS],
            [MOST_FREE],
        )
        return sorted(code.decode() for code in found)

    # rooms

    async def owner(self, code: str) -> Owner | None:
        """Who owns this room; None if there is no such room."""
        answer = await self._redis.call(
            scripts.OWNER, [keys.NODES, keys.ABOUT, keys.OWNERS], [code]
        )
        if answer is None:
            return None
        node, about = answer
        url = msgpack.decode(about, type=NodeLine).url if about else ""
        return Owner(node.decode(), url)

    async def claim(self, code: str, node: str) -> int | None:
        """Make this node the owner of a free room; returns its epoch, or None if the room is not free any more."""
        where = [keys.NODES, keys.OWNERS, keys.FREE, keys.room(code)]
        epoch: int | None = await self._redis.call(scripts.CLAIM, where, [code, node])
        return epoch

    async def release(self, code: str, node: str) -> None:
        """Set a room of this node free."""
        await self._redis.call(scripts.RELEASE, [keys.OWNERS, keys.FREE], [code, node])

    async def reserve(self, once: str, node: str) -> str:
        """Which node opens the room that a guest has asked for, as `@node`; or the code of the room, if it was opened."""
        answer = await self._redis.call(
            scripts.RESERVE, [keys.NODES, keys.creation(once)], [node, RESERVED_SECONDS]
        )
        return str(answer.decode())

    # what all nodes know

    async def sessions(self, ids: Iterable[str]) -> list[bytes]:
        """The records of those of these sessions that exist."""
        found = await self._redis.get(*map(keys.session, ids))
        return [body for body in found if body is not None]

    async def show(self, node: str, lines: bytes) -> None:
        """Publish a node's list of public rooms, for as long as its lease."""
        await self._redis.send([Set(keys.lines(node), lines, LEASE_SECONDS)])

    async def shown(self, node: str) -> bytes | None:
        """The public rooms of a node."""
        return (await self._redis.get(keys.lines(node)))[0]


def _lines(living: Sequence[bytes]) -> list[NodeLine]:
    """What nodes say about themselves, from a list in which each follows its name."""
    return [msgpack.decode(about, type=NodeLine) for about in living[1::2] if about]
