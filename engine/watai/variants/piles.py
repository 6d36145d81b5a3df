"""Variants that change how piles are built: V5, V8, V9, V12."""

from watai.engine.game import Seat
from watai.engine.watai.cards import Back, Card, extra_stop
from watai.engine.watai.ladder import (
    Ladder,
    downward,
    upward,
    with_extra_stop,
    with_suit_changes,
    without_suits,
)
from watai.engine.watai.variants.plain import Plain


class ExtraStops(Plain):
    """WATAI-V5: everybody shuffles an Extra Stop in; it closes any open pile at any moment."""

    number = 5

    def extra_stops(self, seat: Seat, backs: tuple[Back, ...]) -> tuple[Card, ...]:
        return (extra_stop(backs[0]),)

    def ladder(self, last: int) -> Ladder:
        return with_extra_stop(upward(last))


class SuitChanges(Plain):
    """WATAI-V8: the same number in another suit changes the suit of a pile."""

    number = 8

    def ladder(self, last: int) -> Ladder:
        return with_suit_changes(upward(last))


class Backwards(Plain):
    """WATAI-V9: piles run from Stop down to Start."""

    number = 9

    def ladder(self, last: int) -> Ladder:
        return downward(last)


class NoSuits(Plain):
    """WATAI-V12: suits do not count."""

    number = 12

    def ladder(self, last: int) -> Ladder:
        return without_suits(upward(last))
