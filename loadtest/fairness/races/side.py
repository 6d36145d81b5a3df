"""One player's side of a Wataï table: what lies face up, and what an attentive player knows of the Stock.

Turned cards go back in the order in which they came, so whoever has seen the whole Stock knows what every turn will show.
"""

from collections.abc import Iterator
from typing import Final

from engine.watai.cards import KIND, START, Card, number_of
from engine.watai.stock import Stock

STARTS: Final = 1
STOPS: Final = 13
AT_ONCE: Final = 3
PASSES: Final = 3  # after so many every card has been on top once


_ENDS: Final = {START: STARTS}
_RANKS: Final = {card: number_of(kind) or _ENDS.get(kind, STOPS) for card, kind in KIND.items()}


def rank(card: Card) -> int:
    """Where a card goes in a pile that minds no suits: 1 for a Start, 2 to 12, 13 for a Stop."""
    return _RANKS[card]


class Side:
    """Dévidoir, size of the Talon, and a Stock of blank cards that are known as they are seen."""

    def __init__(self, reel: list[Card | None], talon: int, stock: int) -> None:
        self.reel = reel
        self.talon = talon
        self.stock = Stock([Card(f"?{number}") for number in range(stock)], AT_ONCE)
        self._known: dict[Card, Card] = {}

    # what is seen

    @property
    def top(self) -> Card | None:
        blank = self.stock.top()
        return None if blank is None else self._known.get(blank)

    def cards(self) -> Iterator[Card]:
        """Every card that may be played."""
        for card in self.reel:
            if card is not None:
                yield card
        top = self.top
        if top is not None and self.stock.playable:
            yield top

    def keeps(self, wanted: int) -> bool:
        """Whether a card of this rank lies in the Dévidoir, where no turn of the Stock covers it."""
        return any(card is not None and rank(card) == wanted for card in self.reel)

    def shows(self, wanted: int) -> Card | None:
        """A card of this rank, one of the Dévidoir first: what comes after it is new."""
        for card in self.cards():
            if _RANKS[card] == wanted:
                return card
        return None

    # what is known

    def _coming(self) -> Iterator[tuple[int, Card]]:
        """The playable tops to come, each after so many turns."""
        waste, order = list(self.stock.waste), self.stock.hand[::-1]
        turns = 0
        for _ in range(PASSES + 1):
            for place in range(AT_ONCE - 1, len(order), AT_ONCE):
                yield turns + place // AT_ONCE + 1, order[place]
            turns += -(-len(order) // AT_ONCE) + 1  # the last few, and gathering
            turned = waste + order
            waste, order = [], turned[1:] + turned[:1]

    def reach(self) -> dict[int, int]:
        """After how many turns a card of each rank comes up; those never seen are not in it."""
        found: dict[int, int] = {}
        known = self._known
        for turns, blank in self._coming():
            if blank in known:
                found.setdefault(_RANKS[known[blank]], turns)
        return found

    def turns_to_see_all(self) -> int:
        """How many turns bring every card up once."""
        return PASSES * (-(-len(self.stock) // AT_ONCE) + 1)

    # what happens

    def played(self, slot: int | None, uncovered: Card | None) -> None:
        """A card was taken from the Dévidoir, or the top of the Stock."""
        if slot is None:
            self.stock.waste.pop()
            self._see(uncovered)
            return
        self.reel[slot] = uncovered
        if uncovered is not None:
            self.talon -= 1

    def turned(self, top: Card | None) -> None:
        self.stock.turn()
        self._see(top)

    def _see(self, top: Card | None) -> None:
        blank = self.stock.top()
        if blank is not None and top is not None:
            self._known[blank] = top
