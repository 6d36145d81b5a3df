"""One running game with its numbers: every event gets the next seq and a later t, every input a record.

A match follows from its Started record and the inputs after it, so recovery plays them again.
It does no I/O: each input returns its record for the journal and its numbered events for the players.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import msgpack

from watai.engine.bots.crew import Crew
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Event, Game, IllegalMove, Millis, Move, Seat
from watai.protocol.arbitration import divide
from watai.protocol.errors import Denied
from watai.protocol.messages import OptionValue, Race
from watai.protocol.replay import Numbered, number
from watai.server.clock import MICROSECOND, MILLISECOND, Micros, Nanos
from watai.server.storage.records import Played, Started, Ticked

_ZERO: Final = Nanos(0)


class Match:
    """A game, its bots, and its last events."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        started: Started,
        history_events: int,
        epoch: Nanos = _ZERO,
    ) -> None:
        rules = GAMES[game].rules(started.edition)
        self.id = started.match
        self.races = rules.races
        self.started = started
        dice = Dice(started.seed)
        self.commitment = dice.commitment()
        """Told with the first view: after the game the seed shows that it was fixed before."""
        chosen, _ = divide(rules, options)
        self.game: Game = rules(rules.options_type.parse(chosen), len(started.names), dice)
        self.crew = Crew({})
        self.epoch = epoch
        """When the game clock stood at 0."""
        self.stopped_at: Nanos | None = None
        """Since when the game clock stands still; None while it runs."""
        self.at = Millis(0)
        self._due: Millis | None = None
        self._due_known = False
        self.t = 0
        self.seq = 0
        self.history: deque[Numbered] = deque(maxlen=history_events)
        self._number(self.game.opening, 0)
        self.open_to_all = rules.tell is Game.tell
        """Whether all players and spectators may see the same."""

    # time

    def clock(self, now: Nanos) -> Millis:
        """The game clock at an instant; it never runs backwards."""
        now = now if self.stopped_at is None else self.stopped_at
        return Millis(max((now - self.epoch) // MILLISECOND, self.at))

    def micros(self, now: Nanos) -> Micros:
        """An instant in µs since the start."""
        now = now if self.stopped_at is None else self.stopped_at
        return Micros((now - self.epoch) // MICROSECOND)

    def resume(self, now: Nanos) -> None:
        """Let the game clock go on from the last input."""
        self.epoch = Nanos(now - self.at * MILLISECOND)

    def stop_clock(self, now: Nanos) -> None:
        """Let the game clock stand still from this instant on."""
        self.stopped_at = now

    def start_clock(self, now: Nanos) -> None:
        """Let the game clock go on from where it stopped."""
        if self.stopped_at is not None:
            self.epoch = Nanos(self.epoch + max(0, now - self.stopped_at))
            self.stopped_at = None

    # inputs

    def play(
        self, seat: Seat, move: Move, at: Millis, t: Micros, n: int | None, race: Race | None = None
    ) -> tuple[Played, Sequence[Numbered]]:
        """A move by a player or a bot; raises IllegalMove. The caller has done everything that was due before."""
        try:
            args = msgpack.encode(move)
        except OverflowError:  # refused before it is played, because the journal could not keep it
            raise Denied("move/unknown", "a number in this move is too large") from None
        events = self.game.play(seat, move, at)
        numbered = self._accepted(events, at, t, race)
        told = numbered[0].t if numbered else t
        return Played(at, told, seat, type(move).__name__, args, n, race), numbered

    def tick(self, at: Millis, t: Micros) -> tuple[Ticked, Sequence[Numbered]]:
        """Let the rules act by themselves, at the instant that was due."""
        numbered = self._accepted(self.game.tick(at), at, t)
        return Ticked(at, numbered[0].t if numbered else t), numbered

    def replay(self, record: Played | Ticked) -> Sequence[Numbered]:
        """Play an input from the journal again."""
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
        due, planned = self._rules_due(), self.crew.due()
        if due is None or planned is None:
            return planned if due is None else due
        return min(due, planned)

    def _rules_due(self) -> Millis | None:
        """When the rules act next. Asked three times for every input, and only an input can change it."""
        if not self._due_known:
            self._due, self._due_known = self.game.due(), True
        return self._due

    def step(self, at: Millis, t: Micros) -> tuple[Played | Ticked, Sequence[Numbered]] | None:
        """Do the next thing that is due by `at`: a tick, or a bot's move; None if nothing is due.

        If the rules refuse a bot's move, nothing has changed, and the bot plans again.
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

    def tick_if_due(self, at: Millis, t: Micros) -> tuple[Ticked, Sequence[Numbered]] | None:
        """Let the rules act if they are due by `at`, and no bot is due before them."""
        due, planned = self._rules_due(), self.crew.due()
        if due is None or due > at or (planned is not None and planned < due):
            return None
        done = self.tick(due, t)
        self.crew.wake(self.game, due)
        return done

    def plan_if_due(self, at: Millis) -> tuple[Millis, Seat, Move] | None:
        """Take the next plan of a bot that is due by `at`; the caller carries it out."""
        planned = self.crew.due()
        if planned is None or planned > at:
            return None
        planned, seat, move = self.crew.take()
        return Millis(max(planned, self.at)), seat, move

    @property
    def over(self) -> bool:
        return self.game.outcome() is not None

    # what players may see

    def tell(self, numbered: Numbered, seat: Seat | None) -> Event | None:
        """The event as a seat may see it, or None if it may not; without a seat, as spectators may."""
        return numbered.event if self.open_to_all else self.game.tell(numbered.event, seat)

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
        self._due_known = False
        return self._number(events, t, race)

    def _number(
        self, events: Sequence[Event], t: int, race: Race | None = None
    ) -> Sequence[Numbered]:
        numbered = number(events, self.seq, self.t, t, race)
        if numbered:
            self.seq, self.t = numbered[-1].seq, numbered[-1].t
            self.history.extend(numbered)
        return numbered
