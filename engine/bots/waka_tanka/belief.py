"""What a player of Waka Tanka who forgets nothing may believe about the cards that lie face down.

The belief is a sample of worlds, all of which agree with everything this seat has seen.
A card laid by somebody is drawn, in each world, from the hand they have there, and worlds in which they would rather have gone the other way lose weight.
A revealed pile corrects every world by swapping cards, and worlds that had it right gain weight.
"""

from collections.abc import Sequence
from math import fsum
from typing import Final

from watai.engine.bots.waka_tanka.habits import readiness
from watai.engine.bots.waka_tanka.world import KIND_COUNT, NUMBER, TILE_COUNT, World
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.waka_tanka.box import COPIES, TRUE_CARDS_TO_INCANT
from watai.engine.waka_tanka.view import LastTurn, TankaView

WORLDS: Final = 96
TRUST_AFTER_AN_ERROR: Final = 0.6
"""What is left of the weight of a world for each revealed card that it had wrong."""
PATIENCE: Final = 1.5
"""How many cards, true and false alike, a player is thought to have shown before the game."""
EVEN_ENOUGH: Final = 0.8
"""Weights are not worth a resampling while the least is this much of their mean."""


class Belief:
    """The worlds one seat thinks possible, kept up to date view by view."""

    def __init__(self, seat: Seat, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice
        self.worlds: list[World] = []
        self.turns = -1
        self.certain: list[list[int]] = []
        """By seat and kind, how many cards somebody surely holds, because everybody saw them taken."""
        self.true: list[int] = []
        self.false: list[int] = []
        """By seat, how many cards they laid turned out to be what they announced, and how many not."""

    def see(self, view: TankaView) -> None:
        """Take in the next view; after a gap, start again from what can still be seen."""
        if view.turns == self.turns or not view.prompts:
            return
        if view.turns == self.turns + 1 and view.last is not None and self.worlds:
            self._follow(view, view.last)
        else:
            self._begin(view)
        self.turns = view.turns
        for world in self.worlds:
            world.tokens = list(view.tokens)
            world.pawn = NUMBER[view.pawn]
            world.turn = view.prompts[0].seat
            world.fresh = view.last is not None and view.last.did == "laid"

    def chance_of_a_bluff(self) -> float:
        """That the card just laid is not what was announced."""
        tile = self.worlds[0].pawn
        return sum(world.piles[tile][-1][1] != tile for world in self.worlds) / WORLDS

    def chance_of_two(self, tile: int) -> float:
        """That a pile holds the true cards for an incantation."""
        enough = (world.true_cards(tile) >= TRUE_CARDS_TO_INCANT for world in self.worlds)
        return sum(enough) / WORLDS

    # Starting from nothing

    def _begin(self, view: TankaView) -> None:
        seats = len(view.hands)
        self.true, self.false = [0] * seats, [0] * seats
        self.certain = [[0] * KIND_COUNT for _ in range(seats)]
        unseen = [COPIES[seats]] * KIND_COUNT
        for card in view.hand:
            unseen[NUMBER[card]] -= 1
        for piled in (piled for pile in view.piles for piled in pile.cards):
            if piled.card is not None:
                unseen[NUMBER[piled.card]] -= 1
        pool = [kind for kind in range(KIND_COUNT) for _ in range(unseen[kind])]
        self.worlds = [self._made_up(view, self.dice.shuffle(pool)) for _ in range(WORLDS)]

    def _made_up(self, view: TankaView, pool: list[int]) -> World:
        """A world in which the unseen cards lie in the order of the pool; what remains has left the game."""
        hands = [[0] * KIND_COUNT for _ in view.hands]
        for card in view.hand:
            hands[self.seat][NUMBER[card]] += 1
        for seat, count in enumerate(view.hands):
            for _ in range(count if seat != self.seat else 0):
                hands[seat][pool.pop()] += 1
        piles: list[list[tuple[int, int]]] = [
            [
                (each.layer, pool.pop() if each.card is None else NUMBER[each.card])
                for each in pile.cards
            ]
            for pile in view.piles
        ]
        return World(hands, piles, [], 0, 0, False)

    # Following a turn

    def _follow(self, view: TankaView, last: LastTurn) -> None:
        tile = NUMBER[last.animal]
        if last.did != "laid":
            self._learn(tile, [NUMBER[card] for card in last.revealed], last.taker)
            return
        card = view.piles[tile].cards[-1].card
        if card is None:
            self._guess(last.seat, tile)
            return
        for world in self.worlds:
            world.lay(tile, NUMBER[card])

    def _guess(self, seat: Seat, tile: int) -> None:
        """Somebody laid a card that only they know."""
        boldness = self._boldness(seat)
        other_way = (2 * self.worlds[0].pawn - tile) % TILE_COUNT
        weights = []
        for world in self.worlds:
            hand = world.hands[seat]
            here = readiness(hand, tile, boldness)
            there = readiness(hand, other_way, boldness)
            weights.append(fsum(here) / (fsum(here) + fsum(there)))
            kind = _drawn(here, fsum(here) * self.dice.fraction())
            hand[kind] -= 1
            world.piles[tile].append((seat, kind))
        self.certain[seat] = [max(0, count - 1) for count in self.certain[seat]]
        self._resample(weights)

    def _boldness(self, seat: Seat) -> float:
        """How much more readily than most this player bluffs, by what their cards turned out to be."""
        true, false = self.true[seat], self.false[seat]
        return 2 * (PATIENCE + false) / (2 * PATIENCE + true + false)

    def _learn(self, tile: int, truth: Sequence[int], taker: Seat | None) -> None:
        """Everybody saw the cards of a pile, and who took them."""
        for (layer, _), kind in zip(self.worlds[0].piles[tile], truth, strict=True):
            (self.true if kind == tile else self.false)[layer] += 1
        weights = []
        for world in self.worlds:
            pile = world.piles[tile]
            wrong = [place for place, kind in enumerate(truth) if pile[place][1] != kind]
            for index, place in enumerate(wrong):
                self._correct(world, tile, wrong[index:], truth[place])
            weights.append(TRUST_AFTER_AN_ERROR ** len(wrong))
            pile.clear()
            if taker is not None:
                for kind in truth:
                    world.hands[taker][kind] += 1
        if taker is not None:
            for kind in truth:
                self.certain[taker][kind] += 1
        self._resample(weights)

    def _correct(self, world: World, tile: int, places: list[int], kind: int) -> None:
        """Put the revealed card in the first of these places, and what was there where that card was thought to be.

        The card is looked for in the other places known to be wrong, then in hands, its layer's first, then in the other piles.
        """
        pile = world.piles[tile]
        layer, wrong = pile[places[0]]
        if wrong == kind:
            return  # an earlier swap has put it right
        pile[places[0]] = (layer, kind)
        if self._swap_in_pile(pile, places[1:], kind, wrong):
            return
        for seat in (layer, *self.dice.shuffle(range(len(world.hands)))):
            if seat != self.seat and world.hands[seat][kind] > self.certain[seat][kind]:
                world.hands[seat][kind] -= 1
                world.hands[seat][wrong] += 1
                return
        for other in world.piles:
            if other is not pile and self._swap_in_pile(other, range(len(other)), kind, wrong):
                return

    def _swap_in_pile(
        self, pile: list[tuple[int, int]], places: Sequence[int], kind: int, wrong: int
    ) -> bool:
        for place in places:
            layer, face = pile[place]
            if face == kind and layer != self.seat:
                pile[place] = (layer, wrong)
                return True
        return False

    def _resample(self, weights: list[float]) -> None:
        """Keep the worlds in proportion to their weights, by equal steps along the heap of them."""
        step = fsum(weights) / WORLDS
        if min(weights) > EVEN_ENOUGH * step:
            return
        pointer, heap = self.dice.fraction() * step, 0.0
        kept: list[World] = []
        for world, weight in zip(self.worlds, weights, strict=True):
            heap += weight
            if pointer < heap:
                kept.append(world)
                pointer += step
            while pointer < heap:
                kept.append(world.copy())
                pointer += step
        while len(kept) < WORLDS:  # the last step may fall just past the heap
            kept.append(kept[-1].copy())
        self.worlds = self.dice.shuffle(kept[:WORLDS])


def _drawn(weights: list[float], pointer: float) -> int:
    """The kind at this point of a line on which every kind has its weight as length."""
    last = 0
    for kind, weight in enumerate(weights):
        if weight:
            last = kind
            if pointer < weight:
                return kind
            pointer -= weight
    return last
