"""How far away the players of a room are, and what of it everybody there has been told."""

from collections.abc import Sequence
from typing import Final

from watai.protocol import messages
from watai.server.match.broadcast import Broadcast

LEAST_MS: Final = 5
LEAST_PERCENT: Final = 20
"""A change is noticeable from so many ms and so much of the distance told before: less would only flicker."""


class ToldDistances:
    """The distances of the players in one room, as they were told last."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._told: Sequence[int | None] = ()

    def forget_told(self) -> None:
        """Somebody has come who knows no distance yet: everybody is told again."""
        self._told = ()

    def tell(self) -> bool:
        """Queue the distances for everybody if they have changed noticeably, and say whether they have."""
        now = [None if each is None else each.meter.distance for each in self._broadcast.players]
        told = self._told or [None] * len(now)
        if not any(_noticeable(before, after) for before, after in zip(told, now, strict=True)):
            return False
        self._told = now
        self._broadcast.tell_all(messages.Distances(now))
        return True


def _noticeable(before: int | None, after: int | None) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) >= max(LEAST_MS, before * LEAST_PERCENT // 100)
