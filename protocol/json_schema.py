"""The JSON Schema of every message both ways, with the moves, events and views of every game inside."""

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from inspect import cleandoc
from operator import or_
from typing import Any, Final

import msgspec

from watai.engine.catalogue import GAMES
from watai.engine.game import Game
from watai.protocol.game_types import view_type
from watai.protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES

Schema = dict[str, Any]
SECRET: Final[Schema] = {"properties": {"event": {"enum": [""]}, "data": {"type": "null"}}}
"""What is told of an event that one may not know."""


@cache
def schema() -> Schema:
    """The schema of one message; those of a client, and those of the server, are definitions of their own."""
    both: tuple[Any, Any] = reduce(or_, CLIENT_MESSAGES), reduce(or_, SERVER_MESSAGES)
    (client, server), parts = msgspec.json.schema_components(both)
    games = {name: _game(name, entry.game) for name, entry in GAMES.items()}
    for game in games.values():
        parts |= game
    refer = {kind: _any(games, kind) for kind in ("move", "event", "view")}
    parts["Act"] |= refer["move"]
    parts["MoveLine"] |= refer["move"]
    parts["Happened"] |= {"anyOf": [*refer["event"]["anyOf"], SECRET]}
    for shown in ("ViewNow", "SceneLine"):
        parts[shown]["properties"]["view"] |= refer["view"]
    for part in parts.values():
        if "description" in part:
            part["description"] = cleandoc(part["description"])  # Python 3.13 does this itself
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wataï Arena protocol, version 1",
        "anyOf": [_ref("client"), _ref("server")],
        "$defs": {"client": client, "server": server, **parts},
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _any(games: Iterable[str], kind: str) -> Schema:
    return {"anyOf": [_ref(f"{game}.{kind}") for game in games]}


def _game(name: str, rules: type[Game]) -> Mapping[str, Schema]:
    """The types of one game, each under the game's name; and which move or event has which fields."""
    view = view_type(rules)
    types = (*rules.move_types, *rules.event_types, view)
    _, parts = msgspec.json.schema_components(types, ref_template=f"#/$defs/{name}.{{name}}")
    return {
        **{f"{name}.{part}": found for part, found in parts.items()},
        f"{name}.move": {
            "anyOf": [_named("move", "args", name, each.__name__) for each in rules.move_types]
        },
        f"{name}.event": {
            "anyOf": [_named("event", "data", name, each.__name__) for each in rules.event_types]
        },
        f"{name}.view": _ref(f"{name}.{view.__name__}"),
    }


def _named(field: str, content: str, game: str, name: str) -> Schema:
    """A message of whose fields one names a type, and another has its content."""
    return {"properties": {field: {"enum": [name]}, content: _ref(f"{game}.{name}")}}
