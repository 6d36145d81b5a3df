"""The JSON Schema of the messages takes what is really said, and refuses what the codec refuses."""

from typing import Any

import pytest
from hypothesis import given, settings

from protocol.codec import schema
from tests.support.protocol.message_strategies import ANYTHING
from tests.support.server.whole_game import SETTINGS, whole_game


def valid(rule: Any, said: Any) -> bool:
    """Whether JSON Schema takes this, by the keywords that our schema uses and no others."""
    rule = dict(rule)
    for silent in ("title", "description", "default", "discriminator"):
        rule.pop(silent, None)
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return all(_holds(key, rule, said, types) for key in rule)


def _holds(key: str, rule: Any, said: Any, types: Any) -> bool:
    match key:
        case "$ref":
            return valid(schema()["$defs"][rule[key].rpartition("/")[2]], said)
        case "anyOf":
            return any(valid(each, said) for each in rule[key])
        case "enum":
            return bool(said in rule[key])
        case "minimum":
            return bool(said >= rule[key])
        case "maximum":
            return bool(said <= rule[key])
        case "type" if rule[key] == "integer":
            return isinstance(said, int) and not isinstance(said, bool)
        case "type":
            return bool(isinstance(said, types[rule[key]]))
        case "required":
            return bool(set(rule[key]) <= said.keys())
        case "properties":
            return all(valid(each, said[k]) for k, each in rule[key].items() if k in said)
        case "additionalProperties":
            more = {k: v for k, v in said.items() if k not in rule.get("properties", {})}
            return (
                not more if rule[key] is False else all(valid(rule[key], v) for v in more.values())
            )
        case "items":
            return all(valid(rule[key], each) for each in said)
    raise AssertionError(f"the schema uses {key}, which this test does not know")


@pytest.mark.parametrize("game", list(SETTINGS))
def test_the_schema_takes_everything_that_is_said_in_a_whole_game(game: str) -> None:
    both = schema()["properties"]
    for seen in whole_game(game).seen:
        for peer in seen.peers:
            assert [said for said in peer.told() if not valid(both["server"], said)] == []
            assert [said for said in peer.sent if not valid(both["client"], said)] == []


@settings(derandomize=True, deadline=None, max_examples=100)
@given(said=ANYTHING)
def test_the_schema_refuses_what_the_codec_refuses(said: Any) -> None:
    client = schema()["properties"]["client"]
    assert not valid(client, said)
    assert not valid(client, {"type": "ping", "n": 1, "m": said})
    assert not valid(client, {"type": "ping", "n": [said]})
