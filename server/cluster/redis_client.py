"""The connection to a real Redis, by coredis."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import coredis
import trio
from coredis.exceptions import NoScriptError, RedisError, ResponseError
from coredis.retry import NoRetryPolicy

from server.cluster.redis import Call, Redis, RedisAway, Set

CONNECT_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 2.0
"""Less than a lease: a Redis that takes longer is as good as away."""
CONNECTIONS: Final = 8
"""One for the journal, one for the lease; the others for questions that may wait for each other."""


class RedisClient(Redis):
    """A pool of connections. Redis forgets its scripts when it restarts, so they are loaded again when one is missing."""

    def __init__(self, url: str) -> None:
        """For an address such as redis://127.0.0.1:6379."""
        self._client: coredis.Redis[bytes] = coredis.Redis.from_url(
            url,
            max_connections=CONNECTIONS,
            connect_timeout=CONNECT_SECONDS,
            stream_timeout=ANSWER_SECONDS,
            retry_policy=NoRetryPolicy(),
        )
        self._hashes: dict[str, bytes] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Use it within this block. Connections are made when they are needed."""
        async with self._client:
            yield

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Note since when nothing is answered. Raises RedisAway for all that can be wrong."""
        if self.silent_since is None:
            self.silent_since = trio.current_time()
        try:
            yield
        except (RedisError, OSError, TimeoutError) as error:
            self.refusal = str(error) if isinstance(error, ResponseError) else None
            raise RedisAway(str(error)) from None
        self.silent_since = self.refusal = None

    async def send(self, commands: Sequence[Call | Set]) -> list[Any]:
        with self._asking():
            await self._load(commands)
            answers = await self._send(commands)
            if any(isinstance(each, NoScriptError) for each in answers):
                self._hashes.clear()
                await self._load(commands)
                answers = await self._send(commands)
            for answer in answers:
                if isinstance(answer, Exception):
                    self.refusal = str(answer)
                    raise RedisAway(self.refusal)
        return answers

    async def _load(self, commands: Sequence[Call | Set]) -> None:
        for each in commands:
            if isinstance(each, Call) and each.script not in self._hashes:
                self._hashes[each.script] = await self._client.script_load(each.script)

    async def _send(self, commands: Sequence[Call | Set]) -> list[Any]:
        async with self._client.pipeline(transaction=False, raise_on_error=False) as pipeline:
            for each in commands:
                if isinstance(each, Call):
                    pipeline.evalsha(self._hashes[each.script], each.keys, each.args)
                else:
                    pipeline.set(each.key, each.value, px=int(each.seconds * 1000))
        return list(pipeline.results or ())

    async def get(self, *keys: str) -> list[bytes | None]:
        if not keys:
            return []
        with self._asking():
            return list(await self._client.mget(keys))

    async def records(self, stream: str) -> list[bytes]:
        with self._asking():
            entries = await self._client.xrange(stream)
        fields: list[Mapping[Any, Any]] = [each.field_values for each in entries]
        return [bytes(each[b"r"]) for each in fields if b"r" in each]


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[RedisClient]:
    """A client that is open within the block."""
    client = RedisClient(url)
    async with client.open():
        yield client
