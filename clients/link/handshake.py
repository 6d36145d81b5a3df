"""The answer to our request for a WebSocket: an HTTP answer, or none, is noticed when its connection ends; any other at once.

trio-websocket fails at an answer that is no HTTP, and notices neither an answer whose body ends with the connection
(HTTP/1.0) nor a connection that ends without any answer: it would wait until the time for connecting is over.
"""

from typing import Final

import trio
from trio_websocket import ConnectionRejected, HandshakeError

SWITCHING: Final = 101
HTTP: Final = b"HTTP/"
LARGEST_ANSWER: Final = 1 << 16


class Unanswered(HandshakeError):
    """Something listens at the address, and the time for connecting passed without its answer: to our TLS, or our request."""

    def __init__(self, *, tls: bool) -> None:
        super().__init__("nothing was answered in time")
        self.tls = tls


class HandshakeStream(trio.abc.Stream):
    """A stream to a server that has not answered yet."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._answer: bytes | None = b""
        """What has been received; None once the server speaks WebSocket, or far too much."""

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self._stream.receive_some(max_bytes)
        if self._answer is not None:
            self._look(data)
        return data

    def _look(self, data: bytes | bytearray) -> None:
        """Raise what the connection's end means, if this is its end."""
        assert self._answer is not None
        self._answer += data
        if not HTTP.startswith(self._answer[: len(HTTP)]):
            raise HandshakeError("the answer is no HTTP")
        status = _status(self._answer)
        if status == SWITCHING or len(self._answer) > LARGEST_ANSWER:
            self._answer = None
        elif not data and status is not None:
            raise ConnectionRejected(status, (), self._answer)
        elif not data:
            raise HandshakeError("the connection ended without an answer")

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


def _status(answer: bytes) -> int | None:
    """The status of an HTTP answer; None while there is none."""
    line, end, _ = answer.partition(b"\r\n")
    words = line.split(maxsplit=2)
    if not end or len(words) < 2 or not words[0].startswith(HTTP):
        return None
    return int(words[1]) if words[1].isdigit() else None
