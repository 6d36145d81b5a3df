"""How people play Waka Tanka when nobody watches closely: the bot's picture of the other players.

The numbers are guesses about people, not measurements: chances, or worths counted in cards.
Strong bots among themselves denounce a lone card far more often than these say.
"""

from math import exp
from typing import Final

from watai.engine.bots.waka_tanka.world import KIND_COUNT, MOUSE, TILE_COUNT, World
from watai.engine.dice import Dice
from watai.engine.waka_tanka.box import TRUE_CARDS_TO_INCANT

TRUTH: Final = 0.62
"""How often a card is what it was announced as, when nothing more is known."""
BOLDNESS: Final = 0.1
"""How often somebody bluffs who could be true."""
TOKEN_WORTH: Final = 3.0
BLUFF_BASE: Final = 0.25
"""What somebody without any card of that animal thinks of the chance of a bluff."""
BLUFF_PER_CARD: Final = 0.13
"""How much each card of that animal in their own hand adds to it."""
DENOUNCE_CAUTION: Final = 1.5
INCANT_CAUTION: Final = 1.5

MOUSE_BLUFF: Final = 0.2
"""How readily a Mouse is laid, against 1 for a true card."""
ANIMAL_BLUFF: Final = 0.04
"""The same for each animal card that belongs elsewhere."""


def readiness(hand: list[int], tile: int, boldness: float) -> list[float]:
    """How readily somebody with this hand, this bold, lays each kind as this animal."""
    ready = [ANIMAL_BLUFF * boldness * count for count in hand]
    if hand[MOUSE]:
        ready[MOUSE] = MOUSE_BLUFF * boldness
    if hand[tile]:
        ready[tile] = 1.0
    return ready


def hurry(world: World, dice: Dice) -> int | None:
    """Let whose turn it is play as a person might who looks at their own hand and thinks little."""
    hand = world.hands[world.turn]
    if world.fresh:
        nothing_to_lose = not any(world.hands[world.turn - 1])  # TANKA-9
        if nothing_to_lose or dice.fraction() < _suspicion(world, hand):
            return world.denounce()
    tile, gain = _best_call(world)
    if gain > INCANT_CAUTION * dice.fraction():
        return world.incant(tile)
    return world.lay(*_hasty_card(hand, world.pawn, dice))


def _suspicion(world: World, hand: list[int]) -> float:
    """How likely the card just laid is denounced by somebody with this hand."""
    bluff = min(0.97, BLUFF_BASE + BLUFF_PER_CARD * hand[world.pawn])
    gain = bluff * TOKEN_WORTH - (1 - bluff) * (len(world.piles[world.pawn]) - bluff)
    return 1 / (1 + exp(DENOUNCE_CAUTION - gain))


def _best_call(world: World) -> tuple[int, float]:
    """The tile whose incantation promises most, and what: a token, or a pile to take."""
    best, best_gain = -1, 0.0
    for tile, pile in enumerate(world.piles):
        if len(pile) < TRUE_CARDS_TO_INCANT:
            continue
        own = others = 0
        for layer, kind in pile:
            if layer != world.turn:
                others += 1
            elif kind == tile:
                own += 1
        chance = _chance_of_two(own, others)
        gain = chance * TOKEN_WORTH - (1 - chance) * len(pile)
        if gain > best_gain:
            best, best_gain = tile, gain
    return best, best_gain


def _chance_of_two(own: int, others: int) -> float:
    """That a pile holds two true cards, given how many own ones are in it and how many cards of others."""
    if own >= TRUE_CARDS_TO_INCANT:
        return 1.0
    if not others:
        return 0.0
    none: float = (1 - TRUTH) ** others
    if own == 1:
        return 1.0 - none
    return 1.0 - none - others * TRUTH * (1 - TRUTH) ** (others - 1)


def _hasty_card(hand: list[int], pawn: int, dice: Dice) -> tuple[int, int]:
    """A true card where there is one, else a Mouse or anything, on either side: the tile and the card."""
    one, other = (pawn - 1) % TILE_COUNT, (pawn + 1) % TILE_COUNT
    if dice.fraction() < 0.5:
        one, other = other, one
    if dice.fraction() >= BOLDNESS:
        if hand[one]:
            return one, one
        if hand[other]:
            return other, other
    if hand[MOUSE]:
        return one, MOUSE
    return one, dice.choice([kind for kind in range(KIND_COUNT) if hand[kind]])
