"""A player's cards with what an attentive player remembers of the Stock.

Turned cards go back in the order in which they came, so a player who has seen the whole Stock knows what every turn
will show.
"""

from collections.abc import Iterator
from typing import Final

from watai.engine.watai.cards import KIND, START, Card, number_of
from watai.engine.watai.stock import Stock
from watai.loadtest.oracle.side import Data, Side

STARTS: Final = 1
STOPS: Final = 13
AT_ONCE: Final = 3
PASSES: Final = 3  # after so many every card has been on top once

_ENDS: Final = {START: STARTS}
_RANKS: Final = {card: number_of(kind) or _ENDS.get(kind, STOPS) for card, kind in KIND.items()}


def rank(card: Card) -> int:
    """A card's place in a pile that ignores suits: 1 for a Start, 2 to 12, 13 for a Stop."""
    return _RANKS[card]


class KnownSide(Side):
    """The oracle's side, and a Stock of blank cards that become known as they are seen."""

    __slots__ = ("_known", "_stock")

    def __init__(self, view: Data) -> None:
        super().__init__(view)
        self._stock = Stock([Card(f"?{number}") for number in range(self.hand)], AT_ONCE)
        self._known: dict[Card, Card] = {}

    # what is seen

    def playable_cards(self) -> Iterator[Card]:
        """Every card that the player may lay; the Dévidoir first."""
        for card in self.reel:
            if card is not None:
                yield card
        if self.top is not None and self.playable:
            yield self.top

    def keeps(self, wanted: int) -> bool:
        """Whether a card of this rank lies in the Dévidoir, where no turn of the Stock covers it."""
        return any(card is not None and rank(card) == wanted for card in self.reel)

    def shows(self, wanted: int) -> Card | None:
        """A card of this rank that may be laid. One of the Dévidoir comes first: it makes room for a new card."""
        return next((card for card in self.playable_cards() if _RANKS[card] == wanted), None)

    # what is known

    def _coming(self) -> Iterator[tuple[int, Card]]:
        """The playable tops to come, each after so many turns."""
        waste, order = list(self._stock.waste), self._stock.hand[::-1]
        turns = 0
        for _ in range(PASSES + 1):
            for place in range(AT_ONCE - 1, len(order), AT_ONCE):
                yield turns + place // AT_ONCE + 1, order[place]
            turns += -(-len(order) // AT_ONCE) + 1  # the last few, and gathering
            turned = waste + order
            waste, order = [], turned[1:] + turned[:1]

    def reach(self) -> dict[int, int]:
        """After how many turns a card of each rank comes up; ranks never seen are left out."""
        found: dict[int, int] = {}
        known = self._known
        for turns, blank in self._coming():
            if blank in known:
                found.setdefault(_RANKS[known[blank]], turns)
        return found

    def turns_to_see_all(self) -> int:
        """How many turns bring every card up once."""
        return PASSES * (-(-len(self._stock) // AT_ONCE) + 1)

    # what happens

    def turn(self, count: int, top: Card | None, playable: bool) -> None:
        super().turn(count, top, playable)
        self._stock.turn()
        self._see()

    def gather(self) -> None:
        super().gather()
        self._stock.gather()

    def lay_top(self, uncovered: Card | None) -> None:
        super().lay_top(uncovered)
        self._stock.waste.pop()
        self._see()

    def _see(self) -> None:
        blank = self._stock.top()
        if blank is not None and self.top is not None:
            self._known[blank] = self.top
