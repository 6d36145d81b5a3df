"""One running game with its numbers: every event gets the next seq and a later t, every input a record.

A match is a function of its Started record and the inputs after it, so recovery is playing them again.
It does no I/O: what it did comes back as records for the journal and numbered events for the players.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import msgpack

from engine.bots.crew import Crew
from engine.catalogue import GAMES
from engine.dice import Dice
from engine.game import Event, Game, IllegalMove, Millis, Move, Seat
from protocol.arbitration import divide
from protocol.errors import Denied
from protocol.messages import OptionValue, Race
from protocol.replay import Numbered, number
from server.storage.records import Played, Started, Ticked

NANOS_PER_MILLI: Final = 1_000_000
NANOS_PER_MICRO: Final = 1_000


class Match:
    """A game, its bots, and its history."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        started: Started,
        history_events: int,
        epoch: int = 0,
    ) -> None:
        rules = GAMES[game].rules(started.edition)
        self.id = started.match
        self.races = rules.races
        self.names = started.names
        self.started = started
        dice = Dice(started.seed)
        chosen, _ = divide(rules, options)
        self.game: Game = rules(rules.options_type.parse(chosen), len(started.names), dice)
        self.crew = Crew({})
        self.epoch = epoch
        """When it began, in ns of the monotonic clock."""
        self.at = Millis(0)
        self.t = 0
        self.seq = 0
        self.history: deque[Numbered] = deque(maxlen=history_events)
        self._number(self.game.opening, 0)
        self._open = rules.tell is Game.tell  # nothing to redact: all eyes see the same

    # time

    def clock(self, now: int) -> Millis:
        """The game clock at an instant; it never runs backwards."""
        return Millis(max((now - self.epoch) // NANOS_PER_MILLI, self.at))

    def micros(self, now: int) -> int:
        """The same in µs since the start."""
        return (now - self.epoch) // NANOS_PER_MICRO

    # inputs

    def play(
        self, seat: Seat, move: Move, at: Millis, t: int, n: int | None, race: Race | None = None
    ) -> tuple[Played, Sequence[Numbered]]:
        """A move by a player or a bot; raises IllegalMove. Whatever was due before has been done."""
        try:
            args = msgpack.encode(move)
        except OverflowError:  # before it is played: what cannot be journalled must not happen
            raise Denied("move/unknown", "a number in this move is too large") from None
        events = self.game.play(seat, move, at)
        numbered = self._accepted(events, at, t, race)
        told = numbered[0].t if numbered else t
        return Played(at, told, seat, type(move).__name__, args, n, race), numbered

    def tick(self, at: Millis, t: int) -> tuple[Ticked, Sequence[Numbered]]:
        """The rules act by themselves, at the instant that was due."""
        numbered = self._accepted(self.game.tick(at), at, t)
        return Ticked(at, numbered[0].t if numbered else t), numbered

    def replay(self, record: Played | Ticked) -> Sequence[Numbered]:
        """An input from the journal, once more."""
        at = Millis(record.at)
        if isinstance(record, Ticked):
            return self._accepted(self.game.tick(at), at, record.t)
        kind = next(each for each in self.game.move_types if each.__name__ == record.move)
        move = msgpack.decode(record.args, type=kind)
        events = self.game.play(Seat(record.seat), move, at)
        return self._accepted(events, at, record.t, record.race)

    def due(self) -> Millis | None:
        """When the rules or a bot act next."""
        if self.game.outcome() is not None:
            return None
        due, planned = self.game.due(), self.crew.due()
        if due is None or planned is None:
            return planned if due is None else due
        return min(due, planned)

    def step(self, at: Millis, t: int) -> tuple[Played | Ticked, Sequence[Numbered]] | None:
        """Do the next thing that is due by `at`: a tick, or a bot's move; None if there is none.

        A bot's move that is refused has changed nothing and is not told: it looks again.
        """
        while not self.over:
            ticked = self.tick_if_due(at, t)
            if ticked is not None:
                return ticked
            plan = self.plan_if_due(at)
            if plan is None:
                return None
            now, seat, move = plan
            try:
                played = self.play(seat, move, now, t, None)
            except IllegalMove:
                self.crew.consult(self.game, now, seat)
                continue
            self.crew.wake(self.game, now, seat)
            return played
        return None

    def tick_if_due(self, at: Millis, t: int) -> tuple[Ticked, Sequence[Numbered]] | None:
        """Let the rules act if they are to by `at`, and before any bot."""
        due, planned = self.game.due(), self.crew.due()
        if due is None or due > at or (planned is not None and planned < due):
            return None
        done = self.tick(due, t)
        self.crew.wake(self.game, due)
        return done

    def plan_if_due(self, at: Millis) -> tuple[Millis, Seat, Move] | None:
        """What a bot has planned for an instant by `at`; it is then for the caller to carry out."""
        planned = self.crew.due()
        if planned is None or planned > at:
            return None
        planned, seat, move = self.crew.take()
        return Millis(max(planned, self.at)), seat, move

    @property
    def over(self) -> bool:
        return self.game.outcome() is not None

    # what may be told

    def tell(self, numbered: Numbered, seat: Seat | None) -> Event | None:
        return numbered.event if self._open else self.game.tell(numbered.event, seat)

    @property
    def open_to_all(self) -> bool:
        """Whether every pair of eyes is told the same."""
        return self._open

    def since(self, seq: int) -> Sequence[Numbered] | None:
        """The events after this number, or None if they are not all kept."""
        if seq > self.seq or seq < 0:
            return None
        missing = self.seq - seq
        if missing > len(self.history):
            return None
        return list(self.history)[len(self.history) - missing :]

    def _accepted(
        self, events: Sequence[Event], at: Millis, t: int, race: Race | None = None
    ) -> Sequence[Numbered]:
        self.at = at
        return self._number(events, t, race)

    def _number(
        self, events: Sequence[Event], t: int, race: Race | None = None
    ) -> Sequence[Numbered]:
        numbered = number(events, self.seq, self.t, t, race)
        if numbered:
            self.seq, self.t = numbered[-1].seq, numbered[-1].t
            self.history.extend(numbered)
        return numbered
