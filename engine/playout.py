"""A whole game played by bots in virtual time: no clock, no network, every step in order."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.bots.bot import Bot
from engine.game import START_OF_TIME, Event, Game, IllegalMove, Millis, Move, Seat


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
    now = START_OF_TIME
    plans: list[tuple[Millis, int, Seat, Move]] = []
    idle = dict.fromkeys(bots)
    count = 0

    def consult(seats: Sequence[Seat]) -> None:
        nonlocal count
        for seat in seats:
            plan = bots[seat].think(game.view(seat), now)
            if plan is None:
                idle[seat] = None
            else:
                idle.pop(seat, None)
                count += 1
                heapq.heappush(plans, (Millis(now + plan.after), count, seat, plan.move))

    yield Step(now, None, None, game.opening)
    consult(list(idle))
    while game.outcome() is None:
        due = game.due()
        if due is not None and (not plans or due <= plans[0][0]):
            now = due
            yield Step(now, None, None, game.tick(now))
            consult(list(idle))
        elif plans:
            now, _, seat, move = heapq.heappop(plans)
            try:
                events = game.play(seat, move, now)
            except IllegalMove as refusal:
                yield Step(now, seat, move, (), refusal)
                consult([seat])
            else:
                yield Step(now, seat, move, events)
                consult([seat, *(other for other in idle if other != seat)])
        else:
            raise Stalled(game.name)
