"""What the end of a connection means, by the error with which it ended: a server that is away, or no server of ours."""

import ssl
from typing import Final

import trio
from trio_websocket import ConnectionClosed, ConnectionRejected, HandshakeError

from watai.clients.conversation.lost import BROKEN, Lost
from watai.clients.link.handshake import Unanswered
from watai.clients.link.websocket import Strange

GREETING: Final = "This is Wataï Arena".encode()
"""In our server's answer to a client that speaks another version of the protocol."""
ENDS: Final = (
    Strange,
    OSError,
    HandshakeError,
    ConnectionClosed,
    ssl.SSLError,
    trio.BrokenResourceError,
    trio.TooSlowError,
)
"""How a connection ends, or comes to nothing."""


class NotOurs(Lost):
    """What answers at the address is no server of ours: a web server, or a proxy without one behind it."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} answered with HTTP status {status}")
        self.status = status


class Foreign(Lost):
    """Something listens at the address and does not answer as a server of ours does; `kind` says what is wrong."""

    def __init__(self, url: str, kind: str, why: str) -> None:
        super().__init__(f"{url} is no server of ours: {why}")
        self.kind = kind


def why_gone(error: Exception, url: str) -> Lost:
    """Why a connection has ended. A code that is not final means something only where nobody was ever reached."""
    if isinstance(error, Strange):
        return Lost(f"the server said something strange: {error}", 4005)
    if isinstance(error, ConnectionRejected):
        if GREETING in (error.body or b""):
            return Lost("the server does not speak our protocol", 4005)
        return NotOurs(url, error.status_code)
    if isinstance(error, ConnectionClosed) and error.reason is not None:
        return Lost(error.reason.reason or "the server closed the connection", error.reason.code)
    tls = error if isinstance(error, ssl.SSLError) else error.__cause__
    if isinstance(tls, ssl.SSLCertVerificationError):
        return Foreign(url, "certificate", str(tls))
    if isinstance(tls, ssl.SSLError) or (isinstance(error, Unanswered) and error.tls):
        return Foreign(url, "no_tls", str(tls or error))
    if isinstance(error, HandshakeError | ConnectionClosed | trio.BrokenResourceError):
        return Foreign(url, "foreign", str(error))
    return Lost(f"cannot reach {url}: {error}", BROKEN)
