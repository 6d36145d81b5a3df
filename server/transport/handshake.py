"""How a socket becomes a WebSocket: a request whose head is within its limit, from no page that may not connect, and a
subprotocol that both sides speak. Every other request gets an answer in plain words."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

import trio
from trio_websocket import ConnectionClosed, wrap_server_stream

from protocol.codec import CODECS, Codec
from protocol.errors import TooSlow
from server.clock import Nanos
from server.transport.channel import Channel

OURS: Final = ", ".join(CODECS)
NO_WEBSOCKET: Final = f"""This is a server of Wataï Arena, for games that are played at the same time.
To play here: watai host --server ADDRESS, where ADDRESS is ws:// or wss:// and what you have just typed.
Other programs connect by WebSocket, with one of these subprotocols: {OURS}

Ceci est un serveur Wataï Arena, pour des jeux où tous jouent en même temps.
Pour jouer ici : watai host --server ADRESSE, où ADRESSE est ws:// ou wss:// suivi de ce que vous venez de taper.
"""
WRONG_ORIGIN: Final = """Pages of this site may not connect to this server. Its operator can allow them with --origin.

Les pages de ce site ne peuvent pas se connecter à ce serveur. Son exploitant peut les autoriser par --origin.
"""
ANY_ORIGIN: Final = "*"


def http_answer(status: str, text: str, *more: str) -> bytes:
    """An answer after which the connection is closed."""
    body = text.encode()
    fields = ["Connection: close", "Content-Type: text/plain; charset=utf-8", *more]
    lines = [f"HTTP/1.1 {status}", *fields, f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


HEAD_TOO_LONG: Final = http_answer(
    "431 Request Header Fields Too Large", "This request is too long.\n"
)


class Request(NamedTuple):
    """What a peer sent first."""

    head: bytes
    """Up to and including the empty line; nothing if it broke off or is too long."""
    rest: bytes
    """The bytes behind it."""
    stamp: Nanos
    """When the last of these bytes arrived."""


async def read_request(
    read: Callable[[], Awaitable[tuple[bytes, Nanos]]], most: int, before: Request | None = None
) -> Request:
    """The next request; its head may begin, or already stand, in what followed the one before."""
    head, stamp = (
        (bytearray(), Nanos(0)) if before is None else (bytearray(before.rest), before.stamp)
    )
    while True:
        end = head.find(b"\r\n\r\n") + 4
        if max(end, len(head) if end < 4 else 0) > most:
            return Request(b"", b"", stamp)
        if end >= 4:
            return Request(bytes(head[:end]), bytes(head[end:]), stamp)
        data, stamp = await read()
        if not data:
            return Request(b"", b"", stamp)
        head += data


def wants_page(head: bytes) -> bool:
    """Whether a request is HTTP, and not for a WebSocket."""
    fields = _fields(head)
    return fields is not None and fields.get("upgrade") != "websocket"


def refusal(head: bytes, origins: Collection[str]) -> bytes:
    """The answer to a request that is for no WebSocket, or from a page that may not connect; empty if neither."""
    fields = _fields(head)
    if fields is None:
        return b""  # trio-websocket finds out what is wrong
    if fields.get("upgrade") != "websocket":
        return http_answer("426 Upgrade Required", NO_WEBSOCKET, "Upgrade: websocket")
    if not _allowed(fields.get("origin"), fields.get("host", ""), origins):
        return http_answer("403 Forbidden", WRONG_ORIGIN)
    return b""


def _fields(head: bytes) -> Mapping[str, str] | None:
    """The header fields of a request, in small letters; None if it is no HTTP."""
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first.endswith((" HTTP/1.1", " HTTP/1.0")):
        return None
    pairs = (line.partition(":") for line in lines)
    return {name.lower(): value.strip().lower() for name, _, value in pairs}


def _allowed(origin: str | None, host: str, origins: Collection[str]) -> bool:
    """Whether a page of this origin may connect. Browsers always say the origin; a program, which says none, may."""
    if origin is None or ANY_ORIGIN in origins or origin in origins:
        return True
    scheme, _, site = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and site == host


async def accept(
    nursery: trio.Nursery, channel: Channel, head: bytes, origins: Collection[str] = ()
) -> Codec | None:
    """Answer the request; None if it is refused."""
    if refused := refusal(head, origins):
        channel.send(refused)
        return None
    with trio.CancelScope() as scope:
        stream = _RequestStream(channel, head, scope)
        with suppress(ConnectionClosed):
            request = await wrap_server_stream(nursery, stream)
            proposed = [name for name in request.proposed_subprotocols if name in CODECS]
            if proposed:
                await request.accept(subprotocol=proposed[0])
                return CODECS[proposed[0]]
            body = f"This is Wataï Arena. Speak one of these WebSocket subprotocols: {OURS}\n"
            headers = [(b"Connection", b"close"), (b"Content-Length", b"%d" % len(body.encode()))]
            await request.reject(400, extra_headers=headers, body=body.encode())
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
