"""The lane against wsproto: any frames, cut anyhow, are heard as if there were no lane."""

from itertools import cycle

import pytest
from hypothesis import given, settings
from wsproto.connection import CLIENT, SERVER, Connection, ConnectionState
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.events import Pong as WsprotoPong

from tests.protocol.test_frames import (
    BAD_UTF8,
    HELLO,
    KEY,
    MALFORMED,
    MAX_PAYLOAD,
    joined,
)
from tests.support.protocol.frame_streams import (
    AS_SENT,
    BYTE_BY_BYTE,
    CUTS,
    LIMITS,
    MASKED,
    PEELABLE,
    SAME_KEY,
    TAKES,
    UNMASKED,
    Parts,
    chunks,
)
from watai.protocol.frames import (
    BINARY,
    PONG,
    TEXT,
    Lane,
    Message,
    Opcode,
    Piece,
    Pong,
    Raw,
    frame,
    masked_frame,
)

pytestmark = pytest.mark.slow

differential = settings(max_examples=500, derandomize=True, deadline=None, database=None)


class Plain:
    """wsproto, and all it has heard."""

    def __init__(self, *, masked: bool) -> None:
        self._connection = Connection(SERVER if masked else CLIENT)
        self._parts = b""
        self.messages: list[tuple[Opcode, bytes]] = []
        self.pings: list[bytes] = []
        self.pongs: list[bytes] = []
        self.end: tuple[int, str | None] | None = None

    def feed(self, data: bytes) -> None:
        self._connection.receive_data(data)
        for event in self._connection.events():
            match event:
                case TextMessage():
                    self._add(TEXT, event.data.encode(), event.message_finished)
                case BytesMessage():
                    self._add(BINARY, bytes(event.data), event.message_finished)
                case Ping():
                    self.pings.append(bytes(event.payload))
                case WsprotoPong():
                    self.pongs.append(bytes(event.payload))
                case CloseConnection():
                    assert self.end is None
                    told = self._connection.state is ConnectionState.REMOTE_CLOSING
                    # the reason of a failure quotes positions, which depend on the chunks
                    self.end = (event.code, event.reason if told else None)

    def _add(self, opcode: Opcode, data: bytes, last: bool) -> None:
        self._parts += data
        if last:
            self.messages.append((opcode, self._parts))
            self._parts = b""


class ThroughLane:
    """The lane with wsproto behind it, and a consumer who takes slow messages when he likes."""

    def __init__(self, *, masked: bool, max_payload: int) -> None:
        self.lane = Lane(masked=masked, max_payload=max_payload)
        self.plain = Plain(masked=masked)
        self.messages: list[tuple[Opcode, bytes]] = []
        self.pongs: list[bytes] = []
        self._taken = 0

    def feed(self, data: bytes) -> None:
        for piece in self.lane.receive(data):
            match piece:
                case Message(opcode, payload):
                    self.messages.append((opcode, payload))
                case Pong(payload):
                    self.pongs.append(payload)
                case Raw(raw):
                    assert raw
                    self.plain.feed(raw)

    def take(self, count: int) -> None:
        for message in self.plain.messages[self._taken :][:count]:
            self.messages.append(message)
            self._taken += 1
            self.lane.slow_message_taken()


def compare(
    parts: Parts, cuts: list[int], takes: list[int], *, masked: bool, max_payload: int
) -> None:
    plain = Plain(masked=masked)
    plain.feed(b"".join(parts))
    laned = ThroughLane(masked=masked, max_payload=max_payload)
    for chunk, count in zip(chunks(parts, cuts), cycle(takes), strict=False):
        laned.feed(chunk)
        laned.take(count)
    laned.take(len(laned.plain.messages))

    assert laned.messages == plain.messages
    assert laned.plain.pings == plain.pings
    assert laned.plain.end == plain.end
    # A connection that fails inside a fragmented text may tell us a few pongs more than wsproto.
    assert laned.pongs[: len(plain.pongs)] == plain.pongs
    assert not laned.plain.pongs
    if plain.end is None:
        assert laned.pongs == plain.pongs


@differential
@given(MASKED, CUTS, TAKES, LIMITS)
def test_a_server_hears_the_same_with_a_lane(
    parts: Parts, cuts: list[int], takes: list[int], max_payload: int
) -> None:
    compare(parts, cuts, takes, masked=True, max_payload=max_payload)


@differential
@given(UNMASKED, CUTS, TAKES, LIMITS)
def test_a_client_hears_the_same_with_a_lane(
    parts: Parts, cuts: list[int], takes: list[int], max_payload: int
) -> None:
    compare(parts, cuts, takes, masked=False, max_payload=max_payload)


# Every byte is accounted for


def as_wire(piece: Piece, *, masked: bool) -> bytes:
    if isinstance(piece, Raw):
        return piece.data
    opcode = piece.opcode if isinstance(piece, Message) else PONG
    return masked_frame(opcode, piece.payload, KEY) if masked else frame(opcode, piece.payload)


def account(parts: Parts, cuts: list[int], *, masked: bool, max_payload: int) -> None:
    lane = Lane(masked=masked, max_payload=max_payload)
    pieces = joined(piece for chunk in chunks(parts, cuts) for piece in lane.receive(chunk))
    given_on = b"".join(as_wire(piece, masked=masked) for piece in pieces)
    stream = b"".join(parts)
    kept = stream[len(given_on) :]
    assert given_on + kept == stream
    assert not kept or kept[0] in PEELABLE
    assert len(kept) < max(max_payload, 125) + 14
    assert pieces == joined(Lane(masked=masked, max_payload=max_payload).receive(stream))


@differential
@given(SAME_KEY, CUTS, LIMITS)
def test_a_server_sees_each_byte_once_however_they_are_cut(
    parts: Parts, cuts: list[int], max_payload: int
) -> None:
    account(parts, cuts, masked=True, max_payload=max_payload)


@differential
@given(UNMASKED, CUTS, LIMITS)
def test_a_client_sees_each_byte_once_however_they_are_cut(
    parts: Parts, cuts: list[int], max_payload: int
) -> None:
    account(parts, cuts, masked=False, max_payload=max_payload)


# Close codes


@pytest.mark.parametrize("name", MALFORMED)
def test_wsproto_gives_what_is_malformed_its_close_code(name: str) -> None:
    for cuts in (AS_SENT, BYTE_BY_BYTE):
        laned = ThroughLane(masked=True, max_payload=MAX_PAYLOAD)
        for chunk in chunks([HELLO, MALFORMED[name], HELLO], cuts):
            laned.feed(chunk)
        assert laned.messages == [(BINARY, b"hello")]
        assert laned.plain.end == (1007 if name in BAD_UTF8 else 1002, None)
