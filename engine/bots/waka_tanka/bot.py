"""The bot for Waka Tanka.

Easy looks at its own hand and at the table, and remembers nothing.
Strong keeps a belief about every hidden card and tries each turn in a sample of the worlds it thinks possible: one round is played on in a hurry, and then the position is judged.
"""

from math import fsum
from typing import Final

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.waka_tanka.belief import Belief
from watai.engine.bots.waka_tanka.habits import hurry
from watai.engine.bots.waka_tanka.world import NUMBER, World
from watai.engine.bots.waka_tanka.worth import worth
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.waka_tanka.box import KINDS, MOUSE, neighbours
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.view import TankaView

QUICKEST: Final = 800
SLOWEST: Final = 3_000
"""People take between one and three seconds for a turn."""

SAMPLE: Final = 32
"""In how many worlds strong tries each candidate, at most."""
TURNS_TO_TRY: Final = 1_500
"""How many turns strong may play in its head for one decision: about 20 milliseconds."""
LEAST_BLUFF: Final = 0.15
LEAST_PROSPECT: Final = 0.3
"""Strong does not even consider to denounce, or to incant, with smaller chances than these."""

# Easy's chances: to denounce (more with cards of that animal in hand, less before a large pile), to incant, to be true
EASY_SUSPICION: Final = 0.12
EASY_SUSPICION_PER_CARD: Final = 0.12
EASY_RESPECT_PER_CARD: Final = 0.02
EASY_PILE: Final = 4
EASY_ITCH: Final = 0.3
EASY_HONESTY: Final = 0.9


class WakaTankaBot(Bot):
    """A bot of either strength."""

    def __init__(self, seat: Seat, strength: str, dice: Dice, speed: float = 1.0) -> None:
        super().__init__(seat, strength, dice, speed)
        self.belief = Belief(seat, dice)

    def think(self, view: View, at: Millis) -> Plan | None:
        assert isinstance(view, TankaView)
        if self.strength == "strong":
            self.belief.see(view)
        if not view.prompts or view.prompts[0].seat != self.seat:
            return None
        ask = view.prompts[0].ask
        if ask == "last":  # TANKA-9: anything else loses for certain
            move: Move = Denounce()
        elif self.strength == "strong":
            move = self._best(self._candidates(view, ask))
        else:
            move = self._first_idea(view, ask)
        return self.plan(move, QUICKEST + (SLOWEST - QUICKEST) * self.dice.fraction())

    # Easy

    def _first_idea(self, view: TankaView, ask: str) -> Move:
        chance = self.dice.fraction
        last = view.hand[0] if len(view.hand) == 1 else None
        if last in neighbours(view.pawn):  # nobody misses this: whoever denounces it is wrong
            return Lay(last, last)
        if ask == "answer" and chance() < self._suspicion(view):
            return Denounce()
        for pile in view.piles:
            if ask != "lay" and len(pile.cards) >= EASY_PILE and chance() < EASY_ITCH:
                return Incant(pile.animal)
        tiles = neighbours(view.pawn)
        true = [animal for animal in tiles if animal in view.hand]
        if true and chance() < EASY_HONESTY:
            animal = self.dice.choice(true)
            return Lay(animal, animal)
        card = MOUSE if MOUSE in view.hand else self.dice.choice(view.hand)
        return Lay(self.dice.choice(tiles), card)

    def _suspicion(self, view: TankaView) -> float:
        """The more cards of that animal one holds, the fewer the other can have; before a large pile easy denounces less."""
        size = len(view.piles[NUMBER[view.pawn]].cards)
        held = view.hand.count(view.pawn)
        return EASY_SUSPICION + EASY_SUSPICION_PER_CARD * held - EASY_RESPECT_PER_CARD * size

    # Strong

    def _candidates(self, view: TankaView, ask: str) -> list[Move]:
        moves: list[Move] = []
        for tile in neighbours(view.pawn):
            worth_laying = (
                {tile, MOUSE} if MOUSE in view.hand else KINDS
            )  # the best bluff is a Mouse
            cards = [card for card in dict.fromkeys(view.hand) if card in worth_laying]
            moves.extend(Lay(tile, card) for card in cards)
        if ask == "answer" and self.belief.chance_of_a_bluff() >= LEAST_BLUFF:
            moves.append(Denounce())
        for pile in view.piles if ask != "lay" else ():
            if self.belief.chance_of_two(NUMBER[pile.animal]) >= LEAST_PROSPECT:
                moves.append(Incant(pile.animal))
        return moves

    def _best(self, candidates: list[Move]) -> Move:
        worlds = self.belief.worlds
        affordable = TURNS_TO_TRY // (len(candidates) * len(worlds[0].hands))
        sample = worlds[: min(SAMPLE, affordable)]
        totals = [fsum(self._try(move, world) for world in sample) for move in candidates]
        return candidates[totals.index(max(totals))]

    def _try(self, move: Move, world: World) -> float:
        """The chance to win after this move, as one made-up round suggests."""
        world = world.copy()
        match move:
            case Lay(animal, card):
                winner = world.lay(NUMBER[animal], NUMBER[card])
            case Incant(animal):
                winner = world.incant(NUMBER[animal])
            case _:
                winner = world.denounce()
        while winner is None and world.turn != self.seat:
            winner = hurry(world, self.dice)
        return worth(world, self.seat) if winner is None else float(winner == self.seat)
