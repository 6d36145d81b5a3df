"""The connection to a real Redis, by coredis."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import coredis
import trio
from coredis.exceptions import BusyLoadingError, NoScriptError, RedisError, ResponseError
from coredis.retry import NoRetryPolicy

from watai.server.cluster.redis import Redis, RedisAway, ScriptCall, Set

CONNECT_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 2.0
"""Less than a lease: a Redis that takes longer is as good as away."""
QUESTION_SECONDS: Final = 4.0
"""More than connecting and answering may take together. Beyond, it is coredis that hangs, not Redis."""
CONNECTIONS: Final = 8
"""One for the journal, one for the lease; the others for questions that may wait for each other."""
_AROUND: Final = re.compile(
    r"^Error running script \(call to f_\w+\): (?:@\w+: ?\d+: )+-?"  # Redis 6.2
    r"| script: (?:\w+, )?on @\w+:\d+\.$"  # Redis from 7 on, and Valkey
)
"""What is put around an error that a command has inside a script."""

Pool = coredis.Redis[bytes]
T = TypeVar("T")


class RedisClient(Redis):
    """A pool of connections. Redis forgets its scripts when it restarts, so they are loaded again when one is missing.

    If Redis was silent for about as long as a connection waits for it, coredis 6.9 may wait for ever for its own pool,
    without any connection. So every question has a deadline, and a pool that has missed one is replaced.
    """

    def __init__(self, url: str) -> None:
        """For an address such as redis://127.0.0.1:6379."""
        self._url = url
        self._hashes: dict[str, bytes] = {}
        self._replacing = trio.Lock()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Use it within this block. Connections are made when they are needed."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            await nursery.start(self._keep_pool)
            yield
            nursery.cancel_scope.cancel()

    async def _keep_pool(self, task_status: trio.TaskStatus[None]) -> None:
        """Keep one pool open until it is replaced."""
        pool: Pool = coredis.Redis.from_url(
            self._url,
            max_connections=CONNECTIONS,
            connect_timeout=CONNECT_SECONDS,
            stream_timeout=ANSWER_SECONDS,
            retry_policy=NoRetryPolicy(),
        )
        with trio.CancelScope() as scope:
            async with pool:
                self._pool, self._scope = pool, scope
                task_status.started()
                await trio.sleep_forever()

    async def _ask(self, question: Callable[[Pool], Awaitable[T]]) -> T:
        """The answer to a question. Notes since when nothing is answered; raises RedisAway for all that can be wrong."""
        pool = self._pool
        if self.silent_since is None:
            self.silent_since = trio.current_time()
        try:
            with trio.fail_after(QUESTION_SECONDS):
                answer = await question(pool)
        except trio.TooSlowError:
            self.refusal = None
            await self._replace(pool)
            raise RedisAway(f"no answer within {QUESTION_SECONDS:g} s") from None
        except (RedisError, OSError, TimeoutError) as error:
            self.refusal = own_words(error)
            raise RedisAway(self.refusal or str(error)) from None
        self.silent_since = self.refusal = None
        return answer

    async def _replace(self, pool: Pool) -> None:
        """Take another pool, unless somebody who has waited for this one too has done so."""
        async with self._replacing:
            if self._pool is pool:
                self._scope.cancel()
                await self._nursery.start(self._keep_pool)

    async def send(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        return await self._ask(lambda pool: self._send_all(pool, commands))

    async def _send_all(self, pool: Pool, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        await self._load(pool, commands)
        answers = await self._send(pool, commands)
        if any(isinstance(each, NoScriptError) for each in answers):
            self._hashes.clear()
            await self._load(pool, commands)
            answers = await self._send(pool, commands)
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    async def _load(self, pool: Pool, commands: Sequence[ScriptCall | Set]) -> None:
        for each in commands:
            if isinstance(each, ScriptCall) and each.script not in self._hashes:
                self._hashes[each.script] = await pool.script_load(each.script)

    async def _send(self, pool: Pool, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        async with pool.pipeline(transaction=False, raise_on_error=False) as pipeline:
            for each in commands:
                if isinstance(each, ScriptCall):
                    pipeline.evalsha(self._hashes[each.script], each.keys, each.args)
                else:
                    pipeline.set(each.key, each.value, px=int(each.seconds * 1000))
        return list(pipeline.results or ())

    async def get(self, *keys: str) -> list[bytes | None]:
        if not keys:
            return []
        return list(await self._ask(lambda pool: pool.mget(keys)))

    async def records(self, stream: str) -> list[bytes]:
        entries = await self._ask(lambda pool: pool.xrange(stream))
        fields: list[Mapping[Any, Any]] = [each.field_values for each in entries]
        return [bytes(each[b"r"]) for each in fields if b"r" in each]


def own_words(error: Exception) -> str | None:
    """What Redis itself has said, the same in every version of it; None if it has said nothing."""
    said = isinstance(error, ResponseError | BusyLoadingError)
    return _AROUND.sub("", str(error)) if said else None


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[RedisClient]:
    """A client that is open within the block."""
    client = RedisClient(url)
    async with client.open():
        yield client
