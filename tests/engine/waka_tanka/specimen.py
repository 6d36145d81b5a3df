"""Waka Tanka for the law tests."""

from collections import Counter

from tests.support.engine.specimen import Setup, Specimen
from watai.engine.dice import Dice
from watai.engine.game import Game, Move, Seat
from watai.engine.waka_tanka.box import ANIMALS, KINDS
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import PiledCard

WORDS = (*KINDS, "", "Coyote", "beaver", "-1", "9" * 40, "\N{MOUSE FACE}")


def stray(game: Game, dice: Dice) -> Move:
    """Every move has only words in it, so that the strangest number is a word of digits."""
    match dice.below(3):
        case 0:
            return Denounce()
        case 1:
            return Incant(dice.choice(WORDS))
    return Lay(dice.choice(WORDS), dice.choice(WORDS))


def disguise(game: Game, seat: Seat | None, dice: Dice) -> None:
    """Deal again, in unchanged numbers, every card in another hand or laid by another player, and what was removed."""
    assert isinstance(game, WakaTanka)
    table = game.table
    others = [other for other in range(len(table.hands)) if other != seat]
    hidden = [card for other in others for card in table.hand(Seat(other))]
    hidden += [
        piled.card
        for animal in ANIMALS
        for piled in table.piles[animal]
        if piled.layer != seat and piled.card is not None
    ]
    dealt = iter(dice.shuffle([*hidden, *table.removed]))
    for other in others:
        table.hands[other] = Counter(next(dealt) for _ in range(table.count(Seat(other))))
    for animal in ANIMALS:
        table.piles[animal] = [
            piled if piled.layer == seat else PiledCard(piled.layer, next(dealt))
            for piled in table.piles[animal]
        ]
    table.removed = list(dealt)


SPECIMEN = Specimen(
    "waka-tanka",
    (Setup({}, 3), Setup({"turn_seconds": 5}, 4), Setup({}, 5), Setup({"turn_seconds": 3600}, 6)),
    stray,
    disguise,
)
