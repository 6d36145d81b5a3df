"""One way the hidden cards of Waka Tanka may lie, with the rules in their shortest form.

Kinds of cards are numbers here: 0 to 5 are the animals in the order of their circle, 6 is the Mouse.
A world is a whole table, hands and faces included; a bot makes many of them up, and never has the true one.
"""

from typing import Final

from watai.engine.waka_tanka.box import ANIMALS, KINDS, TOKENS_TO_WIN, TRUE_CARDS_TO_INCANT

TILE_COUNT: Final = len(ANIMALS)
KIND_COUNT: Final = len(KINDS)
NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
MOUSE: Final = KIND_COUNT - 1


class World:
    """A table with every face known, whose turn it is, and whether the previous turn was a play.

    Every turn answers the winner, if it makes one. Nothing is checked: whoever plays here knows the rules.
    """

    __slots__ = ("fresh", "hands", "pawn", "piles", "tokens", "turn")

    def __init__(
        self,
        hands: list[list[int]],
        piles: list[list[tuple[int, int]]],
        tokens: list[int],
        pawn: int,
        turn: int,
        fresh: bool,
    ) -> None:
        self.hands = hands
        """For each seat, how many cards of each kind."""
        self.piles = piles
        """For each tile, who laid what, from the first card to the last."""
        self.tokens = tokens
        self.pawn = pawn
        self.turn = turn
        self.fresh = fresh

    def copy(self) -> "World":
        return World(
            [hand[:] for hand in self.hands],
            [pile[:] for pile in self.piles],
            self.tokens[:],
            self.pawn,
            self.turn,
            self.fresh,
        )

    def lay(self, tile: int, kind: int) -> int | None:
        self.hands[self.turn][kind] -= 1
        self.piles[tile].append((self.turn, kind))
        self.pawn = tile
        self.fresh = True
        self.turn = (self.turn + 1) % len(self.hands)
        return None

    def denounce(self) -> int | None:
        seat, tile = self.turn, self.pawn
        accused = (seat - 1) % len(self.hands)
        bluff = self.piles[tile][-1][1] != tile
        if not bluff and not any(self.hands[accused]):
            return accused
        self._take(accused if bluff else seat, tile)
        return self._close(seat, bluff)

    def incant(self, tile: int) -> int | None:
        seat = self.turn
        success = self.true_cards(tile) >= TRUE_CARDS_TO_INCANT
        if success:
            self.piles[tile].clear()
        else:
            self._take(seat, tile)
        return self._close(seat, success)

    def true_cards(self, tile: int) -> int:
        return sum(kind == tile for _, kind in self.piles[tile])

    def _take(self, seat: int, tile: int) -> None:
        hand, pile = self.hands[seat], self.piles[tile]
        for _, kind in pile:
            hand[kind] += 1
        pile.clear()

    def _close(self, seat: int, token: bool) -> int | None:
        self.fresh = False
        self.turn = (seat + 1) % len(self.hands)
        if token:
            self.tokens[seat] += 1
            if self.tokens[seat] == TOKENS_TO_WIN:
                return seat
        return None
