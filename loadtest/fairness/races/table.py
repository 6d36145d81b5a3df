"""The oracle's table in the variant without suits, with what is needed to bring a race about."""

from typing import Final

from watai.engine.watai.cards import FIRST_NUMBER
from watai.loadtest.fairness.races.known_stock import STOPS, KnownSide, rank
from watai.loadtest.oracle.side import Data
from watai.loadtest.oracle.table import WITHOUT_SUITS, OracleTable

RANKS: Final = range(FIRST_NUMBER + 1, STOPS + 1)
"""What can be raced for: a player lays the card below it on a pile that is there."""


class RaceTable(OracleTable[KnownSide]):
    """Every side and every pile of a room that races."""

    def __init__(self, view: Data) -> None:
        super().__init__(view, KnownSide, WITHOUT_SUITS)

    def pile_on(self, wanted: int) -> int | None:
        """The oldest pile with this rank on top."""
        return next((pile for pile, top in enumerate(self.tops) if rank(top) == wanted), None)

    def rivals(self, seat: int, wanted: int) -> int:
        """How many other players show a card of this rank."""
        return sum(
            each.shows(wanted) is not None for other, each in enumerate(self.sides) if other != seat
        )
