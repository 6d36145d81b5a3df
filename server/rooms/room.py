"""A room: its seats, its host, and the match that is played there.

    waiting ──start──▶ playing ──outcome──▶ finished ──rematch──▶ waiting

Nothing here waits. Changes go to the journal as records and to connections as frames; at the end of a pass
the journal stores the records first, then the frames are written.
"""

import weakref
from collections.abc import Collection
from functools import partial
from typing import Final

from watai.engine.game import Move, Seat
from watai.protocol.errors import Denied
from watai.protocol.messages import Act, Done, Said
from watai.protocol.replay import Replay
from watai.server.bots.bot_pool import BotPool
from watai.server.bots.remote_bot import RemoteBot
from watai.server.bots.thinker import Recipe
from watai.server.clock import Micros, Nanos
from watai.server.match.broadcast import Broadcast, Listener
from watai.server.match.match import Match
from watai.server.match.race_counts import RaceCounts
from watai.server.match.replies import Replies, Reply
from watai.server.match.runner import MatchRunner, deal
from watai.server.rooms.announcements import Announcements
from watai.server.rooms.distances import ToldDistances
from watai.server.rooms.presence import Presence
from watai.server.rooms.room_journal import RoomJournal
from watai.server.rooms.room_views import room_state
from watai.server.rooms.seating import Seating
from watai.server.settings.limits import Limits
from watai.server.storage import records
from watai.server.storage.journal import Journal

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"


def _hire(bots: "BotPool[Room]", room: "weakref.ref[Room]", recipe: Recipe) -> RemoteBot:
    """A bot that thinks in another process, for a room that is open."""
    found = room()
    assert found is not None, "only the match of a room hires"
    return bots.hire(found, recipe)


class Room:
    """Seats, spectators, and at most one match at a time."""

    def __init__(
        self,
        opened: records.Opened,
        journal: Journal,
        limits: Limits,
        race_counts: RaceCounts,
        replies: Replies,
        now: Nanos,
        bots: "BotPool[Room] | None" = None,
    ) -> None:
        self.code = opened.code
        self.game = opened.game
        self.options = dict(opened.options)
        self.public = opened.public
        self.opener = opened.session
        self.seating = Seating(opened.seats)
        self.broadcast = Broadcast(opened.seats)
        self.presence = Presence(self.seating, self.broadcast, limits, now)
        self.distances = ToldDistances(self.broadcast)
        self.runner: MatchRunner | None = None
        """Of the match that is running or has just been finished."""
        self.paused = False
        """Whether the only human player has paused the match."""
        self.journal = RoomJournal(opened, self.seating, journal)
        self.limits = limits
        self._announcements = Announcements(
            self.broadcast,
            partial(room_state, weakref.proxy(self)),  # or a closed room would be a cycle
        )
        hire = None if bots is None else partial(_hire, bots, weakref.ref(self))
        run = partial(MatchRunner, opened, self.broadcast, journal, limits, race_counts, replies)
        self._run = partial(run, hire_remote=hire)

    @property
    def match(self) -> Match | None:
        return None if self.runner is None else self.runner.match

    @property
    def status(self) -> str:
        if self.runner is None:
            return WAITING
        return FINISHED if self.runner.match.over else PLAYING

    # the journal

    def change(self, record: records.Record) -> None:
        """Write down who sits where now, or that the match begins, pauses or is cleared away; the seating follows."""
        self.journal.write(record, self.match)

    def refold(self, record: records.Record, now: Nanos) -> list[tuple[str | None, Reply]]:
        """Take in a record from the journal; returns the answers that were given with it, by session."""
        if isinstance(record, records.InputRecord | records.NoteRecord):
            assert self.runner is not None
            replies = self.runner.referee.reread(record)
            return [(self.seating.places[seat].session, reply) for seat, reply in replies]
        if isinstance(record, records.Paused):
            self.paused = record.on
        elif isinstance(record, records.Started):
            self.runner = self._run(record, now)
        elif isinstance(record, records.Again):
            self.runner = None
        self.journal.reread(record)
        if isinstance(record, records.BotSeated) and record.n is not None:
            return [(self.seating.host, Done(record.n))]
        return []

    def recovered(self, now: Nanos) -> None:
        """All records are taken in: a running match goes on, and its players have yet to connect."""
        self.presence.recovered(now)
        if self.runner is not None:
            self.runner.resume(self.seating.bots(), now)

    def take_finished(self) -> Replay | None:
        """The replay of a match that has just ended; only once. The journal then keeps only who sits where."""
        finished = None if self.runner is None else self.runner.take_finished()
        if finished is not None:
            self.seating.clear_ready()  # from now on, ready means: wants another match
            self.journal.write_anew(self.match)
        return finished

    # before and after a match

    def set_ready(self, session: str, ready: bool) -> None:
        self.seating.places[self._seat(session)].ready = ready
        self.announce()

    def start(self, now: Nanos, unix: int) -> None:
        """Deal a new match, if all seats are taken and everybody is ready."""
        if self.runner is not None:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.seating.check_ready()
        started = deal(self.game, [place.name for place in self.seating], unix)
        self.change(started)
        self.runner = runner = self._run(started, now)
        runner.begin(self.seating.bots(), now)
        self._announcements.changed()
        self._announcements.tell_all()
        for listener, seat in self.broadcast.with_seats():
            listener.meter.begin(now)
            runner.catch_up(listener, seat, None, now)

    def rematch(self) -> None:
        if self.status != FINISHED:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.runner = None
        self.change(records.Again())
        self.announce()

    # during a match

    def act(self, session: str, move: Move, said: Act, stamp: Nanos) -> None:
        """A guest's move, at the instant it arrived; its answer leaves through the replies, or as an exception."""
        runner = self.runner
        if runner is None or runner.match.over:
            raise Denied("game/not_running")
        seat = self._seat(session)
        if self.paused:
            raise Denied("game/paused")
        runner.referee.act(seat, session, move, said, stamp)

    def pause(self, on: bool, now: Nanos) -> None:
        """The only human player stops the game clock, or lets it go on.

        A pause outlasts no player: if a bot takes the seat after `hold_seconds`, the match goes on for those who
        watch; if nobody does, it waits for somebody to come back.
        """
        runner = self.runner
        if on and runner is not None:
            runner.pause(now)  # which decides open races, and they may end the match
        if runner is None or runner.match.over:
            raise Denied("game/not_running")
        if on == self.paused:
            return
        self.paused = on
        self.change(records.Paused(on))
        self.announce()
        if not on and self.presence.empty_since is None:
            self._announcements.tell_if_due(
                now
            )  # bots may act in this very pass: that comes after it
            runner.go_on(now)
            runner.repeat_prompts()

    def seen_proof(self, session: str, moment: Micros, stamp: Nanos) -> None:
        """A guest's pong proves that the guest had seen everything up to this moment."""
        seat = self.seating.seat_of(session)
        if self.runner is not None and seat is not None:
            self.runner.referee.seen_proof(seat, moment, stamp)

    def _seat(self, session: str) -> Seat:
        seat = self.seating.seat_of(session)
        if seat is None:
            raise Denied("seat/none")
        return seat

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays at this seat just now."""
        return self.runner is not None and self.runner.has_bot(seat)

    @property
    def racing(self) -> bool:
        """Whether the RTTs of players matter."""
        return self.runner is not None and self.runner.referee.racing

    @property
    def in_round(self) -> bool:
        """Whether a round of a race goes on, for somebody: it is no time to interrupt the players."""
        runner = self.runner
        return runner is not None and not runner.paused and runner.match.game.racing()

    @property
    def holding(self) -> bool:
        """Whether a play waits for rivals, so that every frame of theirs matters."""
        return self.runner is not None and self.runner.referee.holding

    def hot(self) -> Collection[Seat]:
        """The seats whose players could race each other at any moment."""
        return () if self.runner is None else self.runner.referee.hot()

    # by itself

    def skip(self, since: Nanos, now: Nanos) -> None:
        """Nothing could happen between these instants, because nothing could be stored: no clock of the game has run."""
        if self.runner is not None:
            self.runner.skip(since, now)

    def advance(self, now: Nanos) -> bool:
        """Do everything that is due by now in the match.

        Returns whether somebody is not at a seat: then a guest may have been away too long (`departures.give_up_seats`).
        """
        presence = self.presence
        if self.runner is not None:
            self.runner.advance(now)
            if presence.empty_since is not None:
                self.runner.pause(now)
        return None in presence.players

    def closes(self) -> Nanos | None:
        """When the room is to be closed, if it stays empty. A running match waits longer, if it has a player who may come back."""
        if self.presence.empty_since is None:  # asked after every play
            return None
        awaited = self.status == PLAYING and any(place.session for place in self.seating)
        return self.presence.closes(awaited)

    def next_due(self) -> Nanos | None:
        """When `advance` is to be called next even if no message arrives."""
        presence = self.presence
        due = [] if self.runner is None else self.runner.due()
        if None in presence.players:
            due += [until for _, until in presence.held(self.status == PLAYING)]
        delay = self.broadcast.spectator_delay
        for at in (self.closes(), self._announcements.due(), delay.due()):
            if at is not None:
                due.append(at)
        return min(due) if due else None

    # what guests are sent

    def say(self, name: str, session: str, text: str) -> None:
        """A guest says something: a player under the name it has at this table, a spectator under one that no player has."""
        seat = self.seating.seat_of(session)
        if seat is None:
            known_as = self.seating.unique_name(name)
        else:
            known_as = self.seating.places[seat].name
        self.broadcast.tell_all(Said(known_as, seat, text))

    def announce(self) -> None:
        """Have everybody told the state of the room, by the end of the pass or soon after it."""
        self._announcements.changed()

    def tell_state(self, listener: Listener, session: str) -> None:
        """Tell a guest the state of the room at once, if it has changed: before the answer to what changed it."""
        self._announcements.tell(listener, self.seating.seat_of(session))

    def catch_up(self, listener: Listener, session: str, seq: int | None, now: Nanos) -> int:
        """Send a guest the state of the room, and what the match has brought since event `seq`, or the whole table.

        Returns how many events it is told.
        """
        self.tell_state(listener, session)
        if self.runner is None:
            return 0
        self.broadcast.send()
        return self.runner.catch_up(listener, self.seating.seat_of(session), seq, now)

    def finish_pass(self, now: Nanos, busy: bool = False) -> None:
        """At the end of a pass, queue what was published, and the prompts if they have changed.

        On a `busy` server nothing is sent for the sake of a mark alone.
        """
        broadcast, runner = self.broadcast, self.runner
        sent = broadcast.send()
        self._announcements.tell_if_due(now)
        if runner is not None:
            runner.tell_open(now, spare=busy and not sent)
            if broadcast.viewers:
                runner.refresh_views(now)
        delay = broadcast.spectator_delay
        delay.finish_pass(now)
        if runner is None or runner.match.over:
            delay.delay = Nanos(0)
