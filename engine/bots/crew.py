"""The bots at a table, and what each of them is about to do."""

import heapq
from collections.abc import Iterable, Mapping

from watai.engine.bots.bot import Bot
from watai.engine.game import Game, Millis, Move, Seat


class Crew:
    """The seats that bots play. The caller passes on what happens (`wake`) and carries out their plans in time (`take`)."""

    def __init__(self, bots: Mapping[Seat, Bot]) -> None:
        self.bots = dict(bots)
        self._idle = dict.fromkeys(bots)
        self._plans: list[tuple[Millis, int, Seat, Move]] = []
        self._count = 0

    def hire(self, seat: Seat, bot: Bot) -> None:
        """Put a bot on a seat, in place of any other; it looks at the table with the next `wake`."""
        self.dismiss(seat)
        self.bots[seat] = bot
        self._idle[seat] = None

    def dismiss(self, seat: Seat) -> None:
        """Take a bot off its seat, and its plan with it."""
        self.bots.pop(seat, None)
        self._idle.pop(seat, None)
        self._plans = [plan for plan in self._plans if plan[2] != seat]
        heapq.heapify(self._plans)

    def due(self) -> Millis | None:
        """When the next plan is to be carried out."""
        return self._plans[0][0] if self._plans else None

    def take(self) -> tuple[Millis, Seat, Move]:
        """The next plan; its bot looks again with the next `wake`."""
        at, _, seat, move = heapq.heappop(self._plans)
        return at, seat, move

    def wake(self, game: Game, now: Millis, first: Seat | None = None) -> None:
        """After an input: the bot that made it and every bot without a plan look at the table."""
        if not self.bots:
            return
        seats: Iterable[Seat] = [] if first is None or first not in self.bots else [first]
        for seat in [*seats, *(idle for idle in self._idle if idle != first)]:
            self.consult(game, now, seat)

    def consult(self, game: Game, now: Millis, seat: Seat) -> None:
        """Let one bot look and plan."""
        plan = self.bots[seat].think(game.view(seat), now)
        if plan is None:
            self._idle[seat] = None
        else:
            self.schedule(seat, plan.move, Millis(now + plan.after))

    def schedule(self, seat: Seat, move: Move, at: Millis) -> None:
        """A bot will make this move; until then it does not look again."""
        self._idle.pop(seat, None)
        self._count += 1
        heapq.heappush(self._plans, (at, self._count, seat, move))
