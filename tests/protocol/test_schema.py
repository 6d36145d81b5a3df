"""The JSON Schema of the messages takes what is really said, and refuses what the codec refuses."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from tests.support.protocol.message_strategies import ANYTHING
from tests.support.protocol.schema_check import SIDES, WHOLE
from tests.support.server.whole_game import SETTINGS, whole_game
from watai.engine.catalogue import GAMES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", list(SETTINGS))
def test_the_schema_takes_everything_that_is_said_in_a_whole_game(game: str) -> None:
    kinds = set[str]()
    for side, schema in SIDES.items():
        peers = [peer for seen in whole_game(game).seen for peer in seen.peers]
        said = [each for peer in peers for each in (peer.told() if side == "server" else peer.sent)]
        different = [json.loads(each) for each in {json.dumps(each) for each in said}]
        assert [each for each in different if not schema.is_valid(each)] == []
        kinds |= {f"{side} {each['type']}" for each in different}
    update = "server moves" if GAMES[game].game.races else "server view"
    assert {update, "server catalogue", "server refused", "server record", "client act"} <= kinds


@pytest.mark.parametrize(
    "said",
    [
        *(42, None, [], {}, {"type": "ping"}, {"type": "ping", "n": 1.5}, {"type": "none", "n": 1}),
        {"type": "act", "n": 1, "move": "Dance"},
        {"type": "act", "n": 1, "move": "Place", "args": {"symbol": 7}},
        {"type": "act", "n": 1, "move": "Claim", "args": {}, "seen": 3, "el": 0.5},
        {"type": "event", "seq": 1, "t": 1, "event": "Placed", "data": {"seat": "Ada"}},
        {"type": "event", "seq": 1, "t": 1, "event": "Danced", "data": None},
    ],
)
def test_the_schema_as_a_whole_refuses_what_is_no_message(said: Any) -> None:
    assert not WHOLE.is_valid(said)


def test_the_schema_as_a_whole_takes_messages() -> None:
    assert WHOLE.is_valid({"type": "ping", "n": 1})
    assert WHOLE.is_valid({"type": "act", "n": 1, "move": "Claim", "seen": 3, "el": 5})
    assert WHOLE.is_valid({"type": "event", "seq": 1, "t": 1, "event": "", "data": None})


@settings(derandomize=True, deadline=None, max_examples=100)
@given(said=ANYTHING)
def test_the_schema_refuses_what_the_codec_refuses(said: Any) -> None:
    client = SIDES["client"]
    assert not client.is_valid(said)
    assert not client.is_valid({"type": "ping", "n": 1, "m": said})
    assert not client.is_valid({"type": "ping", "n": [said]})
