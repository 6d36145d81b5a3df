"""Nodes of a cluster as processes that can be killed, stopped and drained, and what Redis has of their rooms."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import trio

from tests.support.cluster.redis_server import POLL, RedisServer, redis_server
from tests.support.server.server_process import NO_LIMITS, ServerProcess, server_process
from watai.server.cluster import keys
from watai.server.cluster.directory import Directory
from watai.server.cluster.redis_client import RedisClient, connect
from watai.server.storage import records


class Cluster:
    """A Redis, and the nodes on it."""

    def __init__(self, redis: RedisServer, client: RedisClient, nodes: list[ServerProcess]) -> None:
        self.redis = redis
        self.client = client
        self.nodes = nodes
        self.directory = Directory(client)

    async def owner(self, code: str) -> ServerProcess:
        """The node that owns a room, once a living one does."""
        while True:
            owner = await self.directory.owner(code)
            assert owner is not None
            found = [node for node in self.nodes if node.url == owner.url]
            if found:
                return found[0]
            await trio.sleep(POLL)

    async def other_owner(self, code: str, old: ServerProcess) -> ServerProcess:
        """The node that owns a room after this one."""
        while (owner := await self.owner(code)) is old:  # noqa: ASYNC110
            await trio.sleep(POLL)
        return owner

    async def history(self, code: str) -> list[records.Record]:
        """The records of a room."""
        return [records.decode(body) for body in await self.client.records(keys.room(code))]


@asynccontextmanager
async def cluster(
    folder: Path, count: int, limits: Mapping[str, float] = NO_LIMITS, *flags: str
) -> AsyncIterator[Cluster]:
    """So many nodes that know of each other."""
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(redis_server(folder / "redis"))
        client = await stack.enter_async_context(connect(redis.url))
        nodes = []
        for number in range(count):
            place = folder / f"node{number}"
            await trio.Path(place).mkdir()
            nodes.append(
                await stack.enter_async_context(
                    server_process(place, limits, f"--redis={redis.url}", *flags)
                )
            )
        yield Cluster(redis, client, nodes)
