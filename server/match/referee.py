"""Who plays first: every move of a match goes through here, at once or after a wait for somebody who may have been quicker.

    no rival who could still be earlier    carried out in the same pass, nothing added
    rivals                                 a case is opened, the player told `pending`; it is decided when it is due
    a move that needs one still waiting    stands in line behind it

What a move is for the game says, what its player had seen the sights, who was quicker the arbiter; here they are only brought together.
The verdict goes into the ledger before the moves it lets pass, so nothing is ever decided twice.
"""

from collections.abc import Collection, Sequence

from engine.game import IllegalMove, Millis, Move, Seat
from protocol.errors import Denied
from protocol.messages import Act, Pending, Race, Refused
from protocol.replay import Numbered
from server.arbitration.arbiter import decide
from server.arbitration.races import STRICT, Ruling
from server.arbitration.view_time import timing_of
from server.clock import Micros
from server.match.broadcast import Audience
from server.match.docket import Docket
from server.match.holds import Attempt, Hold, Holds
from server.match.ledger import Ledger
from server.match.player_timing import Sights
from server.match.race_counts import Tally
from server.match.recent_races import Decided
from server.match.replies import Answer, done, lost, tie_key, told
from server.storage import records


class Referee:
    """The moves of one match, in the order in which they count."""

    def __init__(self, ledger: Ledger, audience: Audience, cap: Micros, tally: Tally) -> None:
        self.match = ledger.match
        self.answers: list[tuple[Attempt, Answer]] = []
        """Of moves that had to wait; whoever passes them on clears the list."""
        self._ledger = ledger
        self._audience = audience
        self._sights = Sights(ledger.match, audience)
        self._cap = cap
        self._tally = tally
        self._key = tie_key(ledger.match.started.seed)
        self._holds = Holds()
        self._docket = Docket(ledger, self._holds, self._sights, cap)
        self._decided = Decided()
        self._hot: Collection[Seat] = ()
        self._hot_at = -1

    @property
    def measures(self) -> bool:
        """Whether it matters here how far away players are."""
        return self.match.races and self._cap != STRICT and not self.match.over

    def hot(self) -> Collection[Seat]:
        """The seats that could get into each other's way at any moment."""
        if self._hot_at != self.match.seq:
            self._hot_at, self._hot = self.match.seq, self.match.game.hot()
        return self._hot

    @property
    def holding(self) -> bool:
        return bool(self._holds)

    def due(self) -> int | None:
        """When the next case is to be decided, in ns of the monotonic clock."""
        due = self._holds.due()
        return None if due is None else self.match.epoch + due * 1_000

    # moves of players

    def act(self, seat: Seat, session: str, move: Move, said: Act, stamp: int) -> Answer | Pending:
        """A player's move, at the instant it arrived. Raises IllegalMove or Denied."""
        self.advance(stamp, arriving=True)
        match = self.match
        now = Micros(match.micros(stamp))
        if not match.races:
            return done(said.n, self._carry_out(seat, move, now, said.n))
        sights = self._sights
        if not self._holds and not self._docket.contested(seat, move):
            try:
                events = self._carry_out(seat, move, now, said.n)
            except IllegalMove:
                attempt = sights.attempt(seat, session, move, said, now)
                if (beaten := self._too_late(attempt)) is not None:
                    return beaten
                raise
            sights.meter(seat).act_arrived(now, said.seen, said.el)
            return done(said.n, events)
        return self._arbitrate(sights.attempt(seat, session, move, said, now), now)

    def _arbitrate(self, attempt: Attempt, now: Micros) -> Answer | Pending:
        assert attempt.n is not None
        if self._holds.have(attempt.seat, attempt.n):
            return Pending(attempt.n)  # said again after a lost connection
        moment = timing_of(attempt.play).view_time
        self._sights.meter(attempt.seat).acted(moment)
        self._holds.glimpse(attempt.seat, now, moment)
        self._submit(attempt, now)
        self._settle(now)
        for index, (whose, answer) in enumerate(self.answers):
            if whose is attempt:
                del self.answers[index]
                return answer
        return Pending(attempt.n)

    def _submit(self, attempt: Attempt, now: Micros) -> None:
        """Carry a move out, unless it must wait."""
        if not self._docket.enter(attempt):
            self._conclude(attempt, now)

    # deciding

    def advance(self, now: int, arriving: bool = False) -> None:
        """Everything that is due up to this instant; before something that arrived in it, what was due before it."""
        match = self.match
        if not match.races:
            while (step := match.step(match.clock(now), match.micros(now))) is not None:
                self._publish(*step)
            return
        micros = match.micros(now)
        if not self._holds:
            due = match.due()
            if due is None or due * 1_000 > micros:
                return
        while True:
            ripe = self._holds.ripe(micros - 1 if arriving else micros)
            until = micros if ripe is None else min(micros, ripe.due)
            if self._step(until):
                continue
            if match.over:
                self._wind_up()
            elif ripe is not None:
                self._judge(ripe)
                continue
            return

    def _wind_up(self) -> None:
        """The game is over, and its ledger closed: the rules refuse whatever still waits."""
        for attempt in self._holds.clear():
            self._conclude(attempt, Micros(self.match.t))

    def _settle(self, now: Micros) -> None:
        """Decide what nobody can change any more."""
        while not self.match.over and (ripe := self._holds.ripe(now)) is not None:
            self._judge(ripe)

    def _step(self, micros: int) -> bool:
        """The next thing that the rules or a bot do by themselves, if it is due."""
        match, at = self.match, Millis(micros // 1_000)
        if match.over:
            return False
        ticked = match.tick_if_due(at, micros)
        if ticked is not None:
            self._publish(*ticked)
            return True
        plan = match.plan_if_due(at)
        if plan is None:
            return False
        planned, seat, move = plan
        attempt = Attempt.of_bot(seat, move, planned * 1_000)
        self._submit(attempt, attempt.play.arrived)
        return True

    def _judge(self, hold: Hold) -> None:
        """Decide a case, and carry out what stands."""
        self._holds.close(hold)
        verdict = decide(hold.case, self._key)
        self._ledger.judge(hold.case, verdict, hold.moves, hold.since)
        self._decided.add(verdict)
        self._tally.decided(verdict)
        for ruling in verdict.order:
            self._conclude(hold.attempts[ruling.seat], verdict.at, told(verdict, ruling), ruling)
        for attempt in self._holds.release():
            self._submit(attempt, verdict.at)

    def _conclude(
        self, attempt: Attempt, now: Micros, race: Race | None = None, ruling: Ruling | None = None
    ) -> None:
        """Carry a move out and answer it. One that was beaten may still fit, and is then good (WATAI-14)."""
        try:
            events = self._carry_out(attempt.seat, attempt.move, now, attempt.n, race)
        except (IllegalMove, Denied) as error:
            crew = self.match.crew
            if attempt.n is not None:
                self.answers.append((attempt, self._refusal(attempt, attempt.n, error, ruling)))
            elif attempt.seat in crew.bots:
                crew.consult(self.match.game, self.match.at, attempt.seat)
        else:
            if attempt.n is not None:
                self.answers.append((attempt, done(attempt.n, events)))

    def _refusal(
        self, attempt: Attempt, n: int, error: IllegalMove | Denied, ruling: Ruling | None
    ) -> Refused:
        if ruling is not None and not ruling.stands:
            return lost(n, ruling.by, ruling.margin)
        if isinstance(error, Denied):
            return Refused(n, error.code, error.why)
        illegal = Refused(n, "move/illegal", error.why, error.clause)
        if ruling is not None or self.match.over:
            return illegal
        return self._too_late(attempt) or illegal

    def _too_late(self, attempt: Attempt) -> Refused | None:
        """The refusal of a play whose slot was raced for and is taken."""
        slot = self.match.game.missed(attempt.move)
        if slot is None or slot not in self._decided or attempt.n is None:
            return None
        play = self._sights.play_for(attempt, self._sights.opening(slot), True)
        found = self._decided.late(slot, play)
        if found is None:
            return None
        if self._decided.first(slot, attempt.seat):
            self._ledger.write(records.Missed(found))
            self._tally.missed(found)
        return lost(attempt.n, found.by, found.margin)

    def _carry_out(
        self, seat: Seat, move: Move, now: int, n: int | None, race: Race | None = None
    ) -> Sequence[Numbered]:
        match = self.match
        at = Millis(max(now // 1_000, match.at))
        record, events = match.play(seat, move, at, now, n, race)
        self._publish(record, events)
        match.crew.wake(match.game, at, seat)
        return events

    def _publish(self, record: records.Input, events: Sequence[Numbered]) -> None:
        self._ledger.write(record)
        self._audience.publish(self.match, events)

    # who is there

    def glimpse(self, seat: int, moment: Micros | None, stamp: int) -> None:
        """A frame of a player shows the moment it had seen."""
        self.advance(stamp, arriving=True)
        self._holds.glimpse(seat, Micros(self.match.micros(stamp)), moment)

    def attend(self, now: int) -> None:
        """Somebody has come or gone, or a bot plays for somebody."""
        if not self.match.races or self.match.over:
            return
        players, bots = self._audience.players, self.match.crew.bots
        there = tuple(seat for seat, each in enumerate(players) if each and seat not in bots)
        if there == self._docket.attending:
            return
        for gone in set(self._docket.attending) - set(there):
            self.glimpse(gone, None, now)
        self._docket.attending = there
        self._ledger.write(records.ConnectedSeats(there))

    def reread(self, record: records.Input | records.Note) -> list[tuple[int, Answer]]:
        """A record from the journal; the answers that were given with it, by seat."""
        self._ledger.reread(record)
        match record:
            case records.ConnectedSeats(seats):
                self._docket.attending = seats
            case records.Judged(_, verdict):
                beaten = [ruling for ruling in verdict.order if not ruling.stands]
                return [(each.seat, lost(each.n, each.by, each.margin)) for each in beaten]
            case records.Played() | records.Ticked():
                events = self.match.replay(record)
                if isinstance(record, records.Played) and record.n is not None:
                    return [(record.seat, done(record.n, events))]
        return []
