"""Whole tables as frames: encoded once for all who see the same, however many ask."""

from collections.abc import Callable
from typing import Final

from watai.engine.game import Millis, Seat
from watai.protocol.codec import Codec
from watai.server.match.match import Match
from watai.server.match.views import view_now

SPECTATORS_AGE: Final = 50
"""Up to so many ms of the game clock old is a view that spectators share: nothing but that clock has moved since."""


class ViewFrames:
    """The newest views of one match, by encoding and eyes.

    A game is a function of its inputs, so a view stays the same until there is another input. Only the clock goes on:
    players get a view of this very millisecond, because they have to know how much time is left.
    """

    def __init__(self, match: Match, inputs: Callable[[], int]) -> None:
        self._match = match
        self._inputs = inputs
        self._state: object = None
        self._frames: dict[tuple[Codec, Seat | None], tuple[Millis, bytes]] = {}

    def frame(
        self, codec: Codec, seat: Seat | None, at: Millis, contested: tuple[str, ...]
    ) -> bytes:
        """The table as this seat sees it."""
        state = self._match.seq, self._inputs(), contested
        if state != self._state:
            self._state = state
            self._frames.clear()
        made = self._frames.get((codec, seat))
        if made is None or not 0 <= at - made[0] <= (SPECTATORS_AGE if seat is None else 0):
            made = at, codec.frame(view_now(self._match, seat, at, contested))
            self._frames[codec, seat] = made
        return made[1]
