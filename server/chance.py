"""Where the server's randomness comes from: the system, or a seed while a simulation runs."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

_source: Callable[[int], bytes] = secrets.token_bytes


def token_bytes(size: int) -> bytes:
    """So many random bytes."""
    return _source(size)


def token_hex(size: int) -> str:
    """So many random bytes, in hexadecimal."""
    return _source(size).hex()


def token_urlsafe(size: int) -> str:
    """So many random bytes, in letters and digits that need no quoting in a URL."""
    return urlsafe_b64encode(_source(size)).rstrip(b"=").decode()


def choice(items: Sequence[T]) -> T:
    """One of the items, each equally likely: 64 bits make the difference immeasurable."""
    return items[int.from_bytes(_source(8), "little") % len(items)]


@contextmanager
def simulated(source: Callable[[int], bytes]) -> Iterator[None]:
    """Take the random bytes from here instead of the system, for as long as the context lasts."""
    global _source
    system = _source
    _source = source
    try:
        yield
    finally:
        _source = system
