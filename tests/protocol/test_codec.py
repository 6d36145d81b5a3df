"""Bytes from anybody: a message, or BadMessage; a move, or Denied. Never anything else."""

from typing import Any

import msgpack  # type: ignore[import-untyped]  # it has no stubs
import msgspec
import orjson
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.protocol.message_strategies import ANYTHING, MOVES, client_messages, move, struct
from watai.engine.catalogue import GAMES
from watai.engine.game import Move
from watai.protocol.codec import CODECS, JSON, MSGPACK, Codec
from watai.protocol.errors import BadMessage, Denied, UnknownMessage
from watai.protocol.frames import Opcode
from watai.protocol.messages import (
    CLIENT_MESSAGES,
    Act,
    ClientMessage,
    Goodbye,
    Ping,
    ServerMessage,
)

pytestmark = pytest.mark.slow

every_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
every_move = pytest.mark.parametrize(
    ("game", "kind"), MOVES, ids=[f"{game}-{kind.__name__}" for game, kind in MOVES]
)
steady = settings(derandomize=True, deadline=None, max_examples=300)
brief = settings(derandomize=True, deadline=None, max_examples=40)  # where samples are dear
DEEP = 100_000


def packed(codec: Codec, said: Any) -> bytes:
    return bytes(msgpack.packb(said)) if codec is MSGPACK else orjson.dumps(said)


def read_both(codec: Codec, data: bytes) -> None:
    for read, kind in ((codec.read_client, ClientMessage), (codec.read_server, ServerMessage)):
        try:
            said: Any = read(data)
        except BadMessage as bad:
            said = bad
        assert isinstance(said, kind) or 0 < len(said.why) <= 200


# garbage


@every_codec
@steady
@given(data=st.binary(max_size=200))
@example(data=b"")
@example(data=b"null")
@example(data=b"\xc1")
@example(data=b'{"type":"chat","n":1,"text":"\\ud800"}')
@example(data=b'{"type":"ping","n":1e400}')
@example(data=b'{"type":"ping","n":' + b"9" * 5_000 + b"}")
@example(data=b"\x82\xa4type\xa4chat\xa1n\x01\xa4text\xa1\xff")
@example(data=b"\xdf\xff\xff\xff\xff")
@example(data=b"\x82\xa4type\xa4ping\xa1n\xd6\xff\x00\x00\x00\x00")
def test_garbage_is_a_bad_message_and_nothing_worse(codec: Codec, data: bytes) -> None:
    read_both(codec, data)


@every_codec
@brief
@given(said=client_messages, where=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_message_with_a_wrong_byte_does_no_harm(
    codec: Codec, said: Any, where: int, byte: int
) -> None:
    data = bytearray(codec.encode(said))
    data[where % len(data)] = byte
    read_both(codec, bytes(data))
    read_both(codec, bytes(data[: where % len(data)]))


@every_codec
@brief
@given(said=ANYTHING)
def test_a_value_that_is_no_message_is_refused(codec: Codec, said: Any) -> None:
    with pytest.raises(BadMessage):
        codec.read_client(packed(codec, said))


@every_codec
@pytest.mark.parametrize("field", ["args", "options", "n"])
def test_nesting_without_end_is_refused(codec: Codec, field: str) -> None:
    start, end = (b"\x91" * DEEP, b"\x01") if codec is MSGPACK else (b"[" * DEEP, b"]" * DEEP)
    data = packed(codec, {"type": "act", "n": 1, "move": "Turn", field: 77})
    value = b"\x4d" if codec is MSGPACK else b"77"
    with pytest.raises(BadMessage):
        codec.read_client(data.replace(value, start + end))


@every_codec
@pytest.mark.parametrize("kind", CLIENT_MESSAGES)
@settings(derandomize=True, deadline=None, max_examples=5)
@given(data=st.data())
def test_a_field_that_is_missing_or_of_the_wrong_type_is_refused(
    codec: Codec, kind: type[ClientMessage], data: st.DataObject
) -> None:
    plain = msgspec.to_builtins(data.draw(struct(kind)))
    required = [each.name for each in msgspec.structs.fields(kind) if each.required]
    for field in required:
        for wrong in (None, [1], {"a": 1}, 1.5):
            with pytest.raises(BadMessage):
                codec.read_client(packed(codec, {**plain, field: wrong}))
        without = {name: value for name, value in plain.items() if name != field}
        with pytest.raises(BadMessage):
            codec.read_client(packed(codec, without))


@every_codec
def test_the_other_encoding_is_garbage(codec: Codec) -> None:
    other = JSON if codec is MSGPACK else MSGPACK
    with pytest.raises(BadMessage):
        codec.read_client(other.encode(Ping(1)))


# moves


@every_codec
@every_move
@settings(derandomize=True, deadline=None, max_examples=5)
@given(data=st.data())
def test_no_field_of_a_move_may_be_null_or_missing(
    codec: Codec, game: str, kind: type[Move], data: st.DataObject
) -> None:
    """A null card, above all: it would be one that is nobody's."""
    sample: dict[str, Any] = msgspec.to_builtins(data.draw(move(kind)))
    for field in sample:
        without = {name: value for name, value in sample.items() if name != field}
        for args in ({**sample, field: None}, without):
            with pytest.raises(Denied) as denied:
                codec.read_move(game, Act(1, kind.__name__, msgspec.Raw(packed(codec, args))))
            assert denied.value.code == "move/unknown"


@every_codec
@pytest.mark.parametrize("game", list(GAMES))
@brief
@given(name=st.sampled_from(["Place", "Claim", "Choose", "Lay", "Play", "Turn", ""]), args=ANYTHING)
def test_a_move_that_is_none_is_denied(codec: Codec, game: str, name: str, args: Any) -> None:
    try:
        made: Any = codec.read_move(game, Act(1, name, msgspec.Raw(packed(codec, args))))
    except Denied as denied:
        made = denied
    assert type(made) in GAMES[game].game.move_types or made.code == "move/unknown"


# frames


@every_codec
def test_a_frame_is_a_header_and_the_message(codec: Codec) -> None:
    said = Goodbye(1001, "until tomorrow", True)
    framed = codec.frame(said)
    assert framed[0] == 0x80 | (Opcode.BINARY if codec is MSGPACK else Opcode.TEXT)
    assert framed[1] == len(framed) - 2
    assert codec.read_server(framed[2:]) == said


@every_codec
def test_a_message_of_a_newer_server_is_told_apart_from_garbage(codec: Codec) -> None:
    with pytest.raises(UnknownMessage):
        codec.read_server(packed(codec, {"type": "weather", "wind": "north"}))
    for bad in ({"type": "done"}, {"wind": "north"}, {"type": 7}, [1]):
        with pytest.raises(BadMessage) as refused:
            codec.read_server(packed(codec, bad))
        assert not isinstance(refused.value, UnknownMessage)
