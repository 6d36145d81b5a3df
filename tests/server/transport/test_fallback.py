"""What wsproto makes of the frames that the lane passes on."""

import pytest

from watai.protocol.errors import BadMessage, ProtocolError, TooLong
from watai.protocol.frames import Message, Opcode, frame, masked_frame
from watai.server.transport.closing import Ending
from watai.server.transport.fallback import Fallback

KEY = b"\x01\x02\x03\x04"


def fragments(*parts: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    """One message in several frames."""
    frames = [masked_frame(opcode, part, KEY)[1:] for part in parts]
    heads = [bytes([opcode])] + [b"\x00"] * (len(parts) - 2) + [b"\x80"]
    return b"".join(head + rest for head, rest in zip(heads, frames, strict=True))


def received(fallback: Fallback, data: bytes) -> list[Message | bytes]:
    """What comes of these bytes, given one by one."""
    return [piece for byte in data for piece in fallback.receive(bytes([byte]))]


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
def test_fragments_are_one_message(opcode: Opcode) -> None:
    fallback = Fallback(100)
    text = "Wataï".encode()
    for _ in range(2):
        data = fragments(text[:5], b"", text[5:], opcode=opcode)  # cut inside of a character
        assert received(fallback, data) == [Message(opcode, text)]


def test_a_ping_is_answered_in_the_middle_of_a_message() -> None:
    first, last = fragments(b"one ", b"two")[:10], fragments(b"one ", b"two")[10:]
    data = first + masked_frame(Opcode.PING, b"here?", KEY) + last
    assert received(Fallback(100), data) == [
        frame(Opcode.PONG, b"here?"),
        Message(Opcode.TEXT, b"one two"),
    ]


def test_a_close_is_answered_with_its_own_code() -> None:
    fallback = Fallback(100)
    with pytest.raises(Ending):
        received(fallback, masked_frame(Opcode.CLOSE, b"\x03\xe8bye", KEY))
    assert fallback.close_frame == frame(Opcode.CLOSE, b"\x03\xe8bye")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x80" + masked_frame(Opcode.TEXT, b"{}", KEY)[1:], ProtocolError),
        (masked_frame(Opcode.TEXT, b"\xff", KEY), BadMessage),
    ],
)
def test_what_is_malformed_has_no_close_frame_of_its_own(
    data: bytes, kind: type[ProtocolError]
) -> None:
    fallback = Fallback(100)
    with pytest.raises(kind) as raised:
        received(fallback, data)
    assert type(raised.value) is kind
    assert fallback.close_frame == b""


@pytest.mark.parametrize("data", [masked_frame(Opcode.TEXT, "é".encode() * 51, KEY),
                                  fragments(b"x" * 60, b"x" * 41)])  # fmt: skip
def test_a_message_is_too_long_by_its_bytes(data: bytes) -> None:
    fallback = Fallback(100)
    with pytest.raises(TooLong):
        received(fallback, data)
    assert fallback.close_frame.startswith(b"\x88")
    assert (1009).to_bytes(2, "big") in fallback.close_frame
