"""The bytes that wait for all peers together. When they are too many, the peer for whom most wait is cut off."""

from collections.abc import Callable
from typing import Protocol


class Outbox(Protocol):
    """The outbox of one channel."""

    waiting: int
    on_overflow: Callable[[], None]


class Outboxes:
    """The outboxes in which bytes wait, and the sum of those."""

    def __init__(self, limit: float = float("inf")) -> None:
        self.total = 0
        self._limit = limit
        self._waiting: dict[Outbox, None] = {}

    def update(self, outbox: Outbox, waiting: int) -> None:
        """So many bytes wait in this one now. May cut off any of them, which empties it."""
        self.total += waiting - outbox.waiting
        outbox.waiting = waiting
        if not waiting:
            self._waiting.pop(outbox, None)
            return
        self._waiting[outbox] = None
        while self.total > self._limit:
            max(self._waiting, key=lambda each: each.waiting).on_overflow()
