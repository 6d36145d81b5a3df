"""A guest over trio-websocket that asks one thing at a time and closes its connection at the end."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_client_stream

from watai.protocol.codec import CODECS, JSON, MSGPACK, Codec
from watai.protocol.messages import ClientMessage, Hello, ServerMessage, Welcome


class GuestClient:
    """A peer that has said hello, and asks one thing at a time."""

    def __init__(self, peer: WebSocketConnection, codec: Codec) -> None:
        self._peer = peer
        self._codec = codec
        self.welcome: Welcome

    async def greet(self, name: str, token: str) -> None:
        await self.say(Hello(1, name, token))
        while not isinstance(welcome := await self.hear(), Welcome):
            pass
        self.welcome = welcome

    async def say(self, message: ClientMessage) -> None:
        data = self._codec.encode(message)
        await self._peer.send_message(data if self._codec is MSGPACK else data.decode())

    async def hear(self) -> ServerMessage:
        data = await self._peer.get_message()
        return self._codec.read_server(data.encode() if isinstance(data, str) else data)

    async def ask(self, message: ClientMessage) -> ServerMessage:
        await self.say(message)
        while getattr(answer := await self.hear(), "n", None) is None:
            pass
        return answer


@asynccontextmanager
async def guest(
    url: str,
    codec: str = JSON.name,
    token: str = "",
    name: str = "Ana",
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[GuestClient]:
    """A guest that has been welcomed; raises ConnectionClosed if the server refuses."""
    host, port = url.partition("://")[2].split(":")
    plain = await trio.open_tcp_stream(host, int(port))
    stream = plain if tls is None else trio.SSLStream(plain, tls, server_hostname=host)
    refused: ConnectionClosed | None = None
    try:
        async with trio.open_nursery() as nursery:
            peer = await wrap_client_stream(nursery, stream, host, "/", subprotocols=[codec])
            guest = GuestClient(peer, CODECS[codec])
            try:
                await guest.greet(name, token)
                yield guest
                await peer.aclose()
            except ConnectionClosed as error:
                refused = error  # raised outside the nursery, which would wrap it
            nursery.cancel_scope.cancel()
    finally:
        await trio.aclose_forcefully(stream)  # trio-websocket leaves a broken one open
    if refused is not None:
        raise refused
