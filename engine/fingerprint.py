"""The state of a game as canonical bytes: equal exactly when every field of two games is equal."""

from collections import deque
from collections.abc import Iterable, Mapping, Set
from enum import Enum
from fractions import Fraction
from hashlib import sha256


def dump(value: object) -> str:
    """One text for one value, whatever objects, sets and orders of insertion it is made of."""
    match value:
        case None | bool() | int() | float() | str() | bytes() | Fraction() | range() | type():
            return repr(value)
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case Mapping():
            return "{" + ",".join(sorted(f"{dump(key)}:{dump(item)}" for key, item in value.items())) + "}"
        case Set():
            return "{" + ",".join(sorted(dump(item) for item in value)) + "}"
        case list() | tuple() | deque():
            return "[" + ",".join(dump(item) for item in value) + "]"
    if callable(value):
        return f"{value.__module__}.{value.__qualname__}"
    fields = ",".join(f"{name}={dump(getattr(value, name))}" for name in sorted(_fields(value)))
    return f"{type(value).__name__}({fields})"


def fingerprint(value: object) -> str:
    """The SHA-256 of `dump`."""
    return sha256(dump(value).encode()).hexdigest()


def _fields(value: object) -> Iterable[str]:
    names = set(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names.update([slots] if isinstance(slots, str) else slots)
    return (name for name in names if hasattr(value, name))
