"""Where a page of this server may connect to, and where the pages come from that may connect here: the server's own host and, in a cluster, its nodes.

An address is what a node advertises, such as `wss://a.example.org`; a source is what a browser makes of it.
"""

import re
from collections.abc import Iterable
from typing import Final

_SOURCE: Final = re.compile(r"(wss?)://([a-z0-9.-]+)(?::(\d{1,5}))?(?:/.*)?")
"""What a policy can name: a browser ignores the number of an IPv6 host, and nothing else may get into the header."""
_USUAL_PORT: Final = {"ws": "80", "wss": "443"}


def sources(addresses: Iterable[str]) -> list[str]:
    """These addresses as browsers write them in an origin: scheme, host, and the port unless it is the usual one."""
    found = (_SOURCE.fullmatch(each.lower()) for each in addresses)
    return sorted({_source(*match.groups()) for match in found if match is not None})


def _source(scheme: str, host: str, port: str | None) -> str:
    place = f"{scheme}://{host}"
    return place if port in (None, _USUAL_PORT[scheme]) else f"{place}:{port}"


def origins(addresses: Iterable[str]) -> set[str]:
    """The sites whose pages these addresses hand out."""
    return {f"http{each.removeprefix('ws')}" for each in sources(addresses)}


def policy(addresses: Iterable[str] = ()) -> bytes:
    """What a page may load and where it may connect to: this host, WebSockets included, and the nodes at these addresses."""
    lines = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        " ".join(["connect-src 'self'", *sources(addresses)]),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return "; ".join(lines).encode()
