"""What the passes tell that the journal has not stored yet: nobody is sent it before."""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

import trio

from watai.server import clock
from watai.server.clock import Nanos
from watai.server.counters import Counters
from watai.server.transport.connection import Connection

UNSTORED_PASSES: Final = 256
"""Passes of the loop that may wait for a journal that stores later. Beyond, nothing is read until one is stored."""
UNSTORED_BYTES: Final = 16_777_216
"""Bytes for players that may wait with those passes. One more pass may exceed it: at most an outbox for each connection."""


class Batch(NamedTuple):
    """The writes of one pass."""

    number: int
    """Of the pass, as the journal counts."""
    writes: Sequence[tuple[Connection, bytes, int]]
    """Frames for each connection, and the newest event of a race that it has been sent with them."""
    senders: int
    """How many of the writes are answers, which go first."""
    arrivals: list[Nanos]
    """When the messages arrived that this pass answers."""
    submitted: Nanos
    size: int


class Unwritten:
    """Batches in the order of their passes. How many wait is bounded, and how many bytes are in them."""

    def __init__(self, counters: Counters) -> None:
        self._batches: deque[Batch] = deque()
        self._size = 0
        self._counters = counters
        self._news = trio.Event()

    def __len__(self) -> int:
        return len(self._batches)

    @property
    def full(self) -> bool:
        """Whether no pass may be added. The last one may have passed the limit of bytes."""
        return len(self._batches) >= UNSTORED_PASSES or self._size > UNSTORED_BYTES

    def connections(self) -> set[Connection]:
        """For whom something waits."""
        return {connection for batch in self._batches for connection, _, _ in batch.writes}

    def add(
        self, number: int, connections: Sequence[Connection], senders: int, arrivals: list[Nanos]
    ) -> None:
        """Keep what these connections have queued until the journal has stored this pass."""
        writes = [(connection, *connection.take()) for connection in connections]
        size = sum(len(data) for _, data, _ in writes)
        self._batches.append(Batch(number, writes, senders, arrivals, clock.now(), size))
        self._size += size

    def write(self, stored: int) -> None:
        """Write the batches of all passes up to this one."""
        while self._batches and self._batches[0].number <= stored:
            batch = self._batches.popleft()
            self._size -= batch.size
            self._counters.storing.add(clock.now() - batch.submitted)
            for connection, data, newest_event in batch.writes[: batch.senders]:
                connection.write(data, newest_event)
            written = clock.now()
            for connection, data, newest_event in batch.writes[batch.senders :]:
                connection.write(data, newest_event)
            self._counters.acknowledged(batch.arrivals, written)
        self._news.set()
        self._news = trio.Event()

    async def progress(self) -> None:
        """Wait until something is written."""
        await self._news.wait()

    async def settle(self) -> None:
        """Wait until everything is written that waits now."""
        if self._batches:
            last = self._batches[-1]
            while self._batches and self._batches[0].number <= last.number:
                await self._news.wait()
