"""The public rooms of all nodes: each node publishes its own, and reads the others' when they have changed."""

from typing import Final

import trio
from msgspec import msgpack

from watai.protocol.messages import RoomLine
from watai.server.cluster.membership import RENEWAL_SECONDS, Membership
from watai.server.cluster.redis import RedisAway
from watai.server.rooms.room_list import PublicRooms

MOST: Final = 1_000
"""Public rooms that a node shows to the guests of others: about 60 KB a second while they change."""


class PublicLines:
    """Keeps `PublicRooms.elsewhere` current."""

    def __init__(self, membership: Membership, public: PublicRooms) -> None:
        self._membership = membership
        self._public = public
        self._shown = b""
        self._read: dict[str, int] = {}
        """The version of each node's list that was read last."""
        self._lists: dict[str, list[RoomLine]] = {}

    async def run(self) -> None:
        """Publish and read, for ever."""
        while True:
            await self._membership.joined()
            try:
                await self._publish()
                await self._read_others()
            except RedisAway:
                pass
            await trio.sleep(RENEWAL_SECONDS)

    async def _publish(self) -> None:
        lines = msgpack.encode(self._public.here(MOST))
        if lines != self._shown:
            self._shown = lines
            self._membership.listed += 1
        await self._membership.directory.show(self._membership.id, lines)

    async def _read_others(self) -> None:
        others = {
            each.id: each
            for each in self._membership.nodes.values()
            if each.id != self._membership.id
        }
        self._lists = {node: lines for node, lines in self._lists.items() if node in others}
        for node, line in others.items():
            if self._read.get(node) != line.listed:
                body = await self._membership.directory.shown(node)
                if body is not None:
                    self._lists[node] = msgpack.decode(body, type=list[RoomLine])
                    self._read[node] = line.listed
        self._read = {node: version for node, version in self._read.items() if node in others}
        self._public.show_elsewhere(
            {line.code: line for lines in self._lists.values() for line in lines}
        )
