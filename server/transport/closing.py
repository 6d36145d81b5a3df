"""How a connection ends: for which reason, and with which last frames."""

from typing import Final

from watai.protocol.codec import Codec
from watai.protocol.errors import ProtocolError
from watai.protocol.frames import Opcode, frame
from watai.protocol.messages import Goodbye

GOODBYE_SECONDS: Final = 2.0
"""How long a peer may take to read the reason for being closed before the socket is shut."""
LONGEST_REASON: Final = 123  # bytes; what a close frame can carry beside its code
RESUMABLE: Final = (1001, 4008)
"""After these codes the guest may resume: the server did not send it away for good."""


class Ending(ProtocolError):
    """The server closes a connection whose peer has done nothing wrong."""

    def __init__(self, close_code: int, why: str, moved: str | None = None) -> None:
        super().__init__(why)
        self.close_code = close_code
        self.moved = moved


class Silent(ProtocolError):
    """The peer has sent nothing for too long, not even a pong."""

    close_code = 4008


def closing_frames(codec: Codec, fault: ProtocolError) -> bytes:
    """A goodbye message and a close frame."""
    code = fault.close_code
    moved = fault.moved if isinstance(fault, Ending) else None
    goodbye = codec.frame(Goodbye(code, fault.why, code in RESUMABLE, moved))
    why = fault.why.encode()[:LONGEST_REASON].decode(errors="ignore").encode()
    return goodbye + frame(Opcode.CLOSE, code.to_bytes(2, "big") + why)
