"""Reading one peer: the head of its request for trio-websocket, then bytes for the lane, no faster than they are taken.

Where the house has ears they read for us, and in our own task only what they cannot.
"""

import time
from collections.abc import Callable

import trio

from server.transport.channel import Wire
from server.transport.fallback import SlowLane
from server.transport.handshake import HEAD_TOO_LONG, read_head
from server.transport.poller import Ears


class Intake:
    """The reading end of a connection; `take` is called with bytes and their stamp."""

    def __init__(
        self, wire: Wire, slow: SlowLane, take: Callable[[bytes, int], None], ears: Ears | None
    ) -> None:
        self.heard = time.monotonic_ns()
        """When the last bytes came."""
        self.gone = trio.Event()
        """Set when the peer is."""
        self._wire = wire
        self._slow = slow
        self._take = take
        self._ears = ears
        self._open = False
        self._decided = trio.Event()
        self._unheard = trio.Event()
        self._broken: Exception | None = None

    def decide(self, accepted: bool) -> None:
        """The request is answered: what follows it counts, or not."""
        self._open = accepted
        self._decided.set()

    async def run(self, head_bytes: int) -> None:
        """Read until the end."""
        head, rest, stamp = await read_head(self._read, head_bytes)
        if head:
            self._slow.feed(head)
        else:
            self._refuse_head()
        await self._decided.wait()
        while not self.gone.is_set():
            if rest and self._open:
                self._take(rest, stamp)
                if self._slow.full:
                    await self._slow.room()
            if not await self._listen():
                rest, stamp = await self._read()
        self._slow.end()

    def _refuse_head(self) -> None:
        if not self.gone.is_set():
            self._wire.send(HEAD_TOO_LONG)
        self._slow.end()

    async def _read(self) -> tuple[bytes, int]:
        data, self.heard = await self._wire.read()
        if not data:
            self.gone.set()
        return data, self.heard

    async def _listen(self) -> bool:
        """Let the ears of the house read for us, until the slow lane is full or the peer is gone; False if they cannot."""
        if self._ears is None or not self._open:
            return False
        self._unheard = trio.Event()
        if not self._wire.listen(self._ears, self._hear):
            return False
        await self._unheard.wait()
        if self._broken is not None:
            raise self._broken
        await self._slow.room()
        return True

    def _hear(self, data: bytes, stamp: int) -> bool:
        """Something has come; whatever goes wrong with it goes wrong in our own task."""
        self.heard = stamp
        try:
            self._take(data, stamp)
        except Exception as error:
            self._broken = error
        if not data:
            self.gone.set()
        enough = not data or self._broken is not None or self._slow.full
        if enough:
            self._unheard.set()
        return not enough
