"""A room: who sits there, who is host, and when a game begins and ends at its table.

    waiting ──start──▶ playing ──outcome──▶ finished ──rematch──▶ waiting

Everything here is synchronous. Changes go to the journal as records and to the audience as frames;
both leave together, the records first, when the pass is committed. Times are nanoseconds of the monotonic clock.
"""

from collections.abc import Iterator
from typing import Final

from engine.catalogue import GAMES
from protocol.errors import Denied
from protocol.messages import Done, Said
from protocol.replay import Replay
from server.clock import Nanos
from server.match.broadcast import Audience, Listener
from server.match.match import Match
from server.match.race_counts import Tally
from server.match.replies import Answer
from server.match.runner import Table
from server.match.views import room_state
from server.rooms.seating import Seating
from server.settings.limits import Limits
from server.storage import records
from server.storage.journal import Journal

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"

NANOS: Final = 1_000_000_000


class Room:
    """Seats around one table."""

    def __init__(
        self, opened: records.Opened, journal: Journal, limits: Limits, tally: Tally, now: int
    ) -> None:
        self.code = opened.code
        self.game = opened.game
        self.options = dict(opened.options)
        self.public = opened.public
        self.opener = opened.session
        self.seating = Seating(opened.seats)
        self.audience = Audience(opened.seats)
        self.table = Table(opened, self.seating, self.audience, journal, limits, tally)
        self.empty_since: int | None = now
        self._opened = opened
        self._journal = journal
        self._limits = limits

    @property
    def match(self) -> Match | None:
        """The match that is on the table."""
        return self.table.match

    @property
    def status(self) -> str:
        if self.match is None:
            return WAITING
        return FINISHED if self.match.over else PLAYING

    # changes and the journal

    def _change(self, record: records.Record) -> None:
        self._journal.append(self.code, records.encode(record))
        self.seating.apply(record)

    def open(self) -> None:
        """The first record of a new room."""
        self._change(self._opened)

    def refold(self, record: records.Record, now: int) -> list[tuple[str | None, Answer]]:
        """Take one change from the journal; whose numbered messages it answered, and how."""
        match record:
            case records.Started():
                self.table.begin(record, now)
            case records.Again():
                self.table.clear()
            case (
                records.Played()
                | records.Ticked()
                | records.ConnectedSeats()
                | records.Judged()
                | records.Missed()
            ):
                answers = self.table.reread(record)
                return [(self.seating.places[seat].session, answer) for seat, answer in answers]
            case _:
                self.seating.apply(record)
                if isinstance(record, records.BotSeated) and record.n is not None:
                    return [(self.seating.host, Done(record.n))]
        return []

    def recovered(self, now: int) -> None:
        """Guests are away, and their game goes on."""
        self.empty_since = now
        for place in self.seating:
            place.away_since = now if place.session is not None else None
        self.table.recovered(now)

    def take_finished(self) -> Replay | None:
        """The match if it has just ended, once. The journal then keeps only the table as it stands."""
        finished = self.table.take_finished()
        if finished is not None:
            self._journal.forget(self.code)
            for record in (self._opened, *self.seating.as_records(), records.Ended(finished.match)):
                self._journal.append(self.code, records.encode(record))
        return finished

    # coming and going

    def sit(self, session: str, name: str, listener: Listener, seat: int | None, now: int) -> None:
        """Give a guest a seat; one who has a seat already gets it back."""
        own = self.seating.seat_of(session)
        if own is None:
            if self.status == PLAYING:
                raise Denied("game/running")
            own = self.seating.free_seat(seat)
            self._change(records.Seated(own, session, name))
        self.attach(listener, own, now)

    def attach(self, listener: Listener, seat: int, now: int) -> None:
        """A guest's connection is here (again)."""
        self.seating.places[seat].away_since = None
        self.audience.admit(listener, seat)
        self.empty_since = None
        self.table.sit_down(listener, seat, now)
        self.announce()

    def watch(self, listener: Listener) -> None:
        if len(self.audience.watchers) >= self._limits.spectators_per_room:
            raise Denied("limit/spectators")
        self.audience.admit(listener, None)
        self.empty_since = None
        self.announce()

    def detach(self, listener: Listener, now: int) -> None:
        """A connection is gone; its seat is held for a while."""
        seat = self.audience.dismiss(listener)
        if seat is not None:
            self.seating.places[seat].away_since = now
            self.table.attend(now)
        if not any(True for _ in self.audience):
            self.empty_since = now
        self.announce()

    def leave(self, session: str, listener: Listener, now: int) -> None:
        """Give the seat up for good; in a running game a bot plays on."""
        seat = self.seating.seat_of(session)
        self.detach(listener, now)
        if seat is None:
            return
        if self.seating.host == session:
            self._change(records.HostPassed(self.seating.heir(session, self._here()) or ""))
        if self.status == PLAYING:
            self._change(records.BotSeated(seat, GAMES[self.game].bot.strengths[0]))
            self.table.bot_takes_over(seat, now)
        else:
            self._change(records.Vacated(seat))
        self.announce()

    # before and after a game

    def require_host(self, session: str) -> None:
        if session != self.seating.host:
            raise Denied("host/only")

    def set_ready(self, session: str, ready: bool) -> None:
        seat = self.seating.seat_of(session)
        if seat is None:
            raise Denied("seat/none")
        self.seating.places[seat].ready = ready
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

    def start(self, now: int, unix: int) -> None:
        """Everybody is there and ready: deal."""
        if self.match is not None:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.seating.check_ready()
        self.table.deal([place.name for place in self.seating], now, unix)
        self.announce()
        for listener, seat in self.audience.eyes():
            listener.meter.begin(Nanos(now))
            self.table.catch_up(listener, seat, None, now)

    def rematch(self) -> None:
        if self.status != FINISHED:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.table.clear()
        self.seating.clear_ready()
        self._change(records.Again())
        self.announce()

    # by itself

    def keep_house(self, now: int) -> list[str]:
        """What is done about guests who have been away too long; returns those who have lost their seat.

        In a running game a bot plays for them; before and after one their seat is free, if somebody is there to want it.
        """
        gone = []
        for seat, held_until in self._held():
            if held_until > now:
                continue
            place = self.seating.places[seat]
            if place.session == self.seating.host and any(self._here()):
                heir = self.seating.heir(place.session or "", self._here())
                self._change(records.HostPassed(heir or ""))
                self.announce()
            if self.status == PLAYING:
                place.away_since = None
                self.table.bot_takes_over(seat, now)
            else:
                gone.append(place.session or "")
                self._change(records.Vacated(seat))
                self.announce()
        return gone

    def _here(self) -> list[str]:
        """The guests at the table whose connections stand."""
        seated = zip(self.seating, self.audience.players, strict=True)
        return [place.session for place, player in seated if place.session and player]

    def _held(self) -> Iterator[tuple[int, int]]:
        """The seats that are held for guests who are away, and until when."""
        for seat, place in enumerate(self.seating.places):
            away = place.away_since
            if away is not None and (self.status == PLAYING or any(self._here())):
                yield seat, away + int(self._limits.hold_seconds * NANOS)

    def next_wake(self) -> int | None:
        """When something is to be done here even if nobody says anything."""
        wakes = [until for _, until in self._held()]
        wakes += self.table.due()
        if self.empty_since is not None:
            wakes.append(self.empty_since + int(self._limits.empty_room_seconds * NANOS))
        return min(wakes, default=None)

    def abandoned(self, now: int) -> bool:
        """Whether nobody has been here for so long that the room can go."""
        empty = self.empty_since
        return empty is not None and now >= empty + int(self._limits.empty_room_seconds * NANOS)

    # telling

    def say(self, name: str, session: str, text: str) -> None:
        self.audience.tell_all(Said(name, self.seating.seat_of(session), text))

    def announce(self) -> None:
        """Tell everybody how the room is now."""
        self.audience.send()
        for listener, seat in self.audience.eyes():
            listener.queue(listener.codec.frame(room_state(self, seat)))
