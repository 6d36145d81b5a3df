"""Each rule of the frames and of the lane, one by one."""

from collections.abc import Iterable

import pytest

from watai.protocol.frames import (
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

KEY = bytes.fromhex("37fa213d")
MAX_PAYLOAD = 1000
NO_LIMIT = 1 << 64

HELLO = masked_frame(BINARY, b"hello", KEY)
AGAIN = masked_frame(TEXT, b"again", KEY)
BEGINNING = bytes([TEXT]) + masked_frame(TEXT, b"be", KEY)[1:]
MIDDLE = bytes([CONTINUATION]) + masked_frame(CONTINUATION, b"gi", KEY)[1:]
ENDING = masked_frame(CONTINUATION, b"n", KEY)
OVERSIZED = masked_frame(BINARY, bytes(MAX_PAYLOAD + 1), KEY)
NOT_UTF8 = masked_frame(TEXT, b"caf\xe9", KEY)


def a_lane() -> Lane:
    return Lane(masked=True, max_payload=MAX_PAYLOAD)


def joined(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with neighbouring Raw ones as one: how they are cut means nothing."""
    result: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Raw) and result and isinstance(last := result[-1], Raw):
            result[-1] = Raw(last.data + piece.data)
        else:
            result.append(piece)
    return result


def bytewise(lane: Lane, data: bytes) -> list[Piece]:
    return joined(piece for byte in data for piece in lane.receive(bytes([byte])))


# Building frames


def test_the_examples_of_rfc_6455_5_7() -> None:
    assert frame(TEXT, b"Hello") == bytes.fromhex("810548656c6c6f")
    assert masked_frame(TEXT, b"Hello", KEY) == bytes.fromhex("818537fa213d7f9f4d5158")
    assert frame(PING, b"Hello") == bytes.fromhex("890548656c6c6f")
    assert frame(BINARY, bytes(256)) == bytes.fromhex("827e0100") + bytes(256)
    assert frame(BINARY, bytes(65536)) == bytes.fromhex("827f0000000000010000") + bytes(65536)


@pytest.mark.parametrize(
    ("size", "header"),
    [(0, 2), (1, 2), (125, 2), (126, 4), (65535, 4), (65536, 10)],
)
def test_a_length_takes_as_few_bytes_as_possible(size: int, header: int) -> None:
    assert len(frame(BINARY, bytes(size))) == header + size
    assert len(masked_frame(BINARY, bytes(size), KEY)) == header + 4 + size


def test_a_control_frame_is_short() -> None:
    assert len(frame(PING, bytes(125))) == 127
    with pytest.raises(AssertionError, match="at most 125 bytes"):
        frame(PING, bytes(126))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 40, 127, 1001])
def test_masking_is_xor_with_the_repeated_key_and_its_own_inverse(size: int) -> None:
    payload = bytes(index * 7 % 256 for index in range(size))
    assert mask(payload, KEY) == bytes(byte ^ KEY[i % 4] for i, byte in enumerate(payload))
    assert mask(mask(payload, KEY), KEY) == payload


def test_masking_keeps_zeros_at_both_ends() -> None:
    assert mask(KEY + b"x" + KEY[1:] + KEY, KEY) == bytes(4) + mask(b"x", KEY) + bytes(7)
    assert mask(b"\0\0\0\0\0\0", bytes(4)) == b"\0\0\0\0\0\0"


# What is peeled


@pytest.mark.parametrize("opcode", [TEXT, BINARY])
@pytest.mark.parametrize("size", [0, 1, 125, 126, MAX_PAYLOAD])
def test_a_whole_message_is_peeled(opcode: Opcode, size: int) -> None:
    payload = b"a" * size
    wire = masked_frame(opcode, payload, KEY)
    assert list(a_lane().receive(wire)) == [Message(opcode, payload)]
    assert bytewise(a_lane(), wire) == [Message(opcode, payload)]


@pytest.mark.parametrize("size", [65535, 65536])
def test_a_long_message_is_peeled_if_it_is_allowed(size: int) -> None:
    lane = Lane(masked=True, max_payload=65536)
    assert list(lane.receive(masked_frame(BINARY, bytes(size), KEY))) == [
        Message(BINARY, bytes(size))
    ]


def test_the_limit_counts_for_short_messages_too() -> None:
    lane = Lane(masked=True, max_payload=4)
    four, five = masked_frame(TEXT, b"four", KEY), masked_frame(TEXT, b"fives", KEY)
    assert list(lane.receive(four)) == [Message(TEXT, b"four")]
    assert list(lane.receive(five)) == [Raw(five)]


def test_a_client_takes_unmasked_frames() -> None:
    lane = Lane(masked=False, max_payload=MAX_PAYLOAD)
    assert list(lane.receive(frame(TEXT, b"hello"))) == [Message(TEXT, b"hello")]
    assert bytewise(lane, frame(BINARY, bytes(200))) == [Message(BINARY, bytes(200))]
    assert list(lane.receive(frame(PONG, b"1") + frame(TEXT, b""))) == [
        Pong(b"1"),
        Message(TEXT, b""),
    ]


def test_several_messages_in_a_chunk_and_a_part_of_one() -> None:
    lane = a_lane()
    assert list(lane.receive(HELLO + AGAIN + HELLO[:7])) == [
        Message(BINARY, b"hello"),
        Message(TEXT, b"again"),
    ]
    assert list(lane.receive(HELLO[7:])) == [Message(BINARY, b"hello")]


def test_nothing_gives_nothing() -> None:
    lane = a_lane()
    assert list(lane.receive(b"")) == []
    assert list(lane.receive(HELLO[:1])) == []
    assert list(lane.receive(b"")) == []
    assert list(lane.receive(HELLO[1:])) == [Message(BINARY, b"hello")]


def test_text_beyond_ascii_is_peeled() -> None:
    assert list(a_lane().receive(masked_frame(TEXT, "Wataï".encode(), KEY))) == [
        Message(TEXT, "Wataï".encode())
    ]


def test_pongs_are_ours_always_up_to_the_longest() -> None:
    lane = Lane(masked=True, max_payload=4)
    pong = masked_frame(PONG, bytes(125), KEY)
    assert list(lane.receive(pong)) == [Pong(bytes(125))]
    between = list(lane.receive(BEGINNING + pong + ENDING + pong))
    assert between == [Raw(BEGINNING), Pong(bytes(125)), Raw(ENDING), Pong(bytes(125))]


def test_a_payload_that_looks_like_a_frame_is_not_taken_for_one() -> None:
    key = bytes(4)  # leaves the inner frame as it is
    lane, outer = a_lane(), masked_frame(BINARY, HELLO, key)
    assert list(lane.receive(outer[:6])) == []
    assert list(lane.receive(outer[6:])) == [Message(BINARY, HELLO)]
    ping = masked_frame(PING, HELLO, key)
    assert list(lane.receive(ping[:6])) == [Raw(ping[:6])]
    assert list(lane.receive(ping[6:])) == [Raw(ping[6:])]


# What goes through, and when


def test_a_ping_goes_through_and_does_not_close_the_lane() -> None:
    lane, ping = a_lane(), masked_frame(PING, b"?", KEY)
    assert list(lane.receive(ping + HELLO)) == [Raw(ping), Message(BINARY, b"hello")]
    assert list(lane.receive(ping)) == [Raw(ping)]
    assert list(lane.receive(HELLO)) == [Message(BINARY, b"hello")]


def test_a_frame_that_is_known_not_to_be_ours_goes_through_at_once() -> None:
    for stream in (masked_frame(PING, b"?", KEY), BEGINNING + MIDDLE + ENDING):
        lane = a_lane()
        for byte in stream:
            assert list(lane.receive(bytes([byte]))) == [Raw(bytes([byte]))]


def test_an_oversized_frame_goes_through_as_soon_as_its_length_is_known() -> None:
    lane = a_lane()
    assert [list(lane.receive(OVERSIZED[:3])), list(lane.receive(OVERSIZED[3:4]))] == [
        [],
        [Raw(OVERSIZED[:4])],
    ]
    assert list(lane.receive(OVERSIZED[4:500])) == [Raw(OVERSIZED[4:500])]
    assert list(lane.receive(OVERSIZED[500:] + HELLO)) == [Raw(OVERSIZED[500:] + HELLO)]


@pytest.mark.parametrize("slow", [OVERSIZED, BEGINNING + ENDING, BEGINNING + MIDDLE + ENDING])
def test_no_message_overtakes_one_that_went_through(slow: bytes) -> None:
    lane = a_lane()
    assert list(lane.receive(slow)) == [Raw(slow)]
    assert list(lane.receive(HELLO)) == [Raw(HELLO)]
    lane.slow_message_taken()
    assert list(lane.receive(AGAIN)) == [Raw(AGAIN)]  # HELLO has not been taken yet
    lane.slow_message_taken()
    lane.slow_message_taken()
    assert list(lane.receive(AGAIN)) == [Message(TEXT, b"again")]


def test_a_frame_begun_through_raw_stays_raw_even_if_the_lane_could_open() -> None:
    lane = a_lane()
    lane.receive(OVERSIZED)
    assert list(lane.receive(HELLO[:1])) == [Raw(HELLO[:1])]
    lane.slow_message_taken()
    assert list(lane.receive(HELLO[1:] + AGAIN)) == [Raw(HELLO[1:] + AGAIN)]
    lane.slow_message_taken()
    lane.slow_message_taken()
    assert list(lane.receive(AGAIN)) == [Message(TEXT, b"again")]


def test_a_lane_opens_in_the_middle_of_a_ping_for_the_frame_after_it() -> None:
    lane, ping = a_lane(), masked_frame(PING, b"?", KEY)
    assert list(lane.receive(OVERSIZED + ping[:4])) == [Raw(OVERSIZED + ping[:4])]
    lane.slow_message_taken()
    assert list(lane.receive(ping[4:] + HELLO)) == [Raw(ping[4:]), Message(BINARY, b"hello")]


def test_taking_what_never_went_through_is_a_bug_of_ours() -> None:
    with pytest.raises(AssertionError, match="taken already"):
        a_lane().slow_message_taken()


def test_each_frame_that_goes_through_is_counted_once() -> None:
    lane, ping = a_lane(), masked_frame(PING, b"?", KEY)
    lane.receive(HELLO + masked_frame(PONG, b"", KEY))
    assert lane.passed == 0
    lane.receive(ping + HELLO + ping[:3])
    assert lane.passed == 1 + 1  # the second one by its header
    lane.receive(ping[3:] + BEGINNING + MIDDLE + ENDING)
    assert lane.passed == 2 + 3


# The end


def with_bits(data: bytes, *, first: int = 0, second: int = 0) -> bytes:
    return bytes([data[0] ^ first, data[1] ^ second]) + data[2:]


MALFORMED = {
    "first reserved bit": with_bits(HELLO, first=0x40),
    "second reserved bit": with_bits(HELLO, first=0x20),
    "third reserved bit": with_bits(HELLO, first=0x10),
    "reserved opcode of data": with_bits(HELLO, first=0x1),
    "reserved opcode of control": with_bits(masked_frame(PONG, b"", KEY), first=0x1),
    "not masked": frame(BINARY, b"hello"),
    "a length that needs no two bytes": bytes([0x82, 0xFE, 0, 125]) + KEY + bytes(125),
    "a length that needs no eight bytes": bytes([0x82, 0xFF])
    + (65535).to_bytes(8, "big")
    + KEY
    + bytes(65535),
    "a negative length": bytes([0x82, 0xFF, 0x80]) + bytes(7) + KEY,
    "a fragmented ping": with_bits(masked_frame(PING, b"", KEY), first=0x80),
    "a fragmented pong": with_bits(masked_frame(PONG, b"", KEY), first=0x80),
    "a long ping": bytes([0x89, 0xFE, 0, 126]) + KEY + bytes(126),
    "a long pong": bytes([0x8A, 0xFE, 0, 126]) + KEY + bytes(126),
    "a last fragment without a first": ENDING,
    "a fragment without a first": MIDDLE,
    "a message inside another": BEGINNING + HELLO,
    "a fragmented message inside another": BEGINNING + BEGINNING,
    "text that is not UTF-8": NOT_UTF8,
    "text that ends inside a character": masked_frame(TEXT, "ï".encode()[:1], KEY),
}
BAD_UTF8 = [name for name in MALFORMED if name.startswith("text")]
ENDINGS = MALFORMED | {
    "close": masked_frame(CLOSE, b"", KEY),
    "close with a reason": masked_frame(CLOSE, b"\x03\xe8bye", KEY),
}


@pytest.mark.parametrize("last", ENDINGS.values(), ids=ENDINGS)
@pytest.mark.parametrize("max_payload", [MAX_PAYLOAD, NO_LIMIT])
def test_after_the_end_everything_goes_through(last: bytes, max_payload: int) -> None:
    after = HELLO + masked_frame(PONG, b"", KEY) + AGAIN[:3]
    before = Message(BINARY, b"hello")
    lane = Lane(masked=True, max_payload=max_payload)
    assert joined(lane.receive(HELLO + last + after)) == [before, Raw(last + after)]
    assert list(lane.receive(HELLO)) == [Raw(HELLO)]
    lane = Lane(masked=True, max_payload=max_payload)
    assert bytewise(lane, HELLO + last + after) == [before, Raw(last + after)]


@pytest.mark.parametrize("last", ENDINGS.values(), ids=ENDINGS)
def test_the_end_alone_in_a_chunk_goes_through_too(last: bytes) -> None:
    lane = a_lane()
    assert list(lane.receive(last)) == [Raw(last)]
    assert list(lane.receive(HELLO)) == [Raw(HELLO)]


def test_a_client_does_not_take_masked_frames() -> None:
    lane = Lane(masked=False, max_payload=MAX_PAYLOAD)
    assert list(lane.receive(HELLO)) == [Raw(HELLO)]
    assert list(lane.receive(frame(BINARY, b"hello"))) == [Raw(frame(BINARY, b"hello"))]


def test_slow_messages_may_still_be_taken_after_the_end() -> None:
    lane = a_lane()
    lane.receive(OVERSIZED + ENDINGS["close"])
    lane.slow_message_taken()
    assert list(lane.receive(HELLO)) == [Raw(HELLO)]
