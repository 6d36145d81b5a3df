"""What is in the box: the circle of tiles, the cards and the tokens (TANKA-1, TANKA-2)."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ANIMALS: Final = ("coyote", "puma", "bear", "owl", "bison", "eagle")
"""The tiles in the order of their circle: the eagle is the coyote's neighbour again."""

MOUSE: Final = "mouse"
"""There is no tile of the Mouse, so that it is never true."""

KINDS: Final = (*ANIMALS, MOUSE)

COPIES: Final[Mapping[int, int]] = MappingProxyType({3: 4, 4: 5, 5: 6, 6: 6})
"""How many cards of each kind are dealt, by the number of players."""

TOKENS: Final = 19
TOKENS_TO_WIN: Final = 4
TRUE_CARDS_TO_INCANT: Final = 2


def deck(seats: int) -> list[str]:
    """Every card in play for this many players, kind after kind."""
    return [kind for kind in KINDS for _ in range(COPIES[seats])]


def neighbours(animal: str) -> tuple[str, str]:
    """The tiles on either side of this one."""
    place = ANIMALS.index(animal)
    return ANIMALS[place - 1], ANIMALS[(place + 1) % len(ANIMALS)]


def in_order(cards: Counter[str]) -> tuple[str, ...]:
    """These cards in the order of the kinds, which says nothing about how they came."""
    return tuple(kind for kind in KINDS for _ in range(cards[kind]))
