"""Every message in both encodings, there and back, and by other people's encoders and decoders."""

from typing import Any

import msgpack  # type: ignore[import-untyped]  # it has no stubs
import msgspec
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.protocol.message_strategies import (
    ANYTHING,
    MOVES,
    client_messages,
    move,
    of_type,
    server_messages,
)
from watai.engine.game import Move
from watai.protocol.codec import CODECS, JSON, MSGPACK, Codec
from watai.protocol.errors import BadMessage
from watai.protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Act, Done, Number, Ping

every_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
steady = settings(derandomize=True, deadline=None, max_examples=100)


def others_read(codec: Codec, data: bytes) -> Any:
    """What an independent decoder makes of it."""
    return msgpack.unpackb(data) if codec is MSGPACK else orjson.loads(data)


def others_write(codec: Codec, said: Any) -> bytes:
    """The same by an independent encoder."""
    return bytes(msgpack.packb(said)) if codec is MSGPACK else orjson.dumps(said)


@every_codec
@steady
@given(said=client_messages)
def test_what_a_client_says_arrives(codec: Codec, said: Any) -> None:
    assert codec.read_client(codec.encode(said)) == said
    plain = others_read(codec, codec.encode(said))
    assert plain == msgspec.to_builtins(said)
    assert codec.read_client(others_write(codec, plain)) == said


@every_codec
@steady
@given(said=server_messages)
def test_what_the_server_says_arrives(codec: Codec, said: Any) -> None:
    assert codec.read_server(codec.encode(said)) == said
    plain = others_read(codec, codec.encode(said))
    assert plain == msgspec.to_builtins(said)
    assert codec.read_server(others_write(codec, plain)) == said


@every_codec
@pytest.mark.parametrize(("game", "kind"), MOVES, ids=[f"{g}-{k.__name__}" for g, k in MOVES])
@settings(derandomize=True, deadline=None, max_examples=5)
@given(data=st.data())
def test_every_move_arrives(codec: Codec, game: str, kind: type[Move], data: st.DataObject) -> None:
    wanted = data.draw(move(kind))
    number = data.draw(of_type(Number))
    said = codec.read_client(codec.encode(codec.act(number, wanted)))
    assert isinstance(said, Act)
    assert codec.read_move(game, said) == wanted
    plain = others_read(codec, codec.encode(said))
    assert plain == {
        **{"type": "act", "n": number, "move": kind.__name__, "seen": None, "el": None},
        "args": others_read(codec, codec.encode(wanted)),
    }
    theirs = codec.read_client(others_write(codec, plain))
    assert isinstance(theirs, Act)
    assert codec.read_move(game, theirs) == wanted


def test_types_have_names_of_their_own() -> None:
    for messages in (CLIENT_MESSAGES, SERVER_MESSAGES):
        tags = [kind.__struct_config__.tag for kind in messages]
        assert len(set(tags)) == len(tags)


@every_codec
@steady
@given(field=st.text(min_size=1), value=ANYTHING)
def test_a_client_may_say_nothing_unknown_and_the_server_may(
    codec: Codec, field: str, value: Any
) -> None:
    """So that a client's slip is found at once, and the server can grow."""
    if field not in ("type", "n", "seq", "code"):
        with pytest.raises(BadMessage):
            codec.read_client(others_write(codec, {"type": "ping", "n": 1, field: value}))
        done = codec.read_server(others_write(codec, {"type": "done", "n": 1, field: value}))
        assert done == Done(1)


@every_codec
@pytest.mark.parametrize("number", [-1, 2**53, 2**63, 2**64 - 1])
def test_a_number_beyond_what_everything_can_hold_is_no_number(codec: Codec, number: int) -> None:
    with pytest.raises(BadMessage):
        codec.read_client(codec.encode(Ping(number)))
    assert codec.read_client(codec.encode(Ping(2**53 - 1))) == Ping(2**53 - 1)


@pytest.mark.parametrize("number", [10**30, 10**4000])
def test_nor_is_one_that_only_json_can_write(number: int) -> None:
    with pytest.raises(BadMessage):
        JSON.read_client(b'{"type":"ping","n":%d}' % number)
