"""What the cluster asks of Redis: scripts and plain commands in pipelines, and one error for all that can be wrong with it.

`redis_client` asks a real one. The simulated world has a model of it, under the same tests (decision 15).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple


class RedisAway(Exception):
    """Redis cannot be reached, or refuses to work. Everything that is sent to it may be sent again."""


class ScriptCall(NamedTuple):
    """A script with its keys and arguments."""

    script: str
    keys: Sequence[str]
    args: Sequence[str | bytes | int]


class Set(NamedTuple):
    """A value that Redis forgets after some seconds."""

    key: str
    value: bytes
    seconds: float


class Redis(ABC):
    """One Redis. All questions raise RedisAway."""

    silent_since: float | None = None
    """Since when Redis has been asked without answering anything, by Trio's clock; None while it answers."""
    refusal: str | None = None
    """What Redis says instead of an answer, such as that its memory is full; None if it says nothing at all."""

    @abstractmethod
    def open(self) -> AbstractAsyncContextManager[None]:
        """Use it within this block."""

    @abstractmethod
    async def send(self, commands: Sequence[ScriptCall | Set]) -> list[Any]:
        """Send all in one pipeline; returns their answers. If Redis is away, some may have been carried out."""

    @abstractmethod
    async def get(self, *keys: str) -> list[bytes | None]:
        """The values of these keys; None where there is none."""

    @abstractmethod
    async def records(self, stream: str) -> list[bytes]:
        """The records of a stream in order, without fences."""

    async def call(
        self, script: str, keys: Sequence[str], args: Sequence[str | bytes | int]
    ) -> Any:
        """Run one script; returns its answer."""
        return (await self.send([ScriptCall(script, keys, args)]))[0]
