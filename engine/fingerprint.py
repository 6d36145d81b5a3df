"""The state of a game as canonical bytes: equal exactly when every field of two games is equal."""

from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any


def dump(value: object) -> str:
    """One text for one value, whatever objects, sets and orders of insertion it is made of."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, int | str | bytes | float):
        return repr(value)
    if isinstance(value, Mapping):
        return (
            "{" + ",".join(sorted(f"{dump(key)}:{dump(item)}" for key, item in value.items())) + "}"
        )
    if isinstance(value, Set):
        return "{" + ",".join(sorted(map(dump, value))) + "}"
    if isinstance(value, Sequence):  # a deque is one too
        return "[" + ",".join(map(dump, value)) + "]"
    if callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', '?')}"
    fields = [f"{name}={dump(getattr(value, name))}" for name in _fields(value)]
    return f"{type(value).__name__}({','.join(fields)})"


def fingerprint(value: object) -> str:
    """The SHA-256 of `dump`."""
    return sha256(dump(value).encode()).hexdigest()


def _fields(value: object) -> Iterable[str]:
    kind: Any = type(value)  # mypy does not take a class for hashable
    if hasattr(value, "__dict__"):
        return sorted({*_slots(kind), *vars(value)})
    return _slots(kind)


@cache
def _slots(kind: type) -> tuple[str, ...]:
    names: set[str] = set()
    for each in kind.__mro__:
        slots = each.__dict__.get("__slots__", ())
        names.update([slots] if isinstance(slots, str) else slots)
    return tuple(sorted(names))
