"""What can happen in a Duel. Events are born with the whole truth; `Duel.tell` hides what is secret."""

from dataclasses import dataclass

from watai.engine.game import Event, Seat


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """DUEL-2: a stone came on the board. In the memory variant only the placer knows which."""

    seat: Seat
    owner: Seat
    stone: int | None
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """DUEL-4: a mask lies face down. Only whoever chose it knows which."""

    seat: Seat
    mask: int | None


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """DUEL-4: both masks are shown, and each side's worth on the cell they name."""

    number: int
    row: int
    column: int
    bison: int
    wolf: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """DUEL-4: the weaker side gave the difference, or all it had."""

    loser: Seat
    winner: Seat
    shells: int


@dataclass(frozen=True, slots=True)
class Balanced(Event):
    """DUEL-8, DUEL-9: a duel between equals; nobody pays."""


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """DUEL-6: a player's own stones on two cells changed places."""

    seat: Seat
    row: int
    column: int
    other_row: int
    other_column: int


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """DUEL-9: two stones changed places; each is named with the cell it left."""

    seat: Seat
    owner: Seat
    stone: int
    row: int
    column: int
    other_owner: Seat
    other_stone: int
    other_row: int
    other_column: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """DUEL-6: a player left the stones as they are."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """DUEL-11: the clock chooses for this player; what it chose follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Limited(Event):
    """DUEL-7: a limit of the room was reached, and the shells are counted."""

    limit: str


@dataclass(frozen=True, slots=True)
class Won(Event):
    """DUEL-7: this player is the Grand Shaman."""

    seat: Seat
    shells: int


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """DUEL-7: a limit was reached with equal shells."""
