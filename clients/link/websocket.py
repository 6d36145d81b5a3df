"""One WebSocket to a server, as two functions that send and receive messages."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import trio
from trio_websocket import HandshakeError, WebSocketConnection, wrap_client_stream

from watai.clients.conversation.steps import Connect
from watai.clients.link.handshake import HandshakeStream, Unanswered
from watai.protocol.codec import MSGPACK, Codec
from watai.protocol.errors import BadMessage, UnknownMessage
from watai.protocol.messages import ClientMessage, ServerMessage

LARGEST_MESSAGE: Final = 64 << 20  # a replay of the longest game

Sender = Callable[[ClientMessage], Awaitable[None]]
Receiver = Callable[[], Awaitable[ServerMessage]]
ByteStream = trio.SocketStream | trio.SSLStream[trio.SocketStream]


class Strange(Exception):
    """The server sent something that is no message of the protocol."""


@asynccontextmanager
async def websocket(
    connect: Connect, codec: Codec, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[Sender, Receiver]]:
    """Connect, and stay connected inside the block. Raises what trio-websocket raises, or OSError."""
    failure: Exception | None = None
    too_slow: Exception = trio.TooSlowError()
    with trio.move_on_after(connect.within) as connecting:
        stream, host, resource = await _dial(connect.url, tls)
        too_slow = Unanswered(tls=isinstance(stream, trio.SSLStream))
        try:
            if isinstance(stream, trio.SSLStream):
                await stream.do_handshake()  # else trio-websocket would hide why it fails
                too_slow = Unanswered(tls=False)
            async with trio.open_nursery() as nursery:
                try:
                    socket = await wrap_client_stream(
                        nursery,
                        HandshakeStream(stream),  # type: ignore[arg-type]  # any stream will do
                        host,
                        resource,
                        subprotocols=[codec.name],
                        max_message_size=LARGEST_MESSAGE,
                    )
                    connecting.deadline = float("inf")
                    yield _talk(socket, codec)
                    await socket.aclose()
                except Exception as error:
                    failure = error  # raised outside the nursery, which would wrap it in a group
                nursery.cancel_scope.cancel()
        except* HandshakeError as group:  # from trio-websocket's reading task: an HTTP answer
            failure = _first(group)
        finally:
            await trio.aclose_forcefully(stream)  # trio-websocket leaves a broken one open
    if connecting.cancelled_caught:
        raise too_slow
    if failure is not None:
        raise failure


def _first(error: BaseException) -> Exception:
    """The first exception of a group of groups."""
    if isinstance(error, BaseExceptionGroup):
        return _first(error.exceptions[0])
    assert isinstance(error, Exception)
    return error


async def _dial(url: str, tls: ssl.SSLContext | None) -> tuple[ByteStream, str, str]:
    parts = urlsplit(url)
    secure = parts.scheme == "wss"
    host, port = parts.hostname or "localhost", parts.port or (443 if secure else 80)
    where = parts.netloc.rpartition("@")[2], parts.path or "/"
    plain = await trio.open_tcp_stream(host, port)
    if not secure:
        return plain, *where
    context = tls or ssl.create_default_context()
    return trio.SSLStream(plain, context, server_hostname=host, https_compatible=True), *where


def _talk(socket: WebSocketConnection, codec: Codec) -> tuple[Sender, Receiver]:
    async def send(message: ClientMessage) -> None:
        data = codec.encode(message)
        await socket.send_message(data if codec is MSGPACK else data.decode())

    async def receive() -> ServerMessage:
        while True:
            data = await socket.get_message()
            try:
                return codec.read_server(data.encode() if isinstance(data, str) else data)
            except UnknownMessage:
                continue  # a newer server has more to say; what matters it says in ways we know
            except BadMessage as error:
                raise Strange(error.why) from None

    return send, receive
