"""A whole game played by bots in virtual time: no clock, no network, every step in order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from watai.engine.bots.bot import Bot
from watai.engine.bots.crew import Crew
from watai.engine.game import START_OF_TIME, Event, Game, IllegalMove, Millis, Move, Seat


@dataclass(frozen=True, slots=True)
class Step:
    """One input and what came of it. Seat and move are None where the rules acted by themselves."""

    at: Millis
    seat: Seat | None
    move: Move | None
    events: Sequence[Event]
    refused: IllegalMove | None = None


class Stalled(Exception):
    """Nobody has a plan and no rule is going to act: a bot gave up in a running game."""


def playout(game: Game, bots: Mapping[Seat, Bot]) -> Iterator[Step]:
    """Play until there is an outcome, yielding the opening and then every input, accepted or refused."""
    crew = Crew(bots)
    yield Step(START_OF_TIME, None, None, game.opening)
    crew.wake(game, START_OF_TIME)
    while game.outcome() is None:
        due, planned = game.due(), crew.due()
        if due is not None and (planned is None or due <= planned):
            yield Step(due, None, None, game.tick(due))
            crew.wake(game, due)
        elif planned is not None:
            at, seat, move = crew.take()
            try:
                events = game.play(seat, move, at)
            except IllegalMove as refusal:
                yield Step(at, seat, move, (), refusal)
                crew.consult(game, at, seat)
            else:
                yield Step(at, seat, move, events)
                crew.wake(game, at, seat)
        else:
            raise Stalled(game.name)
