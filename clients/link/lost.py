"""When reconnecting is of no use: the errors after which a connection is gone for good, and why."""

from typing import Final

from trio_websocket import ConnectionClosed, ConnectionRejected

FINAL_CODES: Final = (1002, 1007, 1008, 4001, 4005)
"""Close codes after which reconnecting would end the same way."""
MOVED_BADLY: Final = 1008
"""Used as if the server had closed with it: its redirect cannot be followed."""


class Lost(Exception):
    """The connection is gone for good, and why."""

    def __init__(self, why: str, code: int = 1006) -> None:
        super().__init__(why)
        self.why = why
        self.code = code


def for_good(error: Exception, url: str, ever_there: bool) -> Lost | None:
    """Why not to reconnect: the server was never reached, or refuses this client. None to try again."""
    if isinstance(error, ConnectionRejected):
        return Lost("the server does not speak our protocol", 4005)
    if isinstance(error, ConnectionClosed) and error.reason is not None:
        if error.reason.code not in FINAL_CODES:
            return None
        return Lost(error.reason.reason or "the server closed the connection", error.reason.code)
    return None if ever_there else Lost(f"cannot reach {url}: {error}")
