"""The model of Redis that simulated worlds use, in the place of a real one: what is true of one must be true of the other."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any

import trio

from tests.proofs.storm.redis_model import RedisModel
from watai.server.cluster.redis import Redis, RedisAway, ScriptCall, Set


class ModelClient(Redis):
    """Asks the model, which answers at once or not at all."""

    def __init__(self, server: "ModelServer") -> None:
        self._server = server

    def open(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def send(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        model = await self._server.reach()
        return [model.run(command) for command in commands]

    async def get(self, *keys: str) -> list[bytes | None]:
        model = await self._server.reach()
        return [model.get(key) for key in keys]

    async def records(self, stream: str) -> list[bytes]:
        return (await self._server.reach()).records(stream)


class ModelServer:
    """Stands where `RedisServer` does."""

    def __init__(self) -> None:
        self.model = RedisModel(lambda: int(trio.current_time() * 1_000))
        self._running = True

    async def reach(self) -> RedisModel:
        await trio.lowlevel.checkpoint()
        if not self._running:
            raise RedisAway("the model is away")
        return self.model

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Redis]:
        """A client that is open within the block."""
        yield ModelClient(self)

    def kill(self) -> None:
        self._running = False

    async def start(self) -> None:
        self._running = True

    async def write(self, key: str, value: str) -> None:
        """Set a string to something else, or take it away if the value is empty."""
        self.model.strings.pop(key, None)
        if value:
            self.model.run(Set(key, value.encode(), float("inf")))

    async def lose_last(self, stream: str) -> None:
        """Forget the last record of a stream."""
        self.model.streams[stream].pop()
