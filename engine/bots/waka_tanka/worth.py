"""What a position of Waka Tanka is worth to a player: their chance to win.

Every player has a strength, linear in what they hold, and wins in proportion to its exponential.
The weights start from a fit by maximum likelihood to 7,000 positions of 180 games between bots, with 3 to 6 players.
Those of tokens, Mice, animals and waiting are about as fitted; those of few cards are somewhat lower, and that of no card is a guess.
`PER_CARD` goes against the fit: who denounces much wins more and holds more cards for it, so that the fit takes cards for a merit.
"""

from math import exp, fsum
from typing import Final

from watai.engine.bots.waka_tanka.world import MOUSE, World

PER_CARD: Final = -0.06
PER_MOUSE: Final = -0.13
PER_ANIMAL: Final = 0.04
"""For every animal of which there is a card in hand: it can be true somewhere."""
FEW_CARDS: Final = (2.6, 2.1, 1.2, 0.5)
"""With no card left (and a denunciation to survive), one, two, three."""
BY_TOKENS: Final = (0.0, 0.8, 1.68, 3.0)
WAITING: Final = -0.19
"""For having to wait a whole round for the next turn."""


def worth(world: World, seat: int) -> float:
    """The chance of this seat to win, between 0 and 1."""
    strengths = [exp(_strength(world, each)) for each in range(len(world.hands))]
    return strengths[seat] / fsum(strengths)


def _strength(world: World, seat: int) -> float:
    hand = world.hands[seat]
    count = sum(hand)
    wait = (seat - world.turn) % len(world.hands)
    strength = PER_CARD * count + PER_MOUSE * hand[MOUSE] + BY_TOKENS[world.tokens[seat]]
    strength += PER_ANIMAL * (MOUSE - hand[:MOUSE].count(0)) + WAITING * wait / len(world.hands)
    if count < len(FEW_CARDS):
        strength += FEW_CARDS[count]
    return strength
