"""The words of the reference pages for types, and the docstrings of fields."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, Union, get_args, get_origin

from msgspec import Raw, UnsetType

from watai.protocol import messages

WORDS: Final[Mapping[Any, str]] = {
    str: "text",
    int: "integer",
    bool: "true or false",
    NoneType: "null",
    Any: "as the game has it",
    Raw: "map",
}
UNITS: Final = {"Millis": "ms"}  # a NewType not listed here goes by its own name
PART_NAMES: Final[Mapping[type, str]] = {
    messages.SeatState: "seat of a room",
    messages.RoomLine: "line of the list",
    messages.GameLine: "game",
    messages.SeatRange: "range of seats",
    messages.OptionLine: "option",
    messages.PromptLine: "prompt",
    messages.SceneLine: "scene",
    messages.MoveLine: "move",
    messages.Race: "race",
    messages.Beaten: "loser",
    messages.Happened: "event",
}


def word(kind: Any) -> str:
    """A type in the words of the page."""
    if isinstance(kind, NewType):
        name = str(kind.__name__)
        return UNITS.get(name, name.lower())
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(word(each) for each in inner if each is not UnsetType)
    if origin is Annotated:
        return word(inner[0])
    if origin in (tuple, list):
        return f"list of {word(inner[0])}"
    if origin is dict:
        return "map"
    return WORDS.get(kind) or called(kind)


def called(kind: type) -> str:
    """The page's name for one of our types: a plain word for a part of a message, the class name for a type of a game."""
    return PART_NAMES.get(kind) or f"`{kind.__name__}`"


def note(kind: type, field: str) -> str:
    """The docstring of a field: the text literal below it in the source of its class or of one it inherits from."""
    return next((notes[field] for each in kind.__mro__ if field in (notes := _notes(each))), "")


@cache
def _notes(kind: type) -> Mapping[str, str]:
    if not kind.__module__.startswith(("watai.engine.", "watai.protocol.")):
        return {}
    tree = _tree(inspect.getsourcefile(kind) or "")
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    body = next(node.body for node in found if node.name == kind.__name__)
    return {
        field.target.id: note.value.value.replace("\n", " ")
        for field, note in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
        and isinstance(note.value.value, str)
    }


def illegal_moves(package: Path) -> list[str]:
    """Every sentence for which the rules in a package refuse a move, each once."""
    found = {
        str(node.args[1].value): None
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(_tree(str(path)))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "IllegalMove"
        and isinstance(node.args[1], ast.Constant)
    }
    return list(found)


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"))
