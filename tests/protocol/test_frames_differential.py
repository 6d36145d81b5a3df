"""The lane against wsproto: any frames, cut anyhow, are heard as if there were no lane."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import accumulate, chain, cycle, pairwise
from typing import TypeAlias

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from trio_websocket import (
    ConnectionClosed,
    WebSocketConnection,
    wrap_client_stream,
    wrap_server_stream,
)
from wsproto.connection import CLIENT, SERVER, Connection, ConnectionState
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.events import Pong as WsprotoPong

from protocol.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Lane,
    Message,
    Opcode,
    Piece,
    Pong,
    Raw,
    frame,
    mask,
    masked_frame,
)
from tests.protocol.test_frames import (
    BEGINNING,
    ENDING,
    HELLO,
    KEY,
    MALFORMED,
    MAX_PAYLOAD,
    OVERSIZED,
    joined,
)

FINAL = 0x80
PEELABLE = (FINAL | TEXT, FINAL | BINARY, FINAL | PONG)
PROMPT = [1 << 30]  # a consumer who takes everything at once

differential = settings(max_examples=500, derandomize=True, deadline=None, database=None)


# Streams of frames, most of them in order


def wire(first: int, payload: bytes, key: bytes | None, width: int | None = None) -> bytes:
    """A frame written without regard for any rule; `width` is how many bytes its length takes."""
    size = len(payload)
    if width is None:
        width = 0 if size < 126 else 2 if size < 65536 else 8
    short = {0: min(size, 125), 2: 126, 8: 127}[width]
    length = (size % (1 << 8 * width)).to_bytes(width, "big")
    if key is None:
        return bytes([first, short]) + length + payload
    return bytes([first, FINAL | short]) + length + key + mask(payload, key)


Key: TypeAlias = bytes | None
Keys: TypeAlias = st.SearchStrategy[Key]
Parts: TypeAlias = list[bytes]  # of a stream: where it would be cut by a sender of frames
LETTERS = "aé€😀".encode()
SIZES = st.sampled_from([0, 1, 2, 5, 6, 20, 40, 124, 125, 126, 127, 300, 65535, 65536])
SHORT = st.binary(max_size=12)
UTF8 = st.sampled_from([b"", b"a", "Wataï".encode(), LETTERS * 4, LETTERS * 13])
NOT_UTF8 = st.sampled_from([b"\xff", LETTERS[:-1], b"\xed\xa0\x80", b"abc\xc3", LETTERS[1:] * 20])
TEXTS = UTF8 | UTF8 | NOT_UTF8
CLOSES = st.sampled_from([b"", b"\x03\xe8", b"\x03\xe8bye", b"\x03", b"\x03\xed", b"\x0f\xa0\xff"])
USUAL = st.sampled_from([0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A])
DATA = st.sampled_from([0x02, 0x81, 0x82])
CONTROL = st.sampled_from([0x88, 0x89, 0x8A])


def messages(keys: Keys) -> st.SearchStrategy[bytes]:
    binary = st.builds(wire, st.just(FINAL | BINARY), SHORT | SHORT | SIZES.map(bytes), keys)
    return binary | st.builds(wire, st.just(FINAL | TEXT), UTF8, keys)


def pings_and_pongs(keys: Keys) -> st.SearchStrategy[bytes]:
    return st.builds(wire, st.sampled_from([FINAL | PING, FINAL | PONG]), SHORT, keys)


def nested(keys: Keys) -> st.SearchStrategy[Parts]:
    """A frame whose payload looks like a frame on the wire, and may come in a chunk of its own."""

    def nest(first: int, inner: bytes, key: Key) -> Parts:
        outer = wire(first, mask(inner, key) if key else inner, key)
        return [outer[: -len(inner)], inner]

    inner = st.builds(wire, st.just(FINAL | BINARY), SHORT, keys)
    return st.builds(nest, st.sampled_from([FINAL | BINARY, FINAL | PING]), inner, keys)


def fragmented(keys: Keys) -> st.SearchStrategy[Parts]:
    """A message in two to four frames, cut anywhere, with others between; text may be none."""

    def cut(whole: tuple[Opcode, bytes], key: Key, places: list[tuple[int, Key, bytes]]) -> Parts:
        opcode, payload = whole
        ends = [*sorted(place for place, _, _ in places), len(payload)]
        firsts = [CONTINUATION] * (len(places) - 1) + [FINAL | CONTINUATION]
        parts = [wire(opcode, payload[: ends[0]], key)]
        for first, (_, key, between), (a, b) in zip(firsts, places, pairwise(ends), strict=True):
            parts += [between, wire(first, payload[a:b], key)]
        return parts

    binary = st.tuples(st.just(BINARY), SHORT | SHORT | SIZES.map(bytes))
    whole = binary | st.tuples(st.just(TEXT), TEXTS)
    between = st.just(b"") | pings_and_pongs(keys)
    places = st.lists(st.tuples(st.integers(0, 30), keys, between), min_size=1, max_size=3)
    return st.builds(cut, whole, keys, places)


def odd(keys: Keys, wrong_key: Key) -> st.SearchStrategy[bytes]:
    """A frame that ends the conversation, most of the time because it is not allowed."""
    medium, long = st.sampled_from([0, 125]), st.sampled_from([126, 65535])
    return st.one_of(
        st.builds(wire, st.integers(0, 255), SHORT, keys),
        st.builds(wire, USUAL, SHORT, st.just(wrong_key)),
        st.builds(wire, DATA, medium.map(bytes), keys, st.just(2)),
        st.builds(wire, DATA, long.map(bytes), keys, st.just(8)),
        st.builds(wire, CONTROL, st.just(bytes(126)), keys),
        st.builds(wire, st.just(FINAL | TEXT), NOT_UTF8, keys),
        st.builds(wire, st.just(FINAL | CLOSE), CLOSES, keys),
        st.just(bytes([0x82, 0x7F if wrong_key else 0xFF, 0x80]) + bytes(15)),
        st.binary(max_size=30),
    )


def streams(keys: Keys, wrong_key: Key) -> st.SearchStrategy[Parts]:
    """Mostly a good conversation, perhaps something odd in it, perhaps broken off in the end."""

    def join(before: list[Parts], odd: Parts, after: list[Parts], lost: int) -> Parts:
        parts = [*chain.from_iterable(before), *odd, *chain.from_iterable(after)]
        if lost and parts:
            parts[-1] = parts[-1][:-lost]
        return parts

    single = (messages(keys) | messages(keys) | pings_and_pongs(keys)).map(lambda part: [part])
    good = single | single | fragmented(keys) | nested(keys)
    return st.builds(
        join,
        st.lists(good, max_size=6),
        st.just([]) | st.tuples(odd(keys, wrong_key)).map(list),
        st.lists(good, max_size=3),
        st.just(0) | st.integers(0, 9),
    )


MASKED = streams(st.binary(min_size=4, max_size=4), None)
UNMASKED = streams(st.none(), KEY)
SAME_KEY = streams(st.just(KEY), None)

AS_SENT: list[int] = []
BYTE_BY_BYTE = [1] * 2000
CUTS = st.just(AS_SENT) | st.just(BYTE_BY_BYTE) | st.lists(st.integers(1, 20), max_size=40)
TAKES = st.just(PROMPT) | st.lists(st.integers(0, 2), min_size=1, max_size=12)
LIMITS = st.sampled_from([0, 5, 125, 300, 70_000, 70_000])


def chunks(parts: Parts, cuts: list[int]) -> Iterator[bytes]:
    """The stream as it was sent, or cut into chunks of these sizes and what then remains."""
    if not cuts:
        yield from parts
        return
    stream = b"".join(parts)
    ends = [min(end, len(stream)) for end in accumulate(cuts)]
    for begin, end in pairwise([0, *ends, len(stream)]):
        yield stream[begin:end]


# Two ways of hearing them


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


# Close codes, from the real thing

HELLO_PONG = masked_frame(PONG, b"hello", KEY)
CLOSING = masked_frame(CLOSE, (1000).to_bytes(2, "big"), KEY)
BAD_UTF8 = [name for name in MALFORMED if name.startswith("text")]


@pytest.mark.parametrize("name", MALFORMED)
def test_wsproto_gives_what_is_malformed_its_close_code(name: str) -> None:
    for cuts in (AS_SENT, BYTE_BY_BYTE):
        laned = ThroughLane(masked=True, max_payload=MAX_PAYLOAD)
        for chunk in chunks([HELLO, MALFORMED[name], HELLO], cuts):
            laned.feed(chunk)
        assert laned.messages == [(BINARY, b"hello")]
        assert laned.plain.end == (1007 if name in BAD_UTF8 else 1002, None)


class LaneStream(trio.abc.Stream):
    """What the server's transport does, in small: only Raw reaches trio-websocket."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.lane: Lane | None = None  # until the handshake is done
        self.peeled: list[Piece] = []

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while True:
            data = bytes(await self._stream.receive_some(max_bytes))
            if self.lane is None or not data:
                return data
            pieces = self.lane.receive(data)
            self.peeled += [piece for piece in pieces if not isinstance(piece, Raw)]
            if raw := b"".join(piece.data for piece in pieces if isinstance(piece, Raw)):
                return raw

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


@asynccontextmanager
async def connected(
    max_message_size: int,
) -> AsyncIterator[tuple[trio.abc.Stream, LaneStream, WebSocketConnection, WebSocketConnection]]:
    """A client's stream after the handshake, the lane's, and the connections at both ends."""
    client_stream, server_stream = trio.testing.memory_stream_pair()
    lane_stream = LaneStream(server_stream)
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            accepted: list[WebSocketConnection] = []

            async def accept() -> None:
                request = await wrap_server_stream(
                    nursery, lane_stream, max_message_size=max_message_size
                )
                accepted.append(await request.accept())

            async with trio.open_nursery() as handshake:
                handshake.start_soon(accept)
                client = await wrap_client_stream(nursery, client_stream, "arena", "/")  # type: ignore[arg-type]  # says SocketStream, takes any
            lane_stream.lane = Lane(masked=True, max_payload=MAX_PAYLOAD)
            yield client_stream, lane_stream, client, accepted[0]
            nursery.cancel_scope.cancel()


async def end_of(connection: WebSocketConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await connection.get_message()
    assert closed.value.reason is not None
    return closed.value.reason.code


async def test_trio_websocket_refuses_what_is_too_big(autojump_clock: trio.abc.Clock) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, client, server):
        await wire_out.send_all(HELLO + OVERSIZED + HELLO)
        assert await end_of(client) == 1009
        assert await end_of(server) == 1009
        assert lane_stream.peeled == [Message(BINARY, b"hello")]


@pytest.mark.parametrize("name", MALFORMED)
async def test_trio_websocket_ends_with_the_close_code(
    name: str, autojump_clock: trio.abc.Clock
) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, _, server):
        await wire_out.send_all(HELLO + MALFORMED[name] + HELLO)
        assert await end_of(server) == (1007 if name in BAD_UTF8 else 1002)
        assert lane_stream.peeled == [Message(BINARY, b"hello")]


async def test_trio_websocket_puts_fragments_together_and_the_lane_waits_for_it(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with connected(MAX_PAYLOAD) as (wire_out, lane_stream, client, server):
        assert lane_stream.lane is not None
        await wire_out.send_all(BEGINNING + HELLO_PONG + ENDING + HELLO)
        assert await server.get_message() == "ben"
        lane_stream.lane.slow_message_taken()
        assert lane_stream.peeled == [Pong(b"hello")]
        assert await server.get_message() == b"hello"
        lane_stream.lane.slow_message_taken()
        await wire_out.send_all(HELLO + CLOSING)
        assert await end_of(client) == await end_of(server) == 1000
        assert lane_stream.peeled == [Pong(b"hello"), Message(BINARY, b"hello")]
