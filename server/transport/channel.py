"""One peer's bytes: read with the kernel's arrival stamp, written without waiting.

What the kernel does not take at once waits in a bounded outbox, which a task of this channel drains.
A peer that does not read fills its own outbox and is cut off; nobody else waits for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from watai.protocol.errors import TooSlow
from watai.server.clock import Nanos
from watai.server.transport.outboxes import Outboxes
from watai.server.transport.poller import Poller

CHUNK: Final = 65_536
TCP_INFO_BYTES: Final = 232  # up to and including tcpi_snd_wnd

OnData = Callable[[bytes, Nanos], bool]
"""Takes bytes and their arrival stamp; returns whether it wants more. No bytes mean the end."""


class Channel(ABC):
    """Bytes in, stamped; bytes out, buffered."""

    __slots__ = (
        "__weakref__",
        "_emptied",
        "_finishing",
        "_limit",
        "_outbox",
        "_outbox_filled",
        "_outboxes",
        "closed",
        "on_drained",
        "on_overflow",
        "peer",
        "waiting",
    )

    def __init__(self, peer: str, outbox_bytes: int, outboxes: Outboxes | None = None) -> None:
        self.peer = peer
        self.closed = False
        self.waiting = 0
        """Bytes in the outbox."""
        self.on_drained: Callable[[], None] = lambda: None
        """Called when the last bytes of the outbox go out."""
        self.on_overflow: Callable[[], None] = self.close
        """Called when too many bytes wait for all peers together, and most of them for this one. Must close the channel."""
        self._outboxes = outboxes or Outboxes()
        self._finishing = False
        self._limit = outbox_bytes
        self._outbox = bytearray()
        self._outbox_filled = trio.Event()
        self._emptied: trio.Event | None = None

    @abstractmethod
    async def read(self) -> tuple[bytes, Nanos]:
        """The next bytes and when they arrived; no bytes at the end."""

    def poll(self, poller: Poller, on_data: OnData) -> bool:
        """Let the poller read this channel until `on_data` wants no more; False if only `read` can."""
        return False

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Write now what can be written now. Raises TooSlow when the outbox is over its limit."""

    async def emptied(self) -> None:
        """Wait until nothing waits in the outbox, or the channel is closed."""
        await trio.lowlevel.checkpoint()
        if self.waiting:
            self._emptied = self._emptied or trio.Event()
            await self._emptied.wait()

    @abstractmethod
    async def drain(self) -> None:
        """Write the outbox as the peer reads it; runs as long as the channel."""

    @abstractmethod
    def close(self) -> None:
        """Close the socket; idempotent."""

    def tcp_info(self) -> bytes:
        """The kernel's `struct tcp_info`; empty if there is no kernel to ask, or no connection any more."""
        with suppress(OSError):
            return self._ask_kernel()
        return b""

    def _ask_kernel(self) -> bytes:
        return b""

    def finish(self) -> None:
        """Shut the writing side as soon as the outbox is empty."""
        self._finishing = True
        if not self.waiting and not self.closed:
            self._shut()

    def _shut(self) -> None:
        with suppress(OSError):  # the peer closed first
            self._shut_socket()

    @abstractmethod
    def _shut_socket(self) -> None: ...

    def _keep(self, data: bytes | memoryview) -> None:
        self._outbox += data
        self._count_waiting()
        if self.waiting > self._limit:
            raise TooSlow("you do not read what you are sent")
        self._outbox_filled.set()

    def _discard(self) -> None:
        """Forget the outbox of a channel that is closed, and what keeps the channel alive by itself."""
        self._outbox.clear()
        self.on_overflow = lambda: None
        self._count_waiting()

    def _count_waiting(self) -> None:
        """The outbox has changed."""
        self._outboxes.update(self, len(self._outbox))
        if self._emptied is not None and not self.waiting:
            self._emptied.set()
            self._emptied = None
