"""The cards of Wataï: backs, faces and the decks made of them (WATAI-1 … 5).

A card is a short text, one per piece of cardboard: the letter of its back, then its face.
`Gr7` is the red 7 of the dark green deck, `G+1` … `G+4` its Starts, `G-1` … `G-4` its Stops, `G!` its Extra Stop.
Faces that may stand for each other in play share a *kind*, a small number that the arena counts with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NewType

Back = NewType("Back", str)
Card = NewType("Card", str)
Kind = NewType("Kind", int)

GREEN_BOX: Final = (
    Back("G"),
    Back("L"),
    Back("O"),
    Back("Y"),
)  # dark green, light green, orange, yellow
BLUE_BOX: Final = (Back("B"), Back("T"), Back("V"), Back("R"))  # dark blue, turquoise, violet, red
BACKS: Final = GREEN_BOX + BLUE_BOX

SUITS: Final = ("b", "r", "g", "y")  # the face colours: blue, red, green, yellow
FIRST_NUMBER: Final = 2
NUMBERS: Final = range(FIRST_NUMBER, 13)

START: Final = Kind(len(SUITS) * len(NUMBERS))
STOP: Final = Kind(START + 1)
EXTRA: Final = Kind(START + 2)
KINDS: Final = range(EXTRA + 1)


def number_kind(suit: int, number: int) -> Kind:
    """The kind of a number card; suits are counted as in SUITS."""
    return Kind(suit * len(NUMBERS) + number - FIRST_NUMBER)


def number_of(kind: Kind) -> int | None:
    """The number on a card of this kind; None on Start, Stop and Extra Stop."""
    return None if kind >= START else kind % len(NUMBERS) + FIRST_NUMBER


def suit_of(kind: Kind) -> str | None:
    """The letter of the suit; None on Start, Stop and Extra Stop."""
    return None if kind >= START else SUITS[kind // len(NUMBERS)]


@dataclass(frozen=True, slots=True)
class Format:
    """What a deck is made of: the highest number, and how many Starts and as many Stops."""

    last: int
    ends: int


FULL: Final = Format(last=12, ends=4)  # WATAI-2: 44 + 4 + 4 = 52 cards in play
CUT: Final = Format(last=8, ends=3)  # WATAI-4: 28 + 3 + 3 = 34


@cache
def deck(back: Back, made: Format) -> tuple[Card, ...]:
    """The cards of one back that play, in order; the Extra Stop is added only where a variant says so."""
    numbers = [f"{suit}{number}" for suit in SUITS for number in range(FIRST_NUMBER, made.last + 1)]
    starts = [f"+{copy}" for copy in range(1, made.ends + 1)]
    stops = [f"-{copy}" for copy in range(1, made.ends + 1)]
    return tuple(Card(back + face) for face in (*numbers, *starts, *stops))


def extra_stop(back: Back) -> Card:
    return Card(f"{back}!")


def backs_of_seats(seats: int, backs: Sequence[Back]) -> tuple[tuple[Back, ...], ...]:
    """Whose cards are whose: one back each, or two near colours each when two play (WATAI-3, 4)."""
    if seats == 2:
        return (tuple(backs[0:2]), tuple(backs[2:4]))
    return tuple((back,) for back in backs[:seats])


def _face_kind(face: str) -> Kind:
    if face[0] in "+-!":
        return {"+": START, "-": STOP, "!": EXTRA}[face[0]]
    return number_kind(SUITS.index(face[0]), int(face[1:]))


KIND: Final[dict[Card, Kind]] = {
    card: _face_kind(card[1:]) for back in BACKS for card in (*deck(back, FULL), extra_stop(back))
}
"""The kind of every card there is."""


@cache
def cards_of(kinds: tuple[Kind, ...]) -> frozenset[Card]:
    """Every card of these kinds."""
    return frozenset(card for card, kind in KIND.items() if kind in kinds)
