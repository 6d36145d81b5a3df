"""What trio-websocket takes for the network: the bytes that the fast lane did not peel off, and its own words back."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from protocol.errors import TooSlow
from protocol.frames import Opcode
from server.transport.channel import Wire

FULL_BYTES: Final = 65_536  # more than this is read only when trio-websocket has taken some
_CLOSE: Final = 0x80 | Opcode.CLOSE


class SlowLane(trio.abc.Stream):
    """A stream between the two; it never holds more than one read above FULL_BYTES."""

    def __init__(self, wire: Wire, when_ended: Callable[[], None]) -> None:
        self.close_said = False
        """Whether a close frame has gone out; nothing may follow it."""
        self._ended = False
        self._when_ended = when_ended
        self._wire = wire
        self._data = bytearray()
        self._news = trio.Event()
        self._room = trio.Event()

    @property
    def waiting(self) -> int:
        return len(self._data)

    @property
    def full(self) -> bool:
        return len(self._data) > FULL_BYTES and not self._ended

    async def room(self) -> None:
        """Wait until there is room for another read: a peer's flood waits in its own socket."""
        while self.full:
            self._room = trio.Event()
            await self._room.wait()

    def feed(self, data: bytes) -> None:
        if not self._ended:
            self._data += data
            self._news.set()

    def end(self) -> None:
        """Nothing more comes, or nothing more is wanted."""
        self._ended = True
        self._news.set()
        self._room.set()
        self._when_ended()

    def cut(self) -> None:
        """Nothing that came is wanted any more, nor anything that would be said to it."""
        self._data.clear()
        self.close_said = True
        self.end()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while not self._data and not self._ended and not self._wire.closed:
            self._news = trio.Event()
            await self._news.wait()
        size = len(self._data) if max_bytes is None else max_bytes
        data = bytes(self._data[:size])
        del self._data[:size]
        self._room.set()
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if self._wire.closed:
            raise trio.BrokenResourceError
        if not self.close_said:
            self.close_said = data[0] == _CLOSE
            with suppress(TooSlow):  # it is kept; that it is too much shows with the next event
                self._wire.send(bytes(data))
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        self.end()
        await trio.lowlevel.checkpoint()
