"""How a connection ends: for what reason, and with which last words."""

from typing import Final

from trio_websocket import ConnectionClosed

from protocol.codec import Codec
from protocol.errors import BadMessage, ProtocolError, TooLong
from protocol.frames import Opcode, frame
from protocol.messages import Goodbye

LONGEST_REASON: Final = 123  # bytes; what a close frame can carry beside its code
BROKEN: Final = {1002: ProtocolError, 1007: BadMessage, 1009: TooLong}
"""What trio-websocket finds wrong with frames; with any other code it was the peer who closed."""
COME_BACK: Final = (1001, 4008)
"""After these the guest may resume: nobody has sent it away."""


class Ending(ProtocolError):
    """The server closes a connection that has done nothing wrong."""

    def __init__(self, close_code: int, why: str, moved: str | None = None) -> None:
        super().__init__(why)
        self.close_code = close_code
        self.moved = moved


class Silent(ProtocolError):
    """A peer that is no longer there."""

    close_code = 4008


def reason_of(closed: ConnectionClosed) -> ProtocolError:
    """Why trio-websocket, or the peer through it, has closed."""
    code = 1000 if closed.reason is None else closed.reason.code
    why = "" if closed.reason is None else closed.reason.reason or ""
    fault = BROKEN.get(code)
    return Ending(1000, "closed") if fault is None else fault(why)


def last_words(codec: Codec, fault: ProtocolError) -> bytes:
    """A goodbye and a close frame."""
    code = fault.close_code
    moved = fault.moved if isinstance(fault, Ending) else None
    goodbye = codec.frame(Goodbye(code, fault.why, code in COME_BACK, moved))
    why = fault.why.encode()[:LONGEST_REASON].decode(errors="ignore").encode()
    return goodbye + frame(Opcode.CLOSE, code.to_bytes(2, "big") + why)
