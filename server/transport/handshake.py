"""How a socket becomes a WebSocket: a request whose head is within its limit, from no page that may not connect, and a
subprotocol that both sides speak. Every other request gets an answer in plain words."""

from base64 import b64decode
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, NamedTuple

from wsproto.connection import SERVER
from wsproto.events import RejectConnection
from wsproto.events import Request as WsRequest
from wsproto.handshake import H11Handshake
from wsproto.utilities import RemoteProtocolError, generate_accept_token

from watai.protocol.codec import CODECS, Codec
from watai.server.clock import Nanos

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
NOT_UNDERSTOOD: Final = """This is no request that the server understands.

Le serveur ne comprend pas cette demande.
"""
OTHER_VERSION: Final = """This server speaks version 13 of WebSocket: Sec-WebSocket-Version has to be 13.

Ce serveur parle la version 13 de WebSocket : Sec-WebSocket-Version doit être 13.
"""
BAD_KEY: Final = """Sec-WebSocket-Key has to be 16 bytes in base64.

Sec-WebSocket-Key doit être 16 octets en base64.
"""
NO_SUBPROTOCOL: Final = f"This is Wataï Arena. Speak one of these WebSocket subprotocols: {OURS}\n"
SWITCHING: Final = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: %s\r\n\r\n"
)
KEY_BYTES: Final = 16
HEAD_BYTES: Final = 16_384
"""The longest HTTP request, for a WebSocket or a page, without its body. Browsers stay below 8 KiB."""
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
    read: Callable[[], Awaitable[tuple[bytes, Nanos]]], before: Request | None = None
) -> Request:
    """The next request; its head may begin, or already stand, in what followed the one before."""
    head, stamp = (
        (bytearray(), Nanos(0)) if before is None else (bytearray(before.rest), before.stamp)
    )
    while True:
        end = head.find(b"\r\n\r\n") + 4
        if max(end, len(head) if end < 4 else 0) > HEAD_BYTES:
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
        return b""  # wsproto finds out what is wrong
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


def answer(head: bytes, origins: Collection[str] = ()) -> tuple[bytes, Codec | None]:
    """The answer to a request, and the codec that was agreed on; None if the request is refused."""
    if refused := refusal(head, origins):
        return refused, None
    handshake = H11Handshake(SERVER)
    try:
        handshake.receive_data(head)
    except RemoteProtocolError as wrong:
        return _misshapen(wrong), None
    asked = next(iter(handshake.events()), None)
    if not isinstance(asked, WsRequest):
        return http_answer("400 Bad Request", NOT_UNDERSTOOD), None
    key = dict(asked.extra_headers)[b"sec-websocket-key"]
    if not _is_key(key):
        return http_answer("400 Bad Request", BAD_KEY), None
    spoken = next((CODECS[name] for name in asked.subprotocols if name in CODECS), None)
    if spoken is None:
        return http_answer("400 Bad Request", NO_SUBPROTOCOL), None
    return SWITCHING % (generate_accept_token(key), spoken.name.encode()), spoken


def _misshapen(wrong: RemoteProtocolError) -> bytes:
    """The answer to a request in which something is missing or wrong; it says what."""
    status, more = 400, []
    if isinstance(wrong.event_hint, RejectConnection):
        status = wrong.event_hint.status_code
        more = [f"{name.decode()}: {said.decode()}" for name, said in wrong.event_hint.headers]
    if status == 426:  # wsproto says that the field is missing, also where it has another version
        return http_answer("426 Upgrade Required", OTHER_VERSION, *more)
    return http_answer("400 Bad Request", f"{wrong}\n\n{NOT_UNDERSTOOD}", *more)


def _is_key(key: bytes) -> bool:
    """Whether this is 16 bytes in base64, as RFC 6455 wants a `Sec-WebSocket-Key`."""
    try:
        return len(b64decode(key, validate=True)) == KEY_BYTES
    except ValueError:
        return False
