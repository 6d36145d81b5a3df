"""Frames are found whatever their length, and a turn made from a template is a turn."""

import pytest

from watai.engine.watai.moves import Turn
from watai.loadtest.net.raw_client import TURN_BYTES, turn_frame
from watai.loadtest.net.raw_websocket import frame_at
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Lane, Message, Opcode, frame
from watai.protocol.messages import Act


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300, 65_535, 65_536])
def test_a_frame_is_found_when_all_of_it_is_there(size: int) -> None:
    whole = b"before" + frame(Opcode.BINARY, bytes(size))
    bounds = frame_at(whole + b"after", 6)
    assert bounds is not None
    assert whole[bounds[0] : bounds[1]] == bytes(size)
    for cut in {6, 7, 8, 9, 10, len(whole) - 1}:
        assert frame_at(whole[: min(cut, len(whole) - 1)], 6) is None


@pytest.mark.parametrize("number", [1, 127, 128, 70_000, 2**32 - 1])
def test_a_turn_from_its_template_is_what_the_server_reads(number: int) -> None:
    beginning, key = turn_frame(b"\x11\x22\x33\x44")
    data = beginning + (number ^ key).to_bytes(4, "big")
    assert len(data) == TURN_BYTES
    (piece,) = Lane(masked=True, max_payload=4096).receive(data)
    assert isinstance(piece, Message)
    act = MSGPACK.read_client(piece.payload)
    assert isinstance(act, Act)
    assert act.n == number
    assert MSGPACK.read_move("watai", act) == Turn()
