"""What a position of Waka Tanka is worth to a player: their chance to win.

Every player has a strength, linear in what they hold, and wins in proportion to its exponential.
The weights were fitted by maximum likelihood to 15,000 positions of 280 games between bots, with 3 to 6 players.
"""

from math import exp
from typing import Final

from engine.bots.waka_tanka_world import MOUSE, World

PER_CARD: Final = -0.02
PER_MOUSE: Final = -0.05
PER_ANIMAL: Final = 0.04
"""For every animal of which there is a card in hand: it can be true somewhere."""
FEW_CARDS: Final = (2.0, 1.4, 0.63, 0.25)
"""With no card left (and a denunciation to survive), one, two, three."""
BY_TOKENS: Final = (0.0, 0.75, 1.65, 2.9)
WAITING: Final = -0.23
"""For having to wait a whole round for the next turn."""


def worth(world: World, seat: int) -> float:
    """The chance of this seat to win, between 0 and 1."""
    strengths = [exp(_strength(world, each)) for each in range(len(world.hands))]
    return strengths[seat] / sum(strengths)


def _strength(world: World, seat: int) -> float:
    hand = world.hands[seat]
    count = sum(hand)
    wait = (seat - world.turn) % len(world.hands)
    strength = PER_CARD * count + PER_MOUSE * hand[MOUSE] + BY_TOKENS[world.tokens[seat]]
    strength += PER_ANIMAL * (MOUSE - hand[:MOUSE].count(0)) + WAITING * wait / len(world.hands)
    if count < len(FEW_CARDS):
        strength += FEW_CARDS[count]
    return strength
