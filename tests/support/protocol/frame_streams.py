"""Strategies for streams of frames, mostly legal, and for every way of cutting them into chunks."""

from collections.abc import Iterator
from itertools import accumulate, chain, pairwise
from typing import TypeAlias

from hypothesis import strategies as st

from tests.protocol.test_frames import (
    KEY,
)
from watai.protocol.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Opcode,
    mask,
)

FINAL = 0x80
PEELABLE = (FINAL | TEXT, FINAL | BINARY, FINAL | PONG)
PROMPT = [1 << 30]  # a consumer who takes everything at once


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
