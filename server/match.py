"""One running game with its numbers: every event gets the next seq and a later t, every input a record.

A match is a function of its Started record and the inputs after it, so recovery is playing them again.
It does no I/O: what it did comes back as records for the journal and numbered events for the players.
"""

from collections import deque
from collections.abc import Mapping, Sequence

from msgspec import msgpack

from engine.bots.crew import Crew
from engine.catalogue import GAMES
from engine.dice import Dice
from engine.game import Event, Game, IllegalMove, Millis, Move, Seat
from protocol.errors import Denied
from protocol.replay import Numbered, number
from server.records import Played, Started, Ticked


class Match:
    """A game, its bots, and its history."""

    def __init__(
        self, game: str, options: Mapping[str, object], started: Started, history_events: int
    ) -> None:
        rules = GAMES[game].game
        self.id = started.match
        self.names = started.names
        self.started = started
        dice = Dice(started.seed)
        self.game: Game = rules(rules.options_type.parse(options), len(started.names), dice)
        self.crew = Crew({})
        self.at = Millis(0)
        self.t = 0
        self.seq = 0
        self.history: deque[Numbered] = deque(maxlen=history_events)
        self._number(self.game.opening, 0)
        self._open = rules.tell is Game.tell  # nothing to redact: all eyes see the same

    # inputs

    def play(
        self, seat: Seat, move: Move, at: Millis, t: int, n: int | None
    ) -> tuple[Played, Sequence[Numbered]]:
        """A move by a player or a bot; raises IllegalMove. Whatever was due before has been done."""
        try:
            args = msgpack.encode(move)
        except OverflowError:  # before it is played: what cannot be journalled must not happen
            raise Denied("move/unknown", "a number in this move is too large") from None
        events = self.game.play(seat, move, at)
        numbered = self._accepted(events, at, t)
        return Played(
            at, numbered[0].t if numbered else t, seat, type(move).__name__, args, n
        ), numbered

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
        return self._accepted(self.game.play(Seat(record.seat), move, at), at, record.t)

    def due(self) -> Millis | None:
        """When the rules or a bot act next."""
        if self.over:
            return None
        dues = [due for due in (self.game.due(), self.crew.due()) if due is not None]
        return min(dues) if dues else None

    def step(self, at: Millis, t: int) -> tuple[Played | Ticked, Sequence[Numbered]] | None:
        """Do the next thing that is due by `at`: a tick, or a bot's move; None if there is none.

        A bot's move that is refused has changed nothing and is not told: it looks again.
        """
        while not self.over:
            due, planned = self.game.due(), self.crew.due()
            if due is not None and due <= at and (planned is None or due <= planned):
                done = self.tick(due, t)
                self.crew.wake(self.game, due)
                return done
            if planned is None or planned > at:
                return None
            planned, seat, move = self.crew.take()
            now = Millis(max(planned, self.at))
            try:
                played = self.play(seat, move, now, t, None)
            except IllegalMove:
                self.crew.consult(self.game, now, seat)
                continue
            self.crew.wake(self.game, now, seat)
            return played
        return None

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

    def _accepted(self, events: Sequence[Event], at: Millis, t: int) -> Sequence[Numbered]:
        self.at = at
        return self._number(events, t)

    def _number(self, events: Sequence[Event], t: int) -> Sequence[Numbered]:
        numbered = number(events, self.seq, self.t, t)
        if numbered:
            self.seq, self.t = numbered[-1].seq, numbered[-1].t
            self.history.extend(numbered)
        return numbered
