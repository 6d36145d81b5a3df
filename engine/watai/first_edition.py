"""Wataï as it was played before its second edition, for matches that began under it.

A round was blocked at once when nothing fitted, whoever might have shouted, and a race without moves had no end.
"""

from collections.abc import Sequence

from watai.engine.game import Event, Millis
from watai.engine.watai.race import Race
from watai.engine.watai.rules import Watai


class RaceFirstEdition(Race):
    """A race without WATAI-22, in which a block comes before a shout."""

    def ends_at(self) -> Millis | None:
        return None

    def _end_if_blocked(self, at: Millis) -> Sequence[Event]:
        if self.held & self.arena.wanted:
            return ()
        filled = self._fill_all(at)
        if self.held & self.arena.wanted:
            return [*filled, *self._shout_for_someone(at)]
        return [*filled, *self._end(None, at)]


class WataiFirstEdition(Watai):
    """A match recorded without an edition."""

    edition = 1
    race_type = RaceFirstEdition
