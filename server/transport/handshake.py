"""How a socket becomes a WebSocket: a request whose head is within its limit, and a subprotocol that both sides speak."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio
from trio_websocket import ConnectionClosed, wrap_server_stream

from protocol.codec import CODECS, Codec
from protocol.errors import TooSlow
from server.clock import Nanos
from server.transport.channel import Channel

HEAD_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n"


async def read_head(
    read: Callable[[], Awaitable[tuple[bytes, Nanos]]], most: int
) -> tuple[bytes, bytes, Nanos]:
    """The head of a request, the bytes behind it, and their stamp; no head if it breaks off or is too long."""
    head = bytearray()
    while True:
        data, stamp = await read()
        head += data
        end = head.find(b"\r\n\r\n") + 4
        if not data or max(end, len(head) if end < 4 else 0) > most:
            return b"", data, stamp
        if end >= 4:
            return bytes(head[:end]), bytes(head[end:]), stamp


async def accept(nursery: trio.Nursery, channel: Channel, head: bytes) -> Codec | None:
    """Answer the request; None if it is no request, or proposes no subprotocol of ours."""
    with trio.CancelScope() as scope:
        stream = _RequestStream(channel, head, scope)
        with suppress(ConnectionClosed):
            request = await wrap_server_stream(nursery, stream)
            proposed = [name for name in request.proposed_subprotocols if name in CODECS]
            if proposed:
                await request.accept(subprotocol=proposed[0])
                return CODECS[proposed[0]]
            ours = ", ".join(CODECS)
            body = f"This is Wataï Arena. Speak one of these WebSocket subprotocols: {ours}\n"
            await request.reject(400, body=body.encode())
    return None


class _RequestStream(trio.abc.Stream):
    """What trio-websocket takes for the network: the head of the request, then nothing; the frames are not its business."""

    def __init__(self, channel: Channel, head: bytes, scope: trio.CancelScope) -> None:
        self._channel = channel
        self._head = head
        self._scope = scope

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if not self._head:
            await trio.sleep_forever()
        size = len(self._head) if max_bytes is None else max_bytes
        data, self._head = self._head[:size], self._head[size:]
        await trio.lowlevel.checkpoint()
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        with suppress(TooSlow):  # the outbox keeps it; the next write finds that it is too much
            self._channel.send(bytes(data))
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        self._scope.cancel()  # trio-websocket would wait for ever for a request that it has refused
        await trio.lowlevel.checkpoint()
