"""Wapi for the law tests: every number of players with both ways of scoring."""

from tests.support.engine.specimen import Setup, Specimen
from watai.engine.dice import Dice
from watai.engine.game import Game, Move, Seat
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import SYMBOLS

WORDS = (*SYMBOLS, "", "Owl", "coin", "-1", "x" * 10_000, "\N{PILE OF POO}")


def stray(game: Game, dice: Dice) -> Move:
    """Any move there is, on sections that exist and sections that do not."""
    return dice.choice((Claim(), Decline(), Place(dice.choice(WORDS)), Place(dice.choice(WORDS))))


def disguise(game: Game, seat: Seat | None, dice: Dice) -> None:
    """Nobody knows in which order the tokens will leave the bag."""
    assert isinstance(game, Wapi)
    game.bag = dice.shuffle(game.bag)


SPECIMEN = Specimen(
    game="wapi",
    setups=[
        *(
            Setup({"scoring": scoring}, seats)
            for seats in Wapi.seats
            for scoring in ("basic", "advanced")
        ),
        Setup({"scoring": "advanced", "turn_seconds": 5}, 3),
    ],
    stray=stray,
    disguise=disguise,
)
