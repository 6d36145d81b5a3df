"""A room: its seats, its host, and the match that is played there.

    waiting ──start──▶ playing ──outcome──▶ finished ──rematch──▶ waiting

Nothing here waits. Changes go to the journal as records and to connections as frames; at the end of a pass
the journal is committed first, then the frames are written.
"""

import weakref
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from engine.catalogue import GAMES
from engine.game import Move, Seat
from protocol.errors import Denied
from protocol.messages import Act, Done, Said
from protocol.replay import Replay
from server.bots.bot_pool import BotPool
from server.bots.remote_bot import RemoteBot
from server.bots.thinker import Recipe
from server.clock import SECOND, Micros, Nanos
from server.match.broadcast import Broadcast, Listener
from server.match.match import Match
from server.match.race_counts import RaceCounts
from server.match.replies import Replies, Reply
from server.match.runner import MatchRunner, deal
from server.rooms.announcements import Announcements
from server.rooms.distances import Distances
from server.rooms.room_views import room_state
from server.rooms.seating import Seating
from server.settings.limits import Limits
from server.storage import records
from server.storage.journal import Journal
from server.transport.rate_limit import TokenBucket

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
        self.distances = Distances(self.broadcast)
        self.runner: MatchRunner | None = None
        """Of the match that is running or has just been finished."""
        self.paused = False
        """Whether the only human player has paused the match."""
        self.empty_since: Nanos | None = now
        self._opened = opened
        self._changes = 0
        """Records of who sits where, since they were last written anew."""
        self._journal = journal
        self._limits = limits
        self._announcements = Announcements(
            self.broadcast,
            partial(room_state, weakref.proxy(self)),  # or a closed room would be a cycle
            TokenBucket(limits.announcements_per_second, limits.burst_announcements),
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

    def _change(self, record: records.Record) -> None:
        if self._changes >= self._limits.waiting_records and self.status != PLAYING:
            self._write_anew()
        self._changes += 1
        self._journal.append(self.code, records.encode(record))
        self.seating.apply(record)

    def _write_anew(self) -> None:
        """Keep only who sits where. While a match runs, the journal needs every record of it."""
        self._changes = 0
        self._journal.forget(self.code)
        ended = () if self.match is None else (records.Ended(self.match.id),)
        for record in (self._opened, *self.seating.as_records(), *ended):
            self._journal.append(self.code, records.encode(record))

    def open(self) -> None:
        """Write the first record of a new room."""
        self._change(self._opened)

    def refold(self, record: records.Record, now: Nanos) -> list[tuple[str | None, Reply]]:
        """Take in a record from the journal; returns the answers that were given with it, by session."""
        if isinstance(record, records.Input | records.Note):
            assert self.runner is not None
            replies = self.runner.referee.reread(record)
            return [(self.seating.places[seat].session, reply) for seat, reply in replies]
        self._changes += 1
        if isinstance(record, records.Paused):
            self.paused = record.on
        elif isinstance(record, records.Started):
            self.runner = self._run(record, now)
        elif isinstance(record, records.Again):
            self.runner = None
        self.seating.apply(record)
        if isinstance(record, records.BotSeated) and record.n is not None:
            return [(self.seating.host, Done(record.n))]
        return []

    def recovered(self, now: Nanos) -> None:
        """All records are taken in: a running match goes on, and its players have yet to connect."""
        self.empty_since = now
        for place in self.seating:
            place.away_since = now if place.session is not None else None
        if self.runner is not None:
            self.runner.resume(self.seating.bots(), now)

    def take_finished(self) -> Replay | None:
        """The replay of a match that has just ended; only once. The journal then keeps only who sits where."""
        finished = None if self.runner is None else self.runner.take_finished()
        if finished is not None:
            self.seating.clear_ready()  # from now on, ready means: wants another match
            self._write_anew()
        return finished

    # guests come and go

    def sit(
        self, session: str, name: str, listener: Listener, seat: int | None, now: Nanos
    ) -> None:
        """Give a guest a seat; a guest who has one already gets it back."""
        own = self.seating.seat_of(session)
        if own is None:
            if self.status == PLAYING:
                raise Denied("game/running")
            own = self.seating.free_seat(seat)
            unique = self.seating.unique_name(name, self._limits.name_characters)
            self._change(records.Seated(own, session, unique))
        self.attach(listener, own, now)

    def attach(self, listener: Listener, seat: Seat, now: Nanos) -> None:
        """The guest at this seat has connected, perhaps again."""
        self.seating.places[seat].away_since = None
        self._add(listener, seat, now)
        if self.runner is not None:
            self.runner.seat_player(listener, seat, now)
        self.announce()

    def _add(self, listener: Listener, seat: Seat | None, now: Nanos) -> None:
        """Somebody is here: a match that nobody followed goes on, unless its player has paused it and may come back."""
        self.broadcast.add(listener, seat)
        self.distances.forget_told()
        self.empty_since = None
        if self.runner is None:
            return
        if not self.paused:
            self.runner.go_on(now)
        elif not self._connected() and not any(True for _ in self._held()):
            self.pause(False, now)  # a bot has taken the player's seat while nobody was here

    def watch(self, listener: Listener, now: Nanos) -> None:
        """Let a guest in as a spectator."""
        if len(self.broadcast.watchers) >= self._limits.spectators_per_room:
            raise Denied("limit/spectators")
        self._add(listener, None, now)
        self.announce()

    def detach(self, listener: Listener, now: Nanos) -> None:
        """A connection is gone; a player's seat is held for a while."""
        seat = self.broadcast.remove(listener)
        if seat is not None:
            self.seating.places[seat].away_since = now
            if self.runner is not None:
                self.runner.referee.update_connected(now)
        if not any(True for _ in self.broadcast):
            self.empty_since = now
        self.announce()

    def leave(self, session: str, listener: Listener | None, now: Nanos) -> None:
        """A guest gives its seat up for good, or is sent away; in a running match a bot takes the seat."""
        seat = self.seating.seat_of(session)
        if listener is not None:
            self.detach(listener, now)
        if seat is None:
            return
        if self.seating.host == session:
            self._change(records.HostPassed(self.seating.heir(session, self._connected()) or ""))
        if self.runner is not None and self.status == PLAYING:
            self._change(records.BotSeated(seat, GAMES[self.game].bot.strengths[0]))
            self.runner.seat_bot(seat, now)
            self.pause(False, now)
        else:
            self._change(records.Vacated(seat))
        self.announce()

    def check_bans(self, more: int) -> None:
        """Raise Denied if so many more guests cannot be banned."""
        if len(self.seating.banned) + more > self._limits.bans_per_room:
            raise Denied("limit/bans")

    def ban(self, session: str, address: str) -> None:
        """Never let this session in again, nor this address unless it is empty."""
        self._change(records.Banned(session, address))

    # before and after a match

    def require_host(self, session: str) -> None:
        if session != self.seating.host:
            raise Denied("host/only")

    def set_ready(self, session: str, ready: bool) -> None:
        self.seating.places[self._seat(session)].ready = ready
        self.announce()

    def add_bot(self, strength: str, seat: int | None, n: int | None = None) -> None:
        if strength not in GAMES[self.game].bot.strengths:
            raise Denied("option/bad", "there is no such strength of bot")
        if self.status == PLAYING:
            raise Denied("game/running")
        self._change(records.BotSeated(self.seating.free_seat(seat), strength, n))
        self.announce()

    def remove_bot(self, seat: int) -> None:
        if self.status == PLAYING:
            raise Denied("game/running")
        self._change(records.Vacated(self.seating.bot_seat(seat)))
        self.announce()

    def start(self, now: Nanos, unix: int) -> None:
        """Deal a new match, if all seats are taken and everybody is ready."""
        if self.runner is not None:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.seating.check_ready()
        started = deal(self.game, [place.name for place in self.seating], unix)
        self._change(started)
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
        self._change(records.Again())
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
        watch; if nobody does, the room closes after `empty_room_seconds`.
        """
        runner = self.runner
        if on and runner is not None:
            runner.pause(now)  # which decides open races, and they may end the match
        if runner is None or runner.match.over:
            raise Denied("game/not_running")
        if on == self.paused:
            return
        self.paused = on
        self._change(records.Paused(on))
        self.announce()
        if not on and self.empty_since is None:
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

    def advance(self, now: Nanos) -> list[str]:
        """Do everything that is due by now; returns the sessions of guests who have lost their seat.

        A guest who has been away too long loses the host's rights, if another guest is connected. In a running match
        a bot then plays for the guest; otherwise the seat becomes free, if somebody is connected who may want it.
        """
        if self.runner is not None:
            self.runner.advance(now)
            if self.empty_since is not None:
                self.runner.pause(now)
        if None not in self.broadcast.players:
            return []  # everybody is here: so it is after most plays
        gone = []
        for seat, held_until in self._held():
            if held_until > now:
                continue
            place = self.seating.places[seat]
            connected = self._connected()
            if place.session == self.seating.host and connected:
                heir = self.seating.heir(place.session or "", connected)
                self._change(records.HostPassed(heir or ""))
                self.announce()
            if self.runner is not None and self.status == PLAYING:
                place.away_since = None
                self.runner.seat_bot(seat, now)
                self.announce()
                if self.empty_since is None:
                    self.pause(False, now)
            else:
                gone.append(place.session or "")
                self._change(records.Vacated(seat))
                self.announce()
        return gone

    def _connected(self) -> list[str]:
        """The sessions of seated guests who are connected."""
        seated = zip(self.seating, self.broadcast.players, strict=True)
        return [place.session for place, player in seated if place.session and player]

    def _held(self) -> Sequence[tuple[Seat, Nanos]]:
        """The seats that are held for guests who are away, and until when."""
        if None not in self.broadcast.players:
            return ()
        if self.status != PLAYING and not self._connected():
            return ()
        span = int(self._limits.hold_seconds * SECOND)
        return [
            (Seat(seat), Nanos(place.away_since + span))
            for seat, place in enumerate(self.seating)
            if place.away_since is not None
        ]

    def next_due(self) -> Nanos | None:
        """When `advance` is to be called next even if no message arrives."""
        due = [] if self.runner is None else self.runner.due()
        if None in self.broadcast.players:
            due += [until for _, until in self._held()]
        if self.empty_since is not None:
            due.append(self._closes(self.empty_since))
        for told in (self._announcements.due(), self.broadcast.spectator_delay.due()):
            if told is not None:
                due.append(told)
        return min(due) if due else None

    def abandoned(self, now: Nanos) -> bool:
        """Whether the room has been empty for so long that it is to be closed."""
        return self.empty_since is not None and now >= self._closes(self.empty_since)

    def _closes(self, empty_since: Nanos) -> Nanos:
        return Nanos(empty_since + int(self._limits.empty_room_seconds * SECOND))

    # what guests are sent

    def say(self, name: str, session: str, text: str) -> None:
        """A guest says something: a player under the name it has at this table, a spectator under one that no player has."""
        seat = self.seating.seat_of(session)
        if seat is None:
            known_as = self.seating.unique_name(name, self._limits.name_characters)
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
