"""One peer's bytes: read with the kernel's own time stamp, written without waiting, at most one send a pass.

Whatever the kernel does not take at once waits in a bounded outbox and is drained by a task of its own;
a peer that does not read fills its own outbox and is cut off, and nobody else notices.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from protocol.errors import TooSlow
from server.transport.poller import Ears

CHUNK: Final = 65_536
TCP_INFO_BYTES: Final = 152  # up to and with tcpi_min_rtt

Heard = Callable[[bytes, int], bool]
"""What is done with bytes and their stamp; answers whether more is wanted."""


class Wire(ABC):
    """Bytes in, stamped; bytes out, buffered. Stamps are nanoseconds of the monotonic clock."""

    def __init__(self, peer: str, outbox_bytes: int) -> None:
        self.peer = peer
        self.closed = False
        self.waiting = 0
        """Bytes that the peer has not taken yet."""
        self.emptied: Callable[[], None] = lambda: None
        """Called when everything that had to wait goes out."""
        self._finishing = False
        self._limit = outbox_bytes
        self._rest = bytearray()
        self._stuck = trio.Event()

    @abstractmethod
    async def read(self) -> tuple[bytes, int]:
        """The next bytes and when they arrived; none at the end."""

    def listen(self, ears: Ears, heard: Heard) -> bool:
        """Have `heard` called with what `read` would return, until it wants no more; False if this wire must be read."""
        return False

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Write now what can be written now. Raises TooSlow when too much is waiting."""

    @abstractmethod
    async def drain(self) -> None:
        """Write what had to wait, as the peer reads it; runs as long as the wire."""

    @abstractmethod
    def close(self) -> None:
        """Cut the wire; idempotent."""

    def tcp_info(self) -> bytes:
        """What the kernel knows of the connection; nothing where there is no kernel, or no connection any more."""
        with suppress(OSError):
            return self._ask_kernel()
        return b""

    def _ask_kernel(self) -> bytes:
        return b""

    def finish(self) -> None:
        """Say that nothing more comes, as soon as everything is written."""
        self._finishing = True
        if not self.waiting and not self.closed:
            self._shut()

    def _shut(self) -> None:
        with suppress(OSError):  # the peer was faster
            self._shut_socket()

    @abstractmethod
    def _shut_socket(self) -> None: ...

    def _keep(self, data: bytes | memoryview) -> None:
        self._rest += data
        self.waiting = len(self._rest)
        if self.waiting > self._limit:
            raise TooSlow("you do not read what you are sent")
        self._stuck.set()
