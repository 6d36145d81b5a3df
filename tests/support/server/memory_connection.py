"""A connection without a socket: what is queued for its peer is decoded and kept."""

from watai.protocol.codec import Codec
from watai.protocol.frames import Lane, Message
from watai.protocol.messages import ServerMessage
from watai.server.clock import Nanos
from watai.server.settings.limits import LIMITS
from watai.server.transport.channel import Channel
from watai.server.transport.connection import Connection


class UnservedChannel(Channel):
    """No task reads or drains it, and a test that would need one fails."""

    def __init__(self) -> None:
        super().__init__("memory", 1 << 20)

    async def read(self) -> tuple[bytes, Nanos]:
        raise AssertionError("nobody serves this channel")

    def send(self, data: bytes) -> None:
        raise AssertionError("nobody serves this channel")

    async def drain(self) -> None:
        raise AssertionError("nobody serves this channel")

    def close(self) -> None:
        self.closed = True

    def _shut_socket(self) -> None:
        raise AssertionError("nobody serves this channel")


class MemoryConnection(Connection):
    """Keeps every message at the moment it is queued, and marks no write: the test's own clock would not agree."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(UnservedChannel(), LIMITS, lambda *_: None, lambda _: None)
        self.open(codec)
        self.told: list[ServerMessage] = []
        self._lane_out = Lane(masked=False, max_payload=1 << 30)

    def queue(self, data: bytes, upto_seq: int | None = None) -> None:
        for piece in self._lane_out.receive(data):
            assert isinstance(piece, Message)
            self.told.append(self.codec.read_server(piece.payload))
