"""What a player can do in a Duel. Rows and columns count from 1, as the masks do."""

from dataclasses import dataclass

from watai.engine.game import Move, Seat


@dataclass(frozen=True, slots=True)
class Place(Move):
    """DUEL-2, DUEL-9: put a stone of `owner` on a cell."""

    owner: Seat
    stone: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """DUEL-4: lay a mask face down."""

    mask: int


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """DUEL-6: one's own stones on two cells change places; the upper, then the left cell is named first."""

    row: int
    column: int
    other_row: int
    other_column: int


@dataclass(frozen=True, slots=True)
class Trade(Move):
    """DUEL-9: two stones of whatever colour change places; Bison's, then the lower stone is named first."""

    owner: Seat
    stone: int
    other_owner: Seat
    other_stone: int


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """DUEL-6: leave the stones where they are, in rooms where that is allowed."""
