"""Serves pages on a connection that asks for no WebSocket, or not yet: one request after another, within the limits."""

from collections import Counter
from typing import Final

import trio

from watai.server.clock import Nanos
from watai.server.settings.limits import Limits
from watai.server.transport.channel import Channel
from watai.server.transport.handshake import Request, read_request, wants_page
from watai.server.transport.rate_limit import TokenBucket
from watai.server.transport.reader import Reader
from watai.server.web.answers import answer
from watai.server.web.qr_code import PRICE
from watai.server.web.site import Site

PIECE: Final = 32_768
"""Bytes handed to the channel at a time: so much of a file, and no more, waits in the memory of a slow peer's outbox."""
DRAWINGS: Final = TokenBucket(20.0, 10)
"""How many QR codes all peers together may have drawn: 2.7 ms each in the loop in which races are decided. Without one a
page shows the link alone."""
DOWNLOAD_SECONDS: Final = 60.0
"""How long a browser may take to read one file of the page: 100 KB at the speed of a bad mobile network."""


class Pages:
    """The requests of one connection."""

    def __init__(self, site: Site, channel: Channel, reader: Reader, limits: Limits) -> None:
        self.answered: Counter[int] = Counter()
        """Answers by status."""
        self._site = site
        self._channel = channel
        self._reader = reader
        self._limits = limits
        self._bucket = TokenBucket(limits.messages_per_second, limits.burst_messages)

    async def serve(self, request: Request) -> Request | None:
        """Answer this request and those that follow, up to one that is for no page; None if the connection is over."""
        following: Request | None = request
        while following is not None and wants_page(following.head):
            following = await self._next(following) if await self._answer(following) else None
        return following

    async def _answer(self, request: Request) -> bool:
        """Whether another request may follow."""
        found = answer(self._site, request.head, lambda price: self._spend(price, request.stamp))
        self.answered[found.status] += 1
        with trio.move_on_after(DOWNLOAD_SECONDS) as writing:
            self._channel.send(found.head + found.body[:PIECE])
            await self._channel.emptied()
            for begin in range(PIECE, len(found.body), PIECE):
                self._channel.send(found.body[begin : begin + PIECE])
                await self._channel.emptied()
        return found.goes_on and not writing.cancelled_caught and not self._channel.closed

    def _spend(self, price: int, stamp: Nanos) -> bool:
        if price == PRICE and not DRAWINGS.spend(stamp):
            return False
        return self._bucket.spend(stamp, price)

    async def _next(self, request: Request) -> Request | None:
        with trio.move_on_after(self._limits.handshake_seconds):
            following = await read_request(self._reader.read, request)
            if not self._reader.peer_gone.is_set():
                return following
        return None
