"""A room: seats, a host, a match, and the only code that may change any of them.

    waiting ──start──▶ playing ──outcome──▶ finished ──rematch──▶ waiting

Everything here is synchronous. Changes go to the journal as records and to the audience as frames;
both leave together, the records first, when the pass is committed. Times are nanoseconds of the monotonic clock.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from engine.catalogue import GAMES
from engine.dice import Dice
from engine.game import Millis, Move, Prompt, Seat
from engine.options import BadOption
from protocol.errors import Denied
from protocol.messages import Done, OptionValue, Prompts, Said
from protocol.replay import Ended, Numbered, Replay
from server import records
from server.audience import Audience, Listener, happened
from server.journal import Journal
from server.limits import Limits
from server.match import Match
from server.report import prompt_lines, room_state, view_now
from server.seating import Place, Seating
from server.version import SERVER

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"

NOBODY_ASKED: Final[tuple[int, tuple[Prompt, ...]]] = (0, ())

NANOS_PER_MILLI: Final = 1_000_000
NANOS_PER_MICRO: Final = 1_000
NANOS: Final = 1_000_000_000


class Room:
    """One table."""

    def __init__(self, opened: records.Opened, journal: Journal, limits: Limits, now: int) -> None:
        self.code = opened.code
        self.game = opened.game
        self.options = dict(opened.options)
        self.public = opened.public
        self.opener = opened.session
        self.seating = Seating(opened.seats)
        self.audience = Audience(opened.seats)
        self.match: Match | None = None
        self.empty_since: int | None = now
        self._opened = opened
        self._journal = journal
        self._limits = limits
        self._epoch = now
        self._inputs: list[bytes] = []
        self._asked: tuple[int, tuple[Prompt, ...]] = NOBODY_ASKED

    @property
    def status(self) -> str:
        if self.match is None:
            return WAITING
        return FINISHED if self.match.over else PLAYING

    # changes and the journal

    def _change(self, record: records.Record) -> None:
        self._journal.append(self.code, records.encode(record))
        self.seating.apply(record)

    def _input(self, record: records.Played | records.Ticked) -> None:
        body = records.encode(record)
        self._inputs.append(body)
        self._journal.append(self.code, body)

    def open(self) -> None:
        """The first record of a new room."""
        self._change(self._opened)

    def refold(self, record: records.Record, now: int) -> tuple[str | None, Done] | None:
        """Take one change from the journal; for a numbered one, whose it was and the answer it got."""
        match record:
            case records.Started():
                self._begin(record, now)
            case records.Again():
                self.match = None
            case records.Played() | records.Ticked():
                assert self.match is not None
                events = self.match.replay(record)
                self._inputs.append(records.encode(record))
                if isinstance(record, records.Played) and record.n is not None:
                    return self.seating.places[record.seat].session, _done(record.n, events)
            case _:
                self.seating.apply(record)
                if isinstance(record, records.BotSeated) and record.n is not None:
                    return self.seating.host, Done(record.n)
        return None

    def refold_finished(self) -> None:
        """The match just taken from the archive stays there, and is not the journal's business any more."""
        self._inputs = []

    def recovered(self, now: int) -> None:
        """The game clock goes on from where it stood; guests are away, and the bots look at the table again."""
        self.empty_since = now
        for place in self.seating:
            place.away_since = now if place.session is not None else None
        if self.match is not None:
            self._epoch = now - self.match.at * NANOS_PER_MILLI
            self._asked = self._questions()
            if not self.match.over:
                self.hire_bots()

    def take_finished(self) -> Replay | None:
        """The match if it has just ended, once. The journal then keeps only the table as it stands."""
        match = self.match
        if match is None or not match.over or not self._inputs:
            return None
        inputs = tuple(records.as_input(records.decode_input(body)) for body in self._inputs)
        self._inputs = []
        self._journal.forget(self.code)
        for record in (self._opened, *self.seating.as_records(), records.Ended(match.id)):
            self._journal.append(self.code, records.encode(record))
        return Replay(
            server=SERVER,
            match=match.id,
            game=self.game,
            options=self.options,
            names=match.names,
            seed=match.started.seed.hex(),
            started=match.started.unix,
            inputs=inputs,
            ended=Ended.of(match.game, match.seq),
        )

    # coming and going

    def sit(self, session: str, name: str, listener: Listener, seat: int | None) -> None:
        """Give a guest a seat; one who has a seat already gets it back."""
        own = self.seating.seat_of(session)
        if own is None:
            if self.status == PLAYING:
                raise Denied("game/running")
            own = self.seating.free_seat(seat)
            self._change(records.Seated(own, session, name))
        self.attach(listener, own)

    def attach(self, listener: Listener, seat: int) -> None:
        """A guest's connection is here (again); a bot that played for it makes way."""
        place = self.seating.places[seat]
        place.away_since = None
        self.audience.admit(listener, seat)
        self.empty_since = None
        if self.match is not None and place.session is not None:
            self.match.crew.dismiss(Seat(seat))
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
            self._bot_takes_over(seat, now)
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
        names = tuple(place.name for place in self.seating)
        started = records.Started(secrets.token_hex(8), secrets.token_bytes(32), names, unix)
        self._change(started)
        self._begin(started, now)
        self.hire_bots()
        self.announce()
        for listener, seat in self.audience.eyes():
            self.catch_up(listener, seat, None, now)

    def _begin(self, started: records.Started, now: int) -> None:
        self.match = Match(self.game, self.options, started, self._limits.history_events)
        self._epoch = now
        self._inputs = []

    def rematch(self) -> None:
        if self.status != FINISHED:
            raise Denied("game/running" if self.status == PLAYING else "game/not_running")
        self.match = None
        self.seating.clear_ready()
        self._change(records.Again())
        self.announce()

    # bots

    def hire_bots(self) -> None:
        """The bots of the house look at the table."""
        match = self.match
        assert match is not None
        for number, place in enumerate(self.seating):
            if place.strength is not None:
                self._hire(match, Seat(number), place.strength)
        match.crew.wake(match.game, match.at)

    def _hire(self, match: Match, seat: Seat, strength: str) -> None:
        dice = Dice(
            secrets.token_bytes(32)
        )  # a bot's whims need not be repeatable: its moves are journalled
        bot = GAMES[self.game].bot(seat, strength, dice, self._limits.bot_speed)
        match.crew.hire(seat, bot)

    def _bot_takes_over(self, seat: int, now: int) -> None:
        match = self.match
        if match is None or match.over or Seat(seat) in match.crew.bots:
            return
        self._hire(match, Seat(seat), GAMES[self.game].bot.strengths[0])
        match.crew.wake(match.game, self.game_time(now))

    # during a game

    def game_time(self, now: int) -> Millis:
        """The game clock at an instant; it never runs backwards."""
        at = 0 if self.match is None else self.match.at
        return Millis(max((now - self._epoch) // NANOS_PER_MILLI, at))

    def act(self, session: str, move: Move, n: int, stamp: int) -> Done:
        """A guest's move, at the instant its bytes arrived."""
        match = self.match
        if match is None or match.over:
            raise Denied("game/not_running")
        seat = self.seating.seat_of(session)
        if seat is None:
            raise Denied("seat/none")
        self.advance(stamp)
        at = self.game_time(stamp)
        micros = (stamp - self._epoch) // NANOS_PER_MICRO
        record, events = match.play(Seat(seat), move, at, micros, n)
        self._input(record)
        self.audience.publish(match, events)
        match.crew.wake(match.game, at)
        return _done(n, events)

    def advance(self, now: int) -> None:
        """Everything the rules and the bots do by themselves up to this instant."""
        match = self.match
        if match is None:
            return
        at, micros = self.game_time(now), (now - self._epoch) // NANOS_PER_MICRO
        while (step := match.step(at, micros)) is not None:
            record, events = step
            self._input(record)
            self.audience.publish(match, events)

    def keep_house(self, now: int) -> None:
        """Let bots play for guests who have been away too long, and somebody else be host."""
        for seat, place in enumerate(self.seating):
            held_until = self._held_until(place)
            if held_until is None or held_until > now:
                continue
            if self._host_is_missed(place):
                heir = self.seating.heir(place.session or "", self._here())
                self._change(records.HostPassed(heir or ""))
                self.announce()
            if self.status == PLAYING:
                place.away_since = None
                self._bot_takes_over(seat, now)

    def _host_is_missed(self, place: Place) -> bool:
        """Whether this is the host's seat, and there are others who wait."""
        return place.session == self.seating.host and any(self._here())

    def _here(self) -> list[str]:
        """The guests at the table whose connections stand."""
        seated = zip(self.seating, self.audience.players, strict=True)
        return [place.session for place, player in seated if place.session and player]

    def _held_until(self, place: Place) -> int | None:
        if place.away_since is None:
            return None
        if self.status != PLAYING and not self._host_is_missed(place):
            return None
        return place.away_since + int(self._limits.hold_seconds * NANOS)

    def next_wake(self) -> int | None:
        """When something is to be done here even if nobody says anything."""
        wakes = [until for place in self.seating if (until := self._held_until(place)) is not None]
        if self.match is not None and (due := self.match.due()) is not None:
            wakes.append(self._epoch + due * NANOS_PER_MILLI)
        if self.empty_since is not None:
            wakes.append(self.empty_since + int(self._limits.empty_room_seconds * NANOS))
        return min(wakes, default=None)

    def abandoned(self, now: int) -> bool:
        """Whether nobody has been here for so long that the room can go."""
        empty = self.empty_since
        return empty is not None and now >= empty + int(self._limits.empty_room_seconds * NANOS)

    # telling

    def finish_pass(self, now: int) -> None:
        """The end of a pass: what was published goes out, and prompts if they have changed."""
        self.audience.send()
        asked = self._questions()
        if asked != self._asked:
            self._asked = asked
            self.audience.tell_all(Prompts(prompt_lines(self.match, self.game_time(now))))

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
        missed = None if seq is None else match.since(seq)
        if missed is None:
            listener.queue(listener.codec.frame(view_now(match, seat, self.game_time(now))))
            return
        prompts = Prompts(prompt_lines(match, self.game_time(now)))
        frames = [listener.codec.frame(happened(match, each, seat)) for each in missed]
        listener.queue(b"".join([*frames, listener.codec.frame(prompts)]))

    def say(self, name: str, session: str, text: str) -> None:
        self.audience.tell_all(Said(name, self.seating.seat_of(session), text))

    def announce(self) -> None:
        """Tell everybody how the room is now."""
        self.audience.send()
        for listener, seat in self.audience.eyes():
            listener.queue(listener.codec.frame(room_state(self, seat)))


def _done(n: int, events: Sequence[Numbered]) -> Done:
    """The answer to a move. Some moves cause no event: a player of Waka Waka stops, and is asked the next thing."""
    return Done(n, events[0].seq if events else None)


def check_setup(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Refuse a room that could never start."""
    if game not in GAMES:
        raise Denied("game/unknown")
    rules = GAMES[game].game
    try:
        rules(rules.options_type.parse(options), seats, Dice(bytes(32)))
    except BadOption as bad:
        raise Denied("option/bad", str(bad)) from None
