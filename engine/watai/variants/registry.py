"""The variants by their number on the dice, and the throw that chooses one."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.watai.events import VariantThrown
from watai.engine.watai.variants.deals import (
    PassedStocks,
    SixCardReel,
    ThreeFewer,
    ThreeGiven,
    ThreeMore,
)
from watai.engine.watai.variants.moments import Accents, Freeze, OtherHand, SlapTens, TwoByTwo
from watai.engine.watai.variants.piles import Backwards, ExtraStops, NoSuits, SuitChanges
from watai.engine.watai.variants.plain import Plain
from watai.engine.watai.variants.shouts import EmptyReel, WaitForAnother

FACES = 8

VARIANTS: Mapping[int, type[Plain]] = MappingProxyType(
    {
        variant.number: variant
        for variant in (
            Plain,
            OtherHand,
            SixCardReel,
            ThreeMore,
            ThreeFewer,
            ExtraStops,
            PassedStocks,
            EmptyReel,
            SuitChanges,
            Backwards,
            ThreeGiven,
            WaitForAnother,
            NoSuits,
            Freeze,
            TwoByTwo,
            SlapTens,
            Accents,
        )
    }
)


def throw_variant(leader: Seat, seats: int, boxes: int, dice: Dice) -> Sequence[VariantThrown]:
    """One die for one box, two added for two; again where so few players cannot play it (WATAI-V15)."""
    throws: list[VariantThrown] = []
    while not throws or throws[-1].again:
        fallen = tuple(dice.die(FACES) for _ in range(boxes))
        variant = sum(fallen)
        too_few = seats < VARIANTS[variant].fewest_seats
        throws.append(VariantThrown(leader, fallen, variant, too_few))
    return throws
