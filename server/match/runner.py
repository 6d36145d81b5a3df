"""The table of a room: the match that is played there, its referee and its bots, and what is told of it.

A room has one table and deals there again and again. Times are nanoseconds of the monotonic clock.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Final

from engine.catalogue import GAMES
from engine.dice import Dice
from engine.game import Move, Prompt, Seat
from protocol.arbitration import Arbitration, divide
from protocol.errors import Denied
from protocol.messages import Act, Pending, Prompts
from protocol.replay import Replay
from server.clock import Micros, Nanos
from server.match.broadcast import Audience, Listener
from server.match.ledger import Chain, Ledger
from server.match.match import NANOS_PER_MILLI, Match
from server.match.race_counts import Tally
from server.match.referee import Referee
from server.match.replies import Answer
from server.match.views import news_since, prompt_lines
from server.rooms.seating import Seating
from server.settings.limits import Limits
from server.storage import records
from server.storage.journal import Journal

NOBODY_ASKED: Final[tuple[int, tuple[Prompt, ...]]] = (0, ())


class Table:
    """Where those who sit play, and those who stand watch."""

    def __init__(
        self,
        opened: records.Opened,
        seating: Seating,
        audience: Audience,
        journal: Journal,
        limits: Limits,
        tally: Tally,
    ) -> None:
        self.match: Match | None = None
        self._code = opened.code
        self._game = opened.game
        self._options = opened.options
        self._seating = seating
        self._audience = audience
        self._journal = journal
        self._limits = limits
        self._tally = tally
        self._ledger: Ledger | None = None
        """Of a match that is not in the archive yet."""
        self._referee: Referee | None = None
        self._asked: tuple[int, tuple[Prompt, ...]] = NOBODY_ASKED

    # the course of a match

    def deal(self, names: Sequence[str], now: int, unix: int) -> None:
        """A new match."""
        match, seed = secrets.token_hex(8), secrets.token_bytes(32)
        edition = GAMES[self._game].game.edition
        started = records.Started(match, seed, tuple(names), unix, edition)
        self._journal.append(self._code, records.encode(started))
        self.begin(started, now)
        self._hire_bots()
        self.attend(now)

    def begin(self, started: records.Started, now: int) -> None:
        """A match as it was dealt; nobody looks at it yet."""
        self.match = Match(self._game, self._options, started, self._limits.history_events, now)
        chain = Chain(self._game, self._options, started)
        self._ledger = Ledger(self._journal, self._code, self.match, chain)
        chosen = Arbitration.parse(divide(type(self.match.game), self._options)[1])
        cap = Micros(chosen.longest_wait * 1_000)
        self._referee = Referee(self._ledger, self._audience, cap, self._tally)

    def reread(self, record: records.Input | records.Note) -> list[tuple[int, Answer]]:
        """A record of the match from the journal; the answers that were given with it, by seat."""
        assert self._referee is not None
        return self._referee.reread(record)

    def recovered(self, now: int) -> None:
        """The game clock goes on from where it stood, and the bots look at the table again."""
        if self.match is None:
            return
        self.match.epoch = now - self.match.at * NANOS_PER_MILLI
        self._asked = self._questions()
        if not self.match.over:
            self._hire_bots()
            self.attend(now)

    def take_finished(self) -> Replay | None:
        """The match if it has just ended, once."""
        ledger = self._ledger
        if ledger is None or not ledger.match.over:
            return None
        self._ledger = None
        return ledger.close(self._game, self._options)

    def archived(self) -> None:
        """The match is in the archive, and not the journal's business any more."""
        self._ledger = None

    def clear(self) -> None:
        self.match = self._ledger = self._referee = None

    @property
    def records(self) -> int:
        """How many are kept for the replay of a running match."""
        return 0 if self._ledger is None else len(self._ledger)

    # who plays

    def attend(self, now: int) -> None:
        """Somebody has come or gone, or a bot plays for somebody."""
        if self._referee is not None:
            self._referee.attend(now)

    def sit_down(self, listener: Listener, seat: int, now: int) -> None:
        """A guest plays here (again); a bot that played for it makes way."""
        if self.match is not None:
            self.match.crew.dismiss(Seat(seat))
            listener.meter.begin(Nanos(self.match.epoch))
        self.attend(now)

    def bot_takes_over(self, seat: int, now: int) -> None:
        """A bot plays for somebody who is not there any more."""
        match = self.match
        if match is None or match.over or Seat(seat) in match.crew.bots:
            return
        self._hire(match, Seat(seat), GAMES[self._game].bot.strengths[0])
        match.crew.wake(match.game, match.clock(now))
        self.attend(now)

    def _hire_bots(self) -> None:
        """The bots of the house look at the table."""
        match = self.match
        assert match is not None
        for number, place in enumerate(self._seating):
            if place.strength is not None:
                self._hire(match, Seat(number), place.strength)
        match.crew.wake(match.game, match.at)

    def _hire(self, match: Match, seat: Seat, strength: str) -> None:
        whims = Dice(secrets.token_bytes(32))  # not to be repeated: its moves are journalled
        bot = GAMES[self._game].bot(seat, strength, whims, self._limits.bot_speed)
        match.crew.hire(seat, bot)

    # playing

    @property
    def racing(self) -> bool:
        """Whether it matters here how far away players are."""
        return self._referee is not None and self._referee.measures

    def hot(self) -> Collection[Seat]:
        """The seats that could get into each other's way at any moment."""
        return () if self._referee is None else self._referee.hot()

    @property
    def holding(self) -> bool:
        """Whether somebody's move waits for others, so that every sign of them matters."""
        return self._referee is not None and self._referee.holding

    def act(self, session: str, move: Move, said: Act, stamp: int) -> Answer | Pending:
        """A guest's move, at the instant its bytes arrived."""
        if self._referee is None or self._referee.match.over:
            raise Denied("game/not_running")
        seat = self._seating.seat_of(session)
        if seat is None:
            raise Denied("seat/none")
        return self._referee.act(Seat(seat), session, move, said, stamp)

    def glimpse(self, session: str, moment: Micros, stamp: int) -> None:
        """A guest's pong: it had seen what was sent by that moment."""
        seat = self._seating.seat_of(session)
        if self._referee is not None and seat is not None:
            self._referee.glimpse(seat, moment, stamp)

    def advance(self, now: int) -> None:
        """Everything the rules and the bots do by themselves up to this instant, and every race that is decided by then."""
        if self._referee is not None:
            self._referee.advance(now)

    def due(self) -> list[int]:
        """When the rules, a bot or the referee act next."""
        if self.match is None or self._referee is None:
            return []
        due, decided = self.match.due(), self._referee.due()
        played = [] if due is None else [self.match.epoch + due * NANOS_PER_MILLI]
        return played if decided is None else [*played, decided]

    # telling

    def take_answers(self) -> list[tuple[str, Answer]]:
        """The answers to moves that had to wait, with whose they were; they are on their way."""
        if self._referee is None or not self._referee.answers:
            return []
        decided = [(each.session, answer) for each, answer in self._referee.answers]
        self._referee.answers.clear()
        for session, answer in decided:
            seat = self._seating.seat_of(session)
            listener = None if seat is None else self._audience.players[seat]
            if listener is not None:
                listener.queue(listener.codec.frame(answer))
        return decided

    def finish_pass(self, now: int) -> None:
        """The end of a pass: what was published goes out, and prompts if they have changed."""
        self._audience.send()
        asked = self._questions()
        if asked != self._asked:
            self._asked = asked
            match = self.match
            lines = [] if match is None else prompt_lines(match, match.clock(now))
            self._audience.tell_all(Prompts(lines))

    def _questions(self) -> tuple[int, tuple[Prompt, ...]]:
        """What is asked, and after which event: the same words after another event are another question."""
        match = self.match
        prompts = () if match is None else tuple(match.game.prompts())
        return (match.seq, prompts) if match is not None and prompts else NOBODY_ASKED

    def catch_up(self, listener: Listener, seat: Seat | None, seq: int | None, now: int) -> None:
        """What a listener has missed since that number: the events, or the whole table."""
        match = self.match
        if match is None:
            return
        news = news_since(match, seat, seq, match.clock(now))
        listener.queue(b"".join(map(listener.codec.frame, news)))

    def show(self, listener: Listener, session: str, now: int) -> None:
        """The whole table for somebody who is here; whatever happened before goes out before it."""
        if self.match is None:
            raise Denied("game/not_running")
        seat = self._seating.seat_of(session)
        self._audience.send()
        self.catch_up(listener, None if seat is None else Seat(seat), None, now)
