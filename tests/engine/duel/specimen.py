"""The Duel for the law tests."""

from tests.support.engine.specimen import Setup, Specimen
from watai.engine.dice import Dice
from watai.engine.duel.moves import Choose, Decline, Exchange, Place, Trade
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import CELLS, MASKS, SIDES
from watai.engine.game import Game, Move, Seat

SETUPS = (
    Setup({"variant": "base"}, 2),
    Setup({"variant": "memory"}, 2),
    Setup({"variant": "professional"}, 2),
    Setup({"variant": "base", "exchange": "optional", "duel_limit": 0}, 2),
    Setup(
        {"variant": "professional", "exchange": "optional", "duel_limit": 0, "minute_limit": 1}, 2
    ),
)

_NUMBERS = (-(10**30), -1, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10**30)


def _stray(game: Game, dice: Dice) -> Move:
    def number() -> int:
        return dice.choice(_NUMBERS)

    def seat() -> Seat:
        return Seat(dice.choice((0, 0, 1, 1, -1, 2, 10**9)))

    return dice.choice(
        (
            Place(seat(), number(), number(), number()),
            Choose(number()),
            Exchange(number(), number(), number(), number()),
            Trade(seat(), number(), seat(), number()),
            Decline(),
        )
    )


def _disguise(game: Game, seat: Seat | None, dice: Dice) -> None:
    """Give the others' masks lying face down other numbers, face-down stones other values, and the clock other chance."""
    assert isinstance(game, Duel)
    game.dice = dice.fork(str(dice.word()))
    masks = game.state.masks
    for chooser in masks:
        if chooser != seat:
            masks[chooser] = dice.choice([mask for mask in MASKS if mask != masks[chooser]])
    if game.options.variant == "memory":
        for side in SIDES:
            _shuffle_stones(game, side, dice, hand_too=side != seat)


def _shuffle_stones(game: Duel, side: Seat, dice: Dice, hand_too: bool) -> None:
    board, hand = game.state.board, game.state.hands[side]
    covered = [cell for cell in CELLS if board.stones(side, cell)]
    stones = [stone for cell in covered for stone in board.stones(side, cell)]
    mixed = dice.shuffle([*stones, *sorted(hand)] if hand_too else stones)
    for cell in covered:
        board.stones(side, cell)[:] = [mixed.pop()]
    if hand_too:
        hand.clear()
        hand.update(mixed)


SPECIMEN = Specimen(game="duel", setups=SETUPS, stray=_stray, disguise=_disguise)
