"""wsproto for the frames that the lane passes on: fragments, pings, closes, and what is too long or malformed."""

from collections.abc import Iterator
from typing import Final

from wsproto.connection import SERVER, Connection, ConnectionState
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage

from watai.protocol.errors import BadMessage, ProtocolError, TooLong
from watai.protocol.frames import Message, Opcode
from watai.server.transport.closing import Ending

FAULTS: Final = {1002: ProtocolError, 1007: BadMessage, 1009: TooLong}
"""What can be wrong with a peer's frames; with any other code the peer itself closed."""


class Fallback:
    """The slow half of one connection's incoming frames. It does no I/O."""

    def __init__(self, max_payload: int) -> None:
        self.close_frame = b""
        """What is still to be sent if wsproto has ended the connection in an orderly way."""
        self._max_payload = max_payload
        self._made: Connection | None = None
        self._parts = bytearray()

    @property
    def _wsproto(self) -> Connection:
        """Made for the first frame that is not a plain message; most peers never send one but their close."""
        if self._made is None:
            self._made = Connection(SERVER)
        return self._made

    def receive(self, data: bytes) -> Iterator[Message | bytes]:
        """The messages that these bytes complete, and the frames that answer them. Raises why the connection ends."""
        self._wsproto.receive_data(data)
        events = self._wsproto.events()
        for event in events:
            match event:
                case TextMessage():
                    yield from self._collect(
                        Opcode.TEXT, event.data.encode(), event.message_finished
                    )
                case BytesMessage():
                    yield from self._collect(Opcode.BINARY, event.data, event.message_finished)
                case Ping():
                    yield self._wsproto.send(event.response())
                case CloseConnection():
                    if self._wsproto.state is ConnectionState.REMOTE_CLOSING:
                        self.close_frame = self._wsproto.send(event.response())
                    next(
                        events, None
                    )  # wsproto's parser ends, and is no cycle of references any more
                    fault = FAULTS.get(event.code)
                    raise Ending(1000, "closed") if fault is None else fault(event.reason or "")

    def _collect(self, opcode: Opcode, part: bytes | bytearray, last: bool) -> Iterator[Message]:
        self._parts += part
        if len(self._parts) > self._max_payload:
            why = f"Exceeded maximum message size: {self._max_payload} bytes"
            self.close_frame = self._wsproto.send(CloseConnection(1009, why))
            raise TooLong(why)
        if last:
            message = Message(opcode, bytes(self._parts))
            self._parts.clear()
            yield message
