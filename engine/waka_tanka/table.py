"""What lies on the table and in the hands: every card in exactly one place, and the tokens won."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.waka_tanka.box import ANIMALS, TOKENS, TOKENS_TO_WIN, deck, in_order
from watai.engine.waka_tanka.view import Pile, PiledCard


class Table:
    """Cards and tokens of one game. It moves cards and tokens as told, and knows nothing of turns."""

    def __init__(self, seats: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.piles: dict[str, list[PiledCard]] = {animal: [] for animal in ANIMALS}
        self.removed: list[str] = []
        self.tokens = [0] * seats

    def deal(self, first: Seat, dice: Dice) -> None:
        """Every card, one by one, from the first player on (TANKA-2)."""
        for place, card in enumerate(dice.shuffle(deck(len(self.hands)))):
            self.hands[(first + place) % len(self.hands)][card] += 1

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return in_order(self.hands[seat])

    def holds(self, seat: Seat, card: str) -> bool:
        return self.hands[seat][card] > 0

    def is_empty_handed(self, seat: Seat) -> bool:
        return self.count(seat) == 0

    def count(self, seat: Seat) -> int:
        return self.hands[seat].total()

    def lay(self, seat: Seat, animal: str, card: str) -> None:
        self.hands[seat][card] -= 1
        self.piles[animal].append(PiledCard(seat, card))

    def faces(self, animal: str) -> tuple[str, ...]:
        """The cards of a pile, from the first laid to the last."""
        return tuple(piled.card for piled in self.piles[animal] if piled.card is not None)

    def take(self, seat: Seat, animal: str) -> None:
        self.hands[seat].update(self.faces(animal))
        self.piles[animal].clear()

    def remove(self, animal: str) -> None:
        self.removed.extend(self.faces(animal))
        self.piles[animal].clear()

    def piles_seen_by(self, seat: Seat | None) -> tuple[Pile, ...]:
        """Every pile with the faces this seat laid itself and no others (TANKA-10)."""
        return tuple(
            Pile(
                animal,
                tuple(
                    piled if piled.layer == seat else replace(piled, card=None)
                    for piled in self.piles[animal]
                ),
            )
            for animal in ANIMALS
        )

    def faults(self) -> Iterator[str]:
        """Every way in which the cards and tokens are not those of the box."""
        everywhere = Counter(self.removed)
        for hand in self.hands:
            everywhere.update(hand)
            if any(count < 0 for count in hand.values()):
                yield "A hand owes a card."
        for animal in ANIMALS:
            everywhere.update(self.faces(animal))
            if any(piled.card is None for piled in self.piles[animal]):
                yield "A card of a pile has no face."
            if any(piled.layer not in range(len(self.hands)) for piled in self.piles[animal]):
                yield "A card of a pile was laid by nobody at the table."
        if +everywhere != Counter(deck(len(self.hands))):
            yield "The cards in hands, in piles and out of the game are not those of the box."
        if set(self.piles) != set(ANIMALS):
            yield "The piles are not those of the six tiles."
        if any(tokens not in range(TOKENS_TO_WIN + 1) for tokens in self.tokens):
            yield "A player has fewer than no tokens, or more than it takes to win."
        if sum(self.tokens) > TOKENS:
            yield "More tokens were won than there are."
