"""The order of plays: every play of a match passes here, and is carried out at once or after its race is decided.

    no rival could still be earlier    carried out and answered in the same pass
    rivals could                       a race is opened, and the player told `pending` until it is due
    its player's earlier play waits    queues behind that

The game says what a play races for, the player timing what its player had seen, the arbiter who was quicker.
The verdict is written to the ledger before the moves it lets stand, so that recovery never decides a race again.
"""

from collections.abc import Collection, Sequence

from watai.engine.game import IllegalMove, Millis, Move, Seat, Stake
from watai.protocol.errors import Denied
from watai.protocol.messages import Act, Pending, Race, Refused
from watai.protocol.replay import Numbered
from watai.server.arbitration.arbiter import decide
from watai.server.arbitration.races import STRICT, Ruling
from watai.server.arbitration.view_time import is_early
from watai.server.clock import MICROSECOND, Micros, Nanos
from watai.server.match.attempt import Attempt
from watai.server.match.broadcast import Broadcast
from watai.server.match.holds import Hold, Holds
from watai.server.match.ledger import Ledger
from watai.server.match.player_timing import PlayerTiming
from watai.server.match.race_counts import RaceCounts
from watai.server.match.recent_races import RecentRaces
from watai.server.match.replies import Replies, Reply, done, lost, race_told, tie_key
from watai.server.storage import records


class Referee:
    """The plays of one match, in the order in which they count."""

    def __init__(
        self,
        ledger: Ledger,
        broadcast: Broadcast,
        cap: Micros,
        race_counts: RaceCounts,
        replies: Replies,
    ) -> None:
        self.match = ledger.match
        self._ledger = ledger
        self._broadcast = broadcast
        self._cap = cap
        self._race_counts = race_counts
        self._replies = replies
        self.timing = PlayerTiming(ledger.match, broadcast)
        self._holds = Holds(ledger, self.timing, cap)
        self._fair = ledger.match.races and cap != STRICT
        """Whether races are decided by view time; else nobody asks what a player has seen, or since when a slot is open."""
        self._recent = RecentRaces()
        self._tie_key = tie_key(ledger.match.started.seed)
        self._hot: Collection[Seat] = ()
        self._hot_at = -1

    @property
    def racing(self) -> bool:
        """Whether races are decided by view time here, so that players' RTTs matter."""
        match = self.match
        return self._fair and match.stopped_at is None and not match.over

    def hot(self) -> Collection[Seat]:
        """The seats whose players could race each other at any moment."""
        if self._hot_at != self.match.seq:
            self._hot_at, self._hot = self.match.seq, self.match.game.hot()
        return self._hot

    @property
    def holding(self) -> bool:
        """Whether a play waits for rivals."""
        return bool(self._holds.open)

    def contested(self) -> tuple[str, ...]:
        """The places that everybody may be told are contested now."""
        return self._holds.contested()

    def due(self) -> Nanos | None:
        """When the next race is to be decided."""
        due = self._holds.due()
        return None if due is None else Nanos(self.match.epoch + due * MICROSECOND)

    # plays arrive

    def act(self, seat: Seat, session: str, move: Move, said: Act, stamp: Nanos) -> None:
        """A player's move, at the instant it arrived; its answer leaves through the replies. Raises IllegalMove or Denied."""
        holds = self._holds
        waited = holds.waits(seat, said.n) if holds.open else False
        self.advance(stamp, arriving=True)
        if waited and not holds.waits(seat, said.n):
            return  # this is the same play again, and it was answered while time passed
        match, timing = self.match, self.timing
        now = match.micros(stamp)
        if self._fair:
            stake = match.game.stake(seat, move)
            if holds.open or holds.contestable(stake):
                attempt = timing.attempt(seat, session, move, said, now)
                self._arbitrate(attempt, stake, said.n, now)
                return
        try:
            events = self._carry_out(seat, move, now, said.n)
        except IllegalMove:
            if not match.races:
                raise
            attempt = timing.attempt(seat, session, move, said, now)
            if (beaten := self._too_late(attempt)) is None:
                self._note_misplaced(attempt)
                raise
            self._reply(seat, session, beaten)
            return
        if self._fair and (meter := timing.meter(seat)) is not None:
            meter.act_arrived(now, said.seen, said.el)
        self._reply(seat, session, done(said.n, events))

    def _arbitrate(self, attempt: Attempt, stake: Stake | None, n: int, now: Micros) -> None:
        """A play that is contested, or that arrives while others wait."""
        seat = attempt.seat
        if not self._holds.waits(seat, n):  # or it is repeated after a lost connection
            self._holds.prove(seat, now, self.timing.acted(attempt))
            if not self._holds.enter(attempt, stake):
                self._conclude(attempt, now)
            while not self.match.over and (ripe := self._holds.ripe(now)) is not None:
                self._judge(ripe)
            if not self._holds.waits(seat, n):
                return  # answered
        self._replies.send(self._broadcast.players[seat], Pending(n))

    def _enter(self, attempt: Attempt, now: Micros) -> None:
        """Carry a play out, unless it must wait."""
        if not self._holds.enter(attempt, self.match.game.stake(attempt.seat, attempt.move)):
            self._conclude(attempt, now)

    def _reply(self, seat: Seat, session: str, reply: Reply) -> None:
        self._replies.send_kept(session, self._broadcast.players[seat], reply)

    # time passes

    def advance(self, now: Nanos, arriving: bool = False) -> None:
        """Do everything that is due up to this instant: the rules, bots, races.

        A race that is due in the very instant in which a message is `arriving` waits: the message may be a play for it.
        """
        match = self.match
        if not match.races:
            while (step := match.step(match.clock(now), match.micros(now))) is not None:
                self._publish(*step)
            return
        micros = match.micros(now)
        if not self._holds.open:
            due = match.due()
            if due is None or due * 1_000 > micros:
                return
        while True:
            ripe = self._holds.ripe(Micros(micros - 1) if arriving else micros)
            until = micros if ripe is None else min(micros, ripe.due)
            if self._step(until):
                continue
            if match.over:
                self._refuse_waiting()
            elif ripe is not None:
                self._judge(ripe)
                continue
            return

    def _step(self, micros: Micros) -> bool:
        """Let the rules or a bot do the next thing, if it is due by then."""
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
        attempt = Attempt.of_bot(seat, move, Micros(planned * 1_000))
        self._enter(attempt, attempt.play.arrived)
        return True

    def _refuse_waiting(self) -> None:
        """The game is over: the rules refuse the plays that still wait."""
        for attempt in self._holds.clear():
            self._conclude(attempt, Micros(self.match.t))

    # plays are decided

    def _judge(self, hold: Hold) -> None:
        """Decide a race, carry out the plays that stand, and let queued plays enter again."""
        self._holds.close(hold)
        verdict = decide(hold.case, self._tie_key, hold.timings)
        self._ledger.judge(hold.case, verdict, hold.moves, hold.since)
        self._recent.add(verdict)
        self._race_counts.count_race(verdict)
        for ruling in verdict.order:
            attempt = hold.attempts[ruling.seat]
            self._conclude(attempt, verdict.at, race_told(verdict, ruling), ruling)
        for attempt in self._holds.release():
            self._enter(attempt, verdict.at)

    def _conclude(
        self, attempt: Attempt, now: Micros, race: Race | None = None, ruling: Ruling | None = None
    ) -> None:
        """Carry a play out and answer it. One that was beaten may still be legal, and then counts (WATAI-14)."""
        seat, n = attempt.seat, attempt.n
        try:
            events = self._carry_out(seat, attempt.move, now, n, race)
        except (IllegalMove, Denied) as error:
            crew = self.match.crew
            if n is not None:
                self._reply(seat, attempt.session, self._refusal(attempt, n, error, ruling))
            elif seat in crew.bots:
                crew.consult(self.match.game, self.match.at, seat)
        else:
            if n is not None:
                self._reply(seat, attempt.session, done(n, events))

    def _refusal(
        self, attempt: Attempt, n: int, error: IllegalMove | Denied, ruling: Ruling | None
    ) -> Refused:
        if ruling is not None and not ruling.stands:
            return lost(n, ruling.by, ruling.margin, is_early(attempt.play))
        if isinstance(error, Denied):
            return Refused(n, error.code, error.why)
        illegal = Refused(n, "move/illegal", error.why, error.clause)
        if ruling is not None or self.match.over:
            return illegal
        beaten = self._too_late(attempt)
        if beaten is None:
            self._note_misplaced(attempt)
        return beaten or illegal

    def _note_misplaced(self, attempt: Attempt) -> None:
        """Note a play that was refused, unless it came too late for the slot below: that was open when the player pressed."""
        if self.match.game.missed(attempt.move) is None:
            noted = self.timing.misplaced(attempt)
            if noted is not None:
                self._ledger.write(noted)
                self.timing.note_misplaced(noted)

    def _too_late(self, attempt: Attempt) -> Refused | None:
        """The refusal of a play whose slot a rival has taken in a race; None if there was no such race."""
        slot = self.match.game.missed(attempt.move)
        if slot is None or slot not in self._recent or attempt.n is None:
            return None
        play = self.timing.play_for(attempt, self.timing.opening(slot), True)
        found = self._recent.late(slot, play)
        if found is None:
            return None
        if self._recent.first_late(slot, attempt.seat):
            self._ledger.write(records.Missed(found))
            self._race_counts.count_late(found)
        return lost(attempt.n, found.by, found.margin, is_early(play))

    def _carry_out(
        self, seat: Seat, move: Move, now: Micros, n: int | None, race: Race | None = None
    ) -> Sequence[Numbered]:
        match = self.match
        at = Millis(max(now // 1_000, match.at))
        record, events = match.play(seat, move, at, now, n, race)
        self._publish(record, events)
        match.crew.wake(match.game, at, seat)
        return events

    def _publish(self, record: records.InputRecord, events: Sequence[Numbered]) -> None:
        self._ledger.write(record)
        if self._fair:
            self.timing.note(events)
        self._broadcast.publish(self.match, events)

    # players come, go, and show what they have seen

    def seen_proof(self, seat: int, moment: Micros | None, stamp: Nanos) -> None:
        """A pong proves that its player had seen everything up to this moment; None: the player is disconnected."""
        self.advance(stamp, arriving=True)
        self._holds.prove(seat, self.match.micros(stamp), moment)

    def update_connected(self, now: Nanos, absent: bool = False) -> None:
        """A player has connected or disconnected, or a bot has taken or left a seat.

        `absent`: the game is being paused, so nobody counts as connected.
        """
        if not self.match.races or self.match.over:
            return
        players, bots = self._broadcast.players, self.match.crew.bots
        absent = absent or self.match.stopped_at is not None
        there = tuple(
            seat for seat, each in enumerate(players) if each and seat not in bots and not absent
        )
        before = self._holds.connected_seats
        if there == before:
            return
        for gone in set(before) - set(there):
            self.seen_proof(gone, None, now)
        self._holds.connect(there)
        self._ledger.write(records.ConnectedSeats(there))

    # recovery

    def reread(self, record: records.InputRecord | records.NoteRecord) -> list[tuple[int, Reply]]:
        """Take in a record from the journal; returns the answers that were given with it, by seat."""
        self._ledger.reread(record)
        match record:
            case records.ConnectedSeats(seats):
                self._holds.connect(seats)
            case records.Misplaced():
                self.timing.note_misplaced(record)
            case records.Judged(case, verdict):
                early = {(play.seat, play.n): is_early(play) for play in case.plays}
                return [
                    (each.seat, lost(each.n, each.by, each.margin, early[each.seat, each.n]))
                    for each in verdict.order
                    if not each.stands
                ]
            case records.Played() | records.Ticked():
                events = self.match.replay(record)
                if self._fair:
                    self.timing.note(events)
                if isinstance(record, records.Played) and record.n is not None:
                    return [(record.seat, done(record.n, events))]
        return []
