"""The types that a game shows the world: its moves, events and view, and what these are made of."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from watai.engine.catalogue import GAMES
from watai.engine.game import Game, Millis, Seat
from watai.engine.watai.cards import Card

KINDS: Final[Mapping[Any, str]] = {
    Seat: "seat",
    Millis: "ms",
    Card: "card",
    int: "number",
    str: "text",
    bool: "bool",
}


def view_type(rules: type[Game]) -> type:
    """The type of a game's views."""
    kind: type = get_type_hints(rules.view)["return"]
    return kind


def parts(kinds: Iterable[Any]) -> Iterator[type]:
    """The dataclasses inside these, each once, in the order of their first use."""
    met = list(kinds)
    known = set(met)
    for kind in met:
        for each in _inside(tuple(get_type_hints(kind).values())):
            if each not in known:
                known.add(each)
                met.append(each)
                yield each


def _inside(kinds: Iterable[Any]) -> Iterator[Any]:
    for kind in kinds:
        if is_dataclass(kind):
            yield kind
        yield from _inside(get_args(kind))


def kinds() -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """What every field of every game is: a seat, a card, a time, which a client says in other words than a number or text."""
    return {name: _kinds(entry.game) for name, entry in GAMES.items()}


def _kinds(rules: type[Game]) -> dict[str, dict[str, dict[str, str]]]:
    view = view_type(rules)
    return {
        "events": {each.__name__: _fields(each) for each in rules.event_types},
        "moves": {each.__name__: _fields(each) for each in rules.move_types},
        "views": {
            each.__name__: _fields(each) for each in (view, *parts((*rules.event_types, view)))
        },
    }


def _fields(kind: type) -> dict[str, str]:
    return {name: kind_of(hint) for name, hint in get_type_hints(kind).items()}


def kind_of(hint: Any) -> str:
    """A type in a word: `seat`, `[card?]` for a list of cards some of which may be null, or the name of a struct."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (only,) = (each for each in inner if each is not NoneType)
        return f"{kind_of(only)}?"
    if origin is tuple:
        return f"[{kind_of(inner[0])}]"
    if hint not in KINDS and isinstance(hint, NewType):
        return kind_of(hint.__supertype__)
    return KINDS.get(hint) or str(hint.__name__)
