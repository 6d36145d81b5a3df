"""Random play: any legal move by anyone, or the passing of time, until the end or a limit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from watai.engine.dice import Dice
from watai.engine.game import Event, Game, Millis, Move, Seat


@dataclass(frozen=True, slots=True)
class Input:
    """One accepted input of a random game; seat and move are None for a tick."""

    at: Millis
    seat: Seat | None
    move: Move | None
    events: tuple[Event, ...]


def wander(
    game: Game,
    seats: int,
    dice: Dice,
    limit: int,
    patience: int = 400,
    sober: Callable[[Game, Seat, Move], bool] | None = None,
) -> Iterator[Input]:
    """Up to `limit` inputs; between two of them up to `patience` milliseconds pass."""
    now = Millis(0)

    def choices(seat: Seat) -> list[Move]:
        return [move for move in game.moves(seat) if sober is None or sober(game, seat, move)]

    for _ in range(limit):
        if game.outcome() is not None:
            return
        start = dice.below(seats)
        order = [Seat((start + offset) % seats) for offset in range(seats)]
        able = next((seat for seat in order if choices(seat)), None)
        due = game.due()
        later = Millis(now + dice.below(patience))
        if due is not None and (able is None or due <= later):
            now = due
            yield Input(now, None, None, tuple(game.tick(now)))
        else:
            assert able is not None, "a running game in which nobody can do anything, ever"
            now = later
            move = dice.choice(choices(able))
            yield Input(now, able, move, tuple(game.play(able, move, now)))
