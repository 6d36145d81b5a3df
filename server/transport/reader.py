"""Reading one peer until it is gone: by the poller where it can, otherwise in the connection's own task."""

from collections.abc import Callable

import trio

from watai.server import clock
from watai.server.clock import Nanos
from watai.server.transport.channel import Channel
from watai.server.transport.poller import Poller


def _ignore(data: bytes, stamp: Nanos) -> None:
    """Where the bytes of a closed connection go."""


class Reader:
    """The reading end of a connection; `on_data` gets the bytes with their arrival stamps."""

    __slots__ = (
        "_channel",
        "_on_data",
        "_poller",
        "_stopped",
        "error",
        "last_data_at",
        "peer_gone",
    )

    def __init__(
        self, channel: Channel, poller: Poller | None, on_data: Callable[[bytes, Nanos], None]
    ) -> None:
        self.last_data_at = clock.now()
        self.peer_gone = trio.Event()
        self._channel = channel
        self._poller = poller
        self._on_data = on_data
        self._stopped = trio.Event()
        self.error: Exception | None = None
        """A bug of ours that these bytes have found."""

    def release(self) -> None:
        """Drop the reference to the connection, which is closed."""
        self._on_data = _ignore

    async def read(self) -> tuple[bytes, Nanos]:
        """The next bytes and their stamp; no bytes at the end."""
        data, self.last_data_at = await self._channel.read()
        if not data:
            self.peer_gone.set()
        return data, self.last_data_at

    async def run(self, rest: bytes, stamp: Nanos) -> None:
        """Hand on what came behind the request, then everything that arrives, until the peer is gone."""
        if rest:
            self._on_data(rest, stamp)
        if self._poller is not None and self._channel.poll(self._poller, self.take):
            await self._stopped.wait()
            if self.error is not None:
                raise self.error
        while not self.peer_gone.is_set():
            self._on_data(*await self.read())

    def take(self, data: bytes, stamp: Nanos) -> bool:
        """Take bytes that the poller has read; returns whether more are wanted. An error is raised again in the connection's task."""
        self.last_data_at = stamp
        if not data:
            self.peer_gone.set()
        try:
            self._on_data(data, stamp)
        except Exception as error:
            self.error = error
        if not data or self.error is not None:
            self._stopped.set()
            return False
        return True
