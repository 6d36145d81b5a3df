"""Hypothesis strategies for every message and every move, made from their types."""

from types import UnionType
from typing import Annotated, Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Meta, Raw, Struct, UnsetType
from msgspec.structs import fields

from watai.engine.catalogue import GAMES
from watai.engine.game import Move
from watai.protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Act

WHOLE: Final = st.integers(-(2**63), 2**63 - 1)
TEXT: Final = st.text(max_size=30)
ANYTHING: Final = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)

MOVES: Final = [(name, kind) for name, entry in GAMES.items() for kind in entry.game.move_types]


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type as messages and moves use them."""
    plain = {int: WHOLE, str: TEXT, bool: st.booleans(), type(None): st.none(), Any: ANYTHING}
    if kind in plain:
        return plain[kind]
    if isinstance(kind, NewType):
        return of_type(kind.__supertype__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        [bounds] = [each for each in inner if isinstance(each, Meta)]
        return st.integers(int(bounds.ge or 0), int(bounds.le or 0))
    if origin in (Union, UnionType):
        return st.one_of([of_type(each) for each in inner if each not in (Raw, UnsetType)])
    if origin is dict:
        return st.dictionaries(of_type(inner[0]), of_type(inner[1]), max_size=4)
    if origin is list:
        return st.lists(of_type(inner[0]), max_size=3)
    if origin is tuple:
        return st.lists(of_type(inner[0]), max_size=3).map(tuple)
    return struct(kind)


def struct(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Messages of one type. The args of an act are a matter of moves, and left out here."""
    shown = [each for each in fields(kind) if (kind, each.name) != (Act, "args")]
    return st.builds(kind, **{each.name: of_type(each.type) for each in shown})


def move(kind: type[Move]) -> st.SearchStrategy[Move]:
    return st.builds(kind, **{name: of_type(hint) for name, hint in get_type_hints(kind).items()})


client_messages: Final = st.one_of([struct(kind) for kind in CLIENT_MESSAGES])
server_messages: Final = st.one_of([struct(kind) for kind in SERVER_MESSAGES])
