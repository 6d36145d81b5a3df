"""Addresses that an operator sets and that others are told: they must be ones that a client can use."""

import re
from typing import Final

_ADDRESS: Final = re.compile(
    r"(?P<scheme>[a-z]+)://"
    r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"  # a name, an IPv4 number, or an IPv6 number
    r"(?::(?P<port>\d{1,5}))?"
    r"(?:/[!\"$-~]*)?"  # no white space, line end or fragment: an address goes into headers and messages
)
_MOST: Final = 65_535


def is_address(text: str, *schemes: str) -> bool:
    """Whether a text is an address of one of these kinds: a host, perhaps a port and a path, and nobody's password."""
    found = _ADDRESS.fullmatch(text)
    return found is not None and found["scheme"] in schemes and _is_port(found["port"])


def _is_port(digits: str | None) -> bool:
    return digits is None or 1 <= int(digits) <= _MOST
