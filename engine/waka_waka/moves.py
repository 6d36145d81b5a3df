"""Everything a player can do in Waka Waka. Cards and goods are named by their words; boats and cells count from 1."""

from dataclasses import dataclass

from watai.engine.game import Move, Seat


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Play one card of the hand, open."""

    card: str


@dataclass(frozen=True, slots=True)
class PlayFaceDown(Move):
    """Play three cards of the hand face down, in alphabetical order, as one Merchant."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Play no more cards this turn."""


@dataclass(frozen=True, slots=True)
class Resupply(Move):
    """Take this many cards, and the rest of the supply in gold."""

    cards: int


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Merchant: take all the goods of a boat."""

    boat: int


@dataclass(frozen=True, slots=True)
class Sell(Move):
    """Merchant: sell two goods of this kind."""

    good: str


@dataclass(frozen=True, slots=True)
class Rise(Move):
    """Merchant: deliver these goods, in alphabetical order, for the next level."""

    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Put a good of an overfull stock on the Village."""

    good: str


@dataclass(frozen=True, slots=True)
class Look(Move):
    """Elder: look at the hand of this opponent."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Borrow(Move):
    """Elder: use this card of the hand looked at."""

    card: str


@dataclass(frozen=True, slots=True)
class Peek(Move):
    """Chimpanzee: look at these face-down cells of a boat, in ascending order."""

    boat: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gather(Move):
    """Gatherer: take this good from the Village."""

    good: str


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Porter: put one good on the Village and take another from it."""

    give: str
    take: str


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Put one card of the hand on the discards."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Drummer: enough discarded, draw as many."""


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Pay 1 gold to use the card somebody else has played."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do without."""
