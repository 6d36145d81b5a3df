"""Wataï for the law tests: every variant, every number of players, every option."""

from collections.abc import Callable

from tests.support.engine.specimen import Setup, Specimen
from watai.engine.dice import Dice
from watai.engine.game import Game, Move, Seat
from watai.engine.watai.accents import ACCENTS
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Go, Name, Open, Pick, Place, Say, Shout, Slap, Turn
from watai.engine.watai.rules import Watai

SHORT = {"target": 5}

SETUPS = [
    *(Setup({**SHORT, "variants": str(number)}, 3) for number in range(1, 17)),
    *(Setup({**SHORT, "variants": "dice"}, seats) for seats in range(2, 9)),
    Setup({**SHORT, "variants": "off", "refill": "manual"}, 4),
    Setup({**SHORT, "variants": "11", "refill": "manual", "shout": "auto"}, 4),
    Setup({**SHORT, "variants": "7", "shout": "auto", "refusal": "off"}, 2),
    Setup({**SHORT, "boxes": 2, "box": "blue"}, 2),
]

NUMBERS = (-(10**30), -1, 0, 1, 2, 3, 7, 10, 12, 13, 99, 10**30)


def stray(game: Game, dice: Dice) -> Move:
    """Any move with any value in it, some of them from the table."""
    assert isinstance(game, Watai)

    def card() -> Card:
        player = dice.choice(game.players)
        near = [*player.face_up(), *player.talon[-1:], *player.stock.hand[-1:]]
        return dice.choice([*near, Card(""), Card("G"), Card("Zr7"), Card("Gr99"), Card("\0")])

    def number() -> int:
        return dice.choice(NUMBERS)

    kinds: list[Callable[[], Move]] = [
        Go,
        lambda: Name(Seat(number())),
        lambda: Pick(dice.choice(["", "klingon", *ACCENTS])),
        lambda: Open(card()),
        lambda: Place(card(), number()),
        lambda: Place(card(), dice.below(4)),
        Turn,
        lambda: Fill(number()),
        Shout,
        lambda: Call(Seat(number()), card()),
        lambda: Slap(number()),
        lambda: Say(number()),
    ]
    return dice.choice(kinds)()


def disguise(game: Game, seat: Seat | None, dice: Dice) -> None:
    """Shuffle what lies face down together: Talons, Stocks, and the waste below its top."""
    assert isinstance(game, Watai)
    for player in game.players:
        stock = player.stock
        top = stock.waste[-1:]
        under = stock.waste[:-1]
        hidden = dice.shuffle([*stock.hand, *under])
        player.talon = dice.shuffle(player.talon)
        stock.hand, stock.waste = hidden[: len(stock.hand)], [*hidden[len(stock.hand) :], *top]


def sober(game: Game, seat: Seat, move: Move) -> bool:
    """Shout only with the right to it, and leave the rivals alone."""
    assert isinstance(game, Watai)
    if isinstance(move, Shout):
        return game.variant.may_shout(game.players, seat)
    return not isinstance(move, Call)


SPECIMEN = Specimen("watai", SETUPS, stray, disguise, sober)
