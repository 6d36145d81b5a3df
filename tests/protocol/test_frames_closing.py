"""Malformed frames that the lane passes on end with the close code that trio-websocket gives them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from trio_websocket import (
    ConnectionClosed,
    WebSocketConnection,
    wrap_client_stream,
    wrap_server_stream,
)

from tests.protocol.test_frames import (
    BAD_UTF8,
    BEGINNING,
    ENDING,
    HELLO,
    KEY,
    MALFORMED,
    MAX_PAYLOAD,
    OVERSIZED,
)
from tests.support.server.server_process import PATIENCE
from watai.protocol.frames import (
    BINARY,
    CLOSE,
    PONG,
    Lane,
    Message,
    Piece,
    Pong,
    Raw,
    masked_frame,
)

HELLO_PONG = masked_frame(PONG, b"hello", KEY)
CLOSING = masked_frame(CLOSE, (1000).to_bytes(2, "big"), KEY)


class LaneStream(trio.abc.Stream):
    """What the server's transport does, in small: only Raw reaches trio-websocket."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.lane: Lane | None = None  # until the handshake is done
        self.peeled: list[Piece] = []

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while True:
            data = bytes(await self._stream.receive_some(max_bytes))
            if self.lane is None or not data:
                return data
            pieces = self.lane.receive(data)
            self.peeled += [piece for piece in pieces if not isinstance(piece, Raw)]
            if raw := b"".join(piece.data for piece in pieces if isinstance(piece, Raw)):
                return raw

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


@asynccontextmanager
async def connected(
    max_message_size: int,
) -> AsyncIterator[tuple[trio.abc.Stream, LaneStream, WebSocketConnection, WebSocketConnection]]:
    """A client's stream after the handshake, the lane's, and the connections at both ends."""
    client_stream, server_stream = trio.testing.memory_stream_pair()
    lane_stream = LaneStream(server_stream)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            accepted: list[WebSocketConnection] = []

            async def accept() -> None:
                request = await wrap_server_stream(
                    nursery, lane_stream, max_message_size=max_message_size
                )
                accepted.append(await request.accept())

            async with trio.open_nursery() as handshake:
                handshake.start_soon(accept)
                client = await wrap_client_stream(nursery, client_stream, "arena", "/")  # type: ignore[arg-type]  # says SocketStream, takes any
            lane_stream.lane = Lane(masked=True, max_payload=MAX_PAYLOAD)
            yield client_stream, lane_stream, client, accepted[0]
            nursery.cancel_scope.cancel()


async def end_of(connection: WebSocketConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await connection.get_message()
    assert closed.value.reason is not None
    return closed.value.reason.code


async def test_trio_websocket_refuses_what_is_too_big(autojump_clock: trio.abc.Clock) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, client, server):
        await wire_out.send_all(HELLO + OVERSIZED + HELLO)
        assert await end_of(client) == 1009
        assert await end_of(server) == 1009
        assert lane_stream.peeled == [Message(BINARY, b"hello")]


@pytest.mark.parametrize("name", MALFORMED)
async def test_trio_websocket_ends_with_the_close_code(
    name: str, autojump_clock: trio.abc.Clock
) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, _, server):
        await wire_out.send_all(HELLO + MALFORMED[name] + HELLO)
        assert await end_of(server) == (1007 if name in BAD_UTF8 else 1002)
        assert lane_stream.peeled == [Message(BINARY, b"hello")]


async def test_trio_websocket_puts_fragments_together_and_the_lane_waits_for_it(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, client, server):
        assert lane_stream.lane is not None
        await wire_out.send_all(BEGINNING + HELLO_PONG + ENDING + HELLO)
        assert await server.get_message() == "ben"
        lane_stream.lane.slow_message_taken()
        assert lane_stream.peeled == [Pong(b"hello")]
        assert await server.get_message() == b"hello"
        lane_stream.lane.slow_message_taken()
        await wire_out.send_all(HELLO + CLOSING)
        assert await end_of(client) == await end_of(server) == 1000
        assert lane_stream.peeled == [Pong(b"hello"), Message(BINARY, b"hello")]
