"""How a socket becomes a WebSocket: the head of its request, within its limit, and a subprotocol that both speak."""

from collections.abc import Awaitable, Callable
from typing import Final

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_server_stream

from protocol.codec import CODECS, Codec

HEAD_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n"


async def read_head(
    read: Callable[[], Awaitable[tuple[bytes, int]]], most: int
) -> tuple[bytes, bytes, int]:
    """The head of a request, what came with it, and when; no head if it breaks off or is too long."""
    head = bytearray()
    while True:
        data, stamp = await read()
        head += data
        end = head.find(b"\r\n\r\n") + 4
        if not data or max(end, len(head) if end < 4 else 0) > most:
            return b"", data, stamp
        if end >= 4:
            return bytes(head[:end]), bytes(head[end:]), stamp


async def accept(
    nursery: trio.Nursery, stream: trio.abc.Stream, message_bytes: int
) -> tuple[WebSocketConnection, Codec] | None:
    """Answer the request; None if it is no request, or for nothing that we speak."""
    try:
        request = await wrap_server_stream(nursery, stream, max_message_size=message_bytes)
        spoken = [name for name in request.proposed_subprotocols if name in CODECS]
        if not spoken:
            ours = ", ".join(CODECS)
            body = f"This is Wataï Arena. Speak one of these WebSocket subprotocols: {ours}\n"
            await request.reject(400, body=body.encode())
            return None
        return await request.accept(subprotocol=spoken[0]), CODECS[spoken[0]]
    except ConnectionClosed:
        return None
