"""Where the service can be reached: at one address now, at others if that one is gone or sends the client there.

The twin of clients/web/link/addresses.js.
"""

from collections.abc import Iterable
from typing import Final

from watai.clients.conversation.lost import MOVED_BADLY, Lost

MOST: Final = 16
MOST_MOVES: Final = 5
"""Redirects in a row without a welcome."""


class Addresses:
    """The address in use, and those to try when nobody answers there."""

    def __init__(self, home: str) -> None:
        self.here = home
        self.others: list[str] = []
        self._moves = 0

    @property
    def several(self) -> bool:
        return bool(self.others)

    def know(self, urls: Iterable[str]) -> None:
        """The server names the other nodes."""
        self.others = [url for url in urls if self._safe(url) and not _same(url, self.here)]
        del self.others[MOST:]

    def arrived(self) -> None:
        """The server here has said welcome."""
        self._moves = 0

    def follow(self, url: str) -> None:
        """Go where the server sends the client; raises Lost if it must not. If nobody answers there, the sender may know more by then."""
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise Lost("one server sends us to the next, and none lets us in", MOVED_BADLY)
        if not self._safe(url):
            raise Lost("the server sends us to an address that is not safe", MOVED_BADLY)
        others = (each for each in self.others if not (_same(each, url) or _same(each, self.here)))
        self.others = [self.here, *others][:MOST]
        self.here = url

    def next(self) -> None:
        """Nobody answers here: try the next address, and this one again after all of them."""
        self.others.append(self.here)
        self.here = self.others.pop(0)

    def _safe(self, url: str) -> bool:
        """A client that came over TLS stays on TLS."""
        return url.startswith("wss://" if self.here.startswith("wss://") else ("ws://", "wss://"))


def _same(one: str, other: str) -> bool:
    """Whether two addresses lead to the same node."""
    return one.rstrip("/") == other.rstrip("/")
