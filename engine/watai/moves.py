"""What a player of Wataï can do."""

from dataclasses import dataclass

from watai.engine.game import Move, Seat
from watai.engine.watai.cards import Card


@dataclass(frozen=True, slots=True)
class Go(Move):
    """Say Go (WATAI-6)."""


@dataclass(frozen=True, slots=True)
class Name(Move):
    """Name the player a variant falls upon (WATAI-V3, V4, V10)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """Pick an accent for the round (WATAI-V16)."""

    accent: str


@dataclass(frozen=True, slots=True)
class Open(Move):
    """Open a pile with a card of one's own (WATAI-7)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Put a card of one's own on a pile (WATAI-8)."""

    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class Turn(Move):
    """Turn the Stock, or gather it when all of it is turned (WATAI-11, 12)."""


@dataclass(frozen=True, slots=True)
class Fill(Move):
    """Fill a hole of the Dévidoir from the Talon, where that is done by hand (WATAI-10)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Shout(Move):
    """Shout Wataï! (WATAI-15)."""


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Call a rival who will not play a card that fits (WATAI-17)."""

    player: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Slap(Move):
    """Slap a pile with a fresh 10 on top (WATAI-V15)."""

    pile: int


@dataclass(frozen=True, slots=True)
class Say(Move):
    """Say the number of a card just placed (WATAI-V16)."""

    number: int


MOVES = (Go, Name, Pick, Open, Place, Turn, Fill, Shout, Call, Slap, Say)
