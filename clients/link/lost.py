"""When reconnecting is of no use: the errors after which a connection is gone for good, and why."""

import ssl
from typing import Final

import trio
from trio_websocket import ConnectionClosed, ConnectionRejected, HandshakeError

from watai.clients.link.handshake import Unanswered

FINAL_CODES: Final = (1002, 1007, 1008, 1013, 4001, 4003, 4004, 4005)
"""Close codes after which reconnecting would end the same way."""
GREETING: Final = "This is Wataï Arena".encode()
"""In our server's answer to a client that speaks another version of the protocol."""
MOVED_BADLY: Final = 1008
"""Used as if the server had closed with it: its redirect cannot be followed."""


class Lost(Exception):
    """The connection is gone for good, and why."""

    def __init__(self, why: str, code: int = 1006) -> None:
        super().__init__(why)
        self.why = why
        self.code = code


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


def for_good(error: Exception, url: str, ever_there: bool) -> Lost | None:
    """Why not to reconnect: the server was never reached, or refuses this client. None to try again.

    A proxy answers for a server that restarts, so any other HTTP answer is tried again once the server was reached.
    """
    if isinstance(error, ConnectionRejected):
        if GREETING in (error.body or b""):
            return Lost("the server does not speak our protocol", 4005)
        return None if ever_there else NotOurs(url, error.status_code)
    if isinstance(error, ConnectionClosed) and error.reason is not None:
        if error.reason.code not in FINAL_CODES:
            return None
        return Lost(error.reason.reason or "the server closed the connection", error.reason.code)
    return None if ever_there else _never_there(error, url)


def _never_there(error: Exception, url: str) -> Lost:
    """Whether nothing listens there, or something else than a server of ours."""
    tls = error if isinstance(error, ssl.SSLError) else error.__cause__
    if isinstance(tls, ssl.SSLCertVerificationError):
        return Foreign(url, "certificate", str(tls))
    if isinstance(tls, ssl.SSLError) or (isinstance(error, Unanswered) and error.tls):
        return Foreign(url, "no_tls", str(tls or error))
    if isinstance(error, (HandshakeError, ConnectionClosed, trio.BrokenResourceError)):
        return Foreign(url, "foreign", str(error))
    return Lost(f"cannot reach {url}: {error}")
