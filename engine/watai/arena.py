"""The Arena: the piles, what they take next, and since when (WATAI-7, 8, 14).

Every question asked during a race is answered from counts kept up to date by each card laid,
so the cost of a play does not grow with the number of cards already there.
"""

from collections.abc import Iterable, Sequence

from watai.engine.watai.cards import BACKS, KIND, KINDS, Card, Kind
from watai.engine.watai.ladder import Kinds, Ladder


class Pile:
    """One run of cards. `takes` is what may come next, nothing once it is closed."""

    __slots__ = ("cards", "number", "takes", "took")

    def __init__(self, number: int) -> None:
        self.number = number
        self.cards: list[Card] = []
        self.takes: Kinds = ()
        self.took: Kinds = ()
        """What the pile took before its top card: a play of such a card came too late."""


class Arena:
    """All piles of a round, open ones and closed ones."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self.piles: list[Pile] = []
        self.open: dict[int, Pile] = {}
        self.laid: dict[str, int] = dict.fromkeys(BACKS, 0)
        """How many cards of each back are here (WATAI-19)."""
        self.wanted = 1 << ladder.opens
        """A bit for every kind that could be laid now; an opening card always can."""
        self.places = [0] * len(KINDS)
        """How many piles take each kind."""
        self._since = [0] * len(KINDS)

    def begin(self, card: Card, at: int) -> Pile:
        """Open a pile with this card."""
        pile = Pile(len(self.piles))
        self.piles.append(pile)
        self.open[pile.number] = pile
        self.add(pile, card, at)
        return pile

    def add(self, pile: Pile, card: Card, at: int) -> None:
        """Lay a card that the pile takes."""
        pile.cards.append(card)
        self.laid[card[0]] += 1
        pile.took = pile.takes
        pile.takes = self.ladder.follows[KIND[card]]
        if not pile.takes:
            del self.open[pile.number]
        self._want(pile.takes, at)
        self._stop_wanting(pile.took)

    def place_for(self, kind: Kind) -> bool:
        """Whether a card of this kind could be laid now."""
        return bool(self.wanted >> kind & 1)

    def wanted_since(self, kind: Kind) -> int:
        """Since when, without a break, a card of this kind could be laid; only meaningful while it can."""
        return 0 if kind == self.ladder.opens else self._since[kind]

    def targets(self, kind: Kind) -> Sequence[Pile]:
        """The piles that take this kind now."""
        return [pile for pile in self.open.values() if kind in pile.takes]

    def _want(self, kinds: Iterable[Kind], at: int) -> None:
        for kind in kinds:
            self.places[kind] += 1
            if self.places[kind] == 1:
                self._since[kind] = at
                self.wanted |= 1 << kind

    def _stop_wanting(self, kinds: Iterable[Kind]) -> None:
        for kind in kinds:
            self.places[kind] -= 1
            if not self.places[kind] and kind != self.ladder.opens:
                self.wanted &= ~(1 << kind)
