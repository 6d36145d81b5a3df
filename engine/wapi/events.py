"""What can happen in Wapi. Everything that happens is public; points are texts such as "13/3"."""

from dataclasses import dataclass

from watai.engine.game import Event, Seat


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The bag is shuffled, and chance has said who draws first."""

    first: Seat
    scoring: str


@dataclass(frozen=True, slots=True)
class SymbolDrawn(Event):
    """A symbol token came out of the bag and lies on its section now."""

    seat: Seat
    symbol: str


@dataclass(frozen=True, slots=True)
class CoinDrawn(Event):
    """A coin came out of the bag; the player has yet to place it."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A totem stands on the symbol just drawn."""

    seat: Seat
    symbol: str
    totems_left: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """The symbol just drawn stays without a totem."""

    seat: Seat
    symbol: str


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A coin lies on a section, whose coins are worth so much together now."""

    seat: Seat
    value: int
    symbol: str
    worth: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The turn clock ran out; the rules act for this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The final points of one player, exactly."""

    seat: Seat
    points: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    reason: str
    winners: tuple[Seat, ...]
