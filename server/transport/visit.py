"""A peer's visit, from its first request to the closed socket: pages if it asks for some, the handshake, the goodbye.

request      requests that are for no WebSocket are answered by `Pages`, the first other one by the handshake
WebSocket    the reader hands on what comes; the peer says hello by the deadline, and stays until its connection is over
end          what the journal is storing goes out, then the goodbye; the socket is closed once the peer has read it
"""

from collections.abc import Awaitable, Callable, Collection

import trio

from watai.protocol.errors import OutOfTurn
from watai.server.clock import Nanos
from watai.server.settings.limits import Limits
from watai.server.transport import closing
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection
from watai.server.transport.handshake import (
    HEAD_TOO_LONG,
    Request,
    answer,
    read_request,
    wants_page,
)
from watai.server.transport.pages import Pages
from watai.server.web.site import Site


async def _settled() -> None:
    """Without a loop there is nothing to wait for."""


class PeerVisit:
    """What the connection's own task does, and how far it is."""

    __slots__ = (
        "_limits",
        "_origins",
        "_settle",
        "_site",
        "connection",
        "handshake_failure",
        "pages",
    )

    def __init__(
        self,
        connection: Connection,
        limits: Limits,
        origins: Collection[str] = (),
        settle: Callable[[], Awaitable[None]] = _settled,
        site: Site | None = None,
    ) -> None:
        self.connection = connection
        self.handshake_failure = ""
        """Why there was no handshake: `timeout` or `refused`."""
        self.pages: Pages | None = None
        """The pages that were served here, if any were."""
        self._limits = limits
        self._origins = origins
        self._settle = settle
        self._site = site

    @property
    def stage(self) -> str:
        """How far the handshake is: `request`, `hello`, or `done`."""
        connection = self.connection
        return "done" if connection.admitted else "hello" if connection.opened else "request"

    async def serve(self, deadline: float) -> None:
        """Shake hands by the deadline, which includes the hello, then read until the connection is over."""
        connection = self.connection
        request = Request(b"", b"", connection.last_data_at)
        with trio.move_on_at(deadline) as connection.requests:
            request = await read_request(connection.reader.read)
        if connection.requests.cancelled_caught:
            self.handshake_failure = "timeout" if connection.fault is None else "refused"
        elif not connection.reader.peer_gone.is_set():
            await self._serve_request(request, deadline)

    async def _serve_request(self, request: Request, deadline: float) -> None:
        """Answer the request: with pages until one asks for a WebSocket, then with a handshake."""
        connection = self.connection
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection.channel.drain)
            asked: Request | None = request
            if self._site is not None and wants_page(request.head):
                asked = await self._serve_pages(self._site, request)
                deadline = trio.current_time() + self._limits.handshake_seconds
            if asked is not None:
                request = asked
                self._shake_hands(asked.head)
            nursery.start_soon(self._read, request.rest, request.stamp)
            if connection.opened:
                with trio.move_on_at(deadline):
                    await connection.over.wait()
                if not connection.admitted:
                    if connection.fault is None:
                        self.handshake_failure = "timeout"
                    connection.end(OutOfTurn("you did not say hello in time"))
                await connection.over.wait()
                await self._settle()  # or the goodbye would overtake what the journal is storing
                connection.say_goodbye()
            connection.channel.finish()
            with trio.move_on_after(closing.GOODBYE_SECONDS):
                # closing earlier could lose what it has not read
                await connection.reader.peer_gone.wait()
            connection.channel.close()
            nursery.cancel_scope.cancel()

    async def _serve_pages(self, site: Site, request: Request) -> Request | None:
        """The first request that is for no page; None if the connection is over."""
        connection = self.connection
        self.pages = Pages(site, connection.channel, connection.reader, self._limits)
        with trio.CancelScope() as connection.requests:
            return await self.pages.serve(request)
        return None

    def _shake_hands(self, head: bytes) -> None:
        said, codec = answer(head, self._origins) if head else (HEAD_TOO_LONG, None)
        self.connection.send(said)
        if codec is not None:
            self.connection.open(codec)
        else:
            self.handshake_failure = "refused"

    async def _read(self, rest: bytes, stamp: Nanos) -> None:
        await self.connection.reader.run(rest, stamp)
        self.connection.end(Ending(1006, "the peer is gone"))
