"""One match of a room, from the deal to the archive: its game, ledger, referee and bots."""

from collections.abc import Callable, Mapping, Sequence

from watai.engine.catalogue import GAMES
from watai.engine.game import Millis, Prompt, Seat
from watai.protocol.arbitration import Arbitration, divide
from watai.protocol.chain import Chain
from watai.protocol.hashed_name import SALT_BYTES, HashedName
from watai.protocol.messages import Prompts
from watai.protocol.replay import Replay
from watai.server import chance
from watai.server.arbitration.races import STRICT
from watai.server.bots.remote_bot import RemoteBot
from watai.server.bots.thinker import Recipe
from watai.server.clock import MILLISECOND, Micros, Nanos
from watai.server.match.broadcast import Broadcast, Listener
from watai.server.match.fresh_views import FreshViews
from watai.server.match.ledger import Ledger
from watai.server.match.match import Match
from watai.server.match.race_counts import RaceCounts
from watai.server.match.referee import Referee
from watai.server.match.replies import Replies
from watai.server.match.spectator_delay import delay_of
from watai.server.match.view_frames import ViewFrames
from watai.server.match.views import news_since, prompt_lines
from watai.server.settings.limits import Limits
from watai.server.storage import records
from watai.server.storage.journal import Journal


def deal(game: str, names: Sequence[str], unix: int) -> records.Started:
    """The record that a new match begins with: a new id, seed and salts, and the newest edition of the rules."""
    match, seed = chance.token_hex(8), chance.token_bytes(32)
    hashed = tuple(HashedName.of(name, chance.token_bytes(SALT_BYTES)) for name in names)
    return records.Started(match, seed, hashed, unix, GAMES[game].game.edition)


OpenQuestions = tuple[int, Sequence[Prompt]] | None
"""The open prompts, and the event after which they were asked."""
Open = tuple[OpenQuestions, tuple[str, ...]]


class MatchRunner:
    """A match that is played in a room."""

    def __init__(
        self,
        opened: records.Opened,
        broadcast: Broadcast,
        journal: Journal,
        limits: Limits,
        race_counts: RaceCounts,
        replies: Replies,
        started: records.Started,
        now: Nanos,
        hire_remote: Callable[[Recipe], RemoteBot] | None = None,
    ) -> None:
        self._game, self._options = opened.game, opened.options
        self._broadcast = broadcast
        self._race_counts = race_counts
        self._bot_speed = limits.bot_speed
        self.match = Match(self._game, self._options, started, limits.history_events, now)
        chain = Chain(self._game, self._options, started)
        self._ledger = Ledger(journal, opened.code, self.match, chain)
        chosen = Arbitration.parse(divide(type(self.match.game), self._options)[1])
        cap = Micros(chosen.longest_wait * 1_000)
        self.referee = Referee(self._ledger, broadcast, cap, race_counts, replies)
        broadcast.spectator_delay.delay = delay_of(self.match.races, cap)
        broadcast.timed = cap != STRICT
        self._views = ViewFrames(self.match, self._ledger.__len__)
        self._fresh_views = FreshViews(self.match, broadcast, self._views)
        self._archived = False
        self._hire_remote = hire_remote
        self._remote: dict[Seat, RemoteBot] = {}
        """The bots that think in another process."""
        self._told_open: Open | None = None, ()
        """What everybody was told last: the open prompts, and the contested places; None if it must be told again."""

    # the course of the match

    def begin(self, bots: Mapping[Seat, str], now: Nanos) -> None:
        """Put bots of these strengths on their seats, and let them and the connected players begin."""
        for seat, strength in bots.items():
            self._hire(seat, strength)
        self._wake_bots(now)
        self.referee.update_connected(now)

    def resume(self, bots: Mapping[Seat, str], now: Nanos) -> None:
        """Get ready after recovery: the game clock will go on from the last input when somebody is there."""
        self.match.resume(now)
        self.match.stop_clock(now)
        self._told_open = self._questions(), ()
        if not self.match.over:
            self.begin(bots, now)

    @property
    def paused(self) -> bool:
        """Whether the game clock stands still: its only player has paused it, or nobody is there."""
        return self.match.stopped_at is not None

    def pause(self, now: Nanos) -> None:
        """Stop the game clock: no bot thinks or plays, and nobody's turn runs out.

        Open races are decided first. They need not wait: nobody is connected, or the only player who is has sent
        everything that it did before it paused.
        """
        if not self.paused:
            self.referee.update_connected(now, absent=True)
            self.referee.advance(now)
            self.match.stop_clock(now)

    def go_on(self, now: Nanos) -> None:
        """Let the game clock go on from where it stopped. What was written before cannot be claimed as seen any more."""
        if not self.paused:
            return
        self.match.start_clock(now)
        for player in self._broadcast.players:
            if player is not None:
                player.meter.begin(self.match.epoch)
        self.referee.update_connected(now)
        self._wake_bots(now)

    def skip(self, since: Nanos, now: Nanos) -> None:
        """Nothing could happen between these instants: the game clock goes on as if it had stood still, open races too."""
        if self.paused or self.match.over:
            return
        self.match.stop_clock(since)
        self.match.start_clock(now)
        for player in self._broadcast.players:
            if player is not None:
                player.meter.skip(self.match.epoch, since)
        self.repeat_prompts()

    def advance(self, now: Nanos) -> None:
        """Do everything that is due up to this instant."""
        if self._remote:
            self._take_plans(now)
        if not self.paused:
            self.referee.advance(now)

    def _take_plans(self, now: Nanos) -> None:
        """Take the plans that came from other processes. A plan is carried out no earlier than now."""
        for seat, bot in self._remote.items():
            planned = bot.take_plan()
            if planned is not None:
                looked_at, plan = planned
                at = max(looked_at + plan.after, self.match.clock(now))
                self.match.crew.schedule(seat, plan.move, Millis(at))

    def due(self) -> list[Nanos]:
        """When the rules or a bot act next, when the next race is to be decided, and when a late view is to be sent."""
        due, match = list[Nanos](), self.match
        if self._broadcast.viewers and (shown := self._fresh_views.due()) is not None:
            due.append(shown)
        if match.stopped_at is not None:
            return due
        if (played := match.due()) is not None:
            due.append(Nanos(match.epoch + played * MILLISECOND))
        if self.referee.holding and (decided := self.referee.due()) is not None:
            due.append(decided)
        return due

    def take_finished(self) -> Replay | None:
        """The replay of a match that is over; only once."""
        if self._archived or not self.match.over:
            return None
        self._archived = True
        self.dismiss_bots()
        return self._ledger.close(self._game, self._options)

    def mark_archived(self) -> None:
        """The match was recovered from the archive, and is not to go there again."""
        self._archived = True

    @property
    def records(self) -> int:
        """How many records are kept for the archive."""
        return 0 if self._archived else len(self._ledger)

    # who plays

    def seat_player(self, listener: Listener, seat: Seat, now: Nanos) -> None:
        """A player has connected; a bot that played in its place leaves the seat."""
        self._dismiss(seat)
        listener.meter.begin(self.match.epoch)
        self.referee.update_connected(now)

    def seat_bot(self, seat: Seat, now: Nanos) -> None:
        """The weakest bot plays in place of a player who is gone."""
        match = self.match
        if match.over or seat in match.crew.bots:
            return
        self._hire(seat, GAMES[self._game].bot.strengths[0])
        self._wake_bots(now)
        self.referee.update_connected(now)

    def has_bot(self, seat: int) -> bool:
        """Whether a bot plays at this seat."""
        return seat in self.match.crew.bots

    def _wake_bots(self, now: Nanos) -> None:
        if not self.paused and not self.match.over:
            self.match.crew.wake(self.match.game, self.match.clock(now))

    def _hire(self, seat: Seat, strength: str) -> None:
        self._dismiss(seat)
        seed = chance.token_bytes(32)  # unseeded: a bot's moves are in the journal
        recipe = Recipe(self._game, seat, strength, seed, self._bot_speed)
        if self._hire_remote is None or strength not in GAMES[self._game].bot.slow_strengths:
            self.match.crew.hire(seat, recipe.make())
        else:
            self._remote[seat] = self._hire_remote(recipe)
            self.match.crew.hire(seat, self._remote[seat])

    def _dismiss(self, seat: Seat) -> None:
        self.match.crew.dismiss(seat)
        remote = self._remote.pop(seat, None)
        if remote is not None:
            remote.dismiss()

    def dismiss_bots(self) -> None:
        """The match is over, or its room is closed."""
        for seat in list(self.match.crew.bots):
            self._dismiss(seat)

    # what players are sent

    def tell_open(self, now: Nanos, spare: bool = False) -> None:
        """Send everybody the open prompts and contested places if either have changed since the last pass.

        A race that is opened and decided in the same pass is never told as contested. `spare`: the server is busy and
        sends nothing else to this room, so new marks are left out; they go with the next event, if the race is still open.
        """
        told = self._questions(), self.referee.contested()
        if told != self._told_open:
            if spare and self._only_new_marks(told):
                self._race_counts.marks_left_out += 1
                return
            self._told_open = told
            lines = prompt_lines(self.match, self.match.clock(now))
            self._broadcast.tell_all(Prompts(lines, list(told[1])))

    def _only_new_marks(self, told: Open) -> bool:
        """Whether places are contested that were not when everybody was told last, and nothing else has changed."""
        before = self._told_open
        return before is not None and before[0] == told[0] and {*before[1]} <= {*told[1]}

    def repeat_prompts(self) -> None:
        """Send everybody the open prompts at the end of this pass, with the time that is left."""
        self._told_open = None

    def _questions(self) -> OpenQuestions:
        """The open prompts and the last event's number: the same prompt after another event is another question."""
        prompts = self.match.game.prompts()
        return (self.match.seq, tuple(prompts)) if prompts else None

    def catch_up(self, listener: Listener, seat: Seat | None, seq: int | None, now: Nanos) -> int:
        """Send a connection the events after this number, or the whole table; returns how many events it is told."""
        match, codec = self.match, listener.codec
        contested, at = self.referee.contested(), match.clock(now)
        missed = None if seq is None else match.since(seq)
        if missed is None:
            data = self._views.frame(codec, seat, at, contested)
        else:
            data = b"".join(map(codec.frame, news_since(match, seat, missed, at, contested)))
        view = missed is None
        self._broadcast.queue(listener, seat, data, match.seq if match.races else None, view)
        if listener.wants_views:
            self._fresh_views.caught_up(listener, self._questions(), view)
        return 0 if missed is None else len(missed)

    def refresh_views(self, now: Nanos) -> None:
        """Send fresh views or moves to those who want them."""
        self._fresh_views.send(self._questions(), now)
