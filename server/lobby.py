"""Which rooms exist and who may do what in them: every message but hello, answered exactly once."""

import logging
from collections.abc import Callable, Sequence
from time import time
from typing import Any, Final, Protocol

from engine.game import IllegalMove, Seat
from protocol.errors import Denied
from protocol.messages import (
    Act,
    AddBot,
    Chat,
    ClientMessage,
    Create,
    Done,
    Join,
    Leave,
    ListRooms,
    Ping,
    Ready,
    Recorded,
    Refused,
    Rematch,
    RemoveBot,
    Replay,
    Resume,
    RoomList,
    ServerMessage,
    Start,
    Watch,
)
from protocol.replay import BadReplay
from server import records
from server.archive import Archive, as_records, keep, told
from server.audience import Listener
from server.codes import new_code, read_code
from server.journal import Journal
from server.limits import Limits
from server.names import clean_chat
from server.report import room_line
from server.room import Room, check_setup
from server.sessions import Session, Sessions

log = logging.getLogger("watai.lobby")


class Guest(Listener, Protocol):
    """A connection that has said hello."""

    room: Room | None

    @property
    def session(self) -> Session: ...


class Lobby:
    """All rooms of this server."""

    def __init__(self, journal: Journal, sessions: Sessions, limits: Limits) -> None:
        self.rooms: dict[str, Room] = {}
        self.sessions = sessions
        self.stopping = False
        self.dirty: dict[Room, None] = {}
        """Rooms in which something may have happened during this pass."""
        self._journal = journal
        self._archive = Archive(journal)
        self._limits = limits

    def answer(self, guest: Guest, message: Any, stamp: int) -> ServerMessage:
        """Do what a guest asks for, and say how it went."""
        try:
            return _ANSWERS[type(message)](self, guest, message, stamp)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)
        except IllegalMove as illegal:
            return Refused(message.n, "move/illegal", illegal.why, illegal.clause)

    # rooms

    def _list(self, guest: Guest, message: ListRooms, now: int) -> ServerMessage:
        return RoomList(message.n, [room_line(room) for room in self.rooms.values() if room.public])

    def _create(self, guest: Guest, message: Create, now: int) -> ServerMessage:
        session = guest.session
        if self.stopping:
            raise Denied("server/stopping")
        if guest.room is not None:
            raise Denied("room/other")
        if (
            len(self.rooms) >= self._limits.rooms
            or session.rooms_opened >= self._limits.rooms_per_session
        ):
            raise Denied("limit/rooms")
        check_setup(message.game, message.seats, message.options)
        opened = records.Opened(
            new_code(self.rooms),
            message.game,
            message.options,
            message.seats,
            message.public,
            session.id,
            message.n,
        )
        room = Room(opened, self._journal, self._limits, now)
        room.open()
        self.rooms[room.code] = room
        session.rooms_opened += 1
        self._enter(guest, room)
        room.sit(session.id, session.name, guest, None)
        return Done(message.n, code=room.code)

    def _join(self, guest: Guest, message: Join, now: int) -> ServerMessage:
        room = self._room_for(guest, message.code)
        room.sit(guest.session.id, guest.session.name, guest, message.seat)
        self._enter(guest, room)
        seat = room.seating.seat_of(guest.session.id)
        room.catch_up(guest, None if seat is None else Seat(seat), None, now)
        return Done(message.n, code=room.code)

    def _watch(self, guest: Guest, message: Watch, now: int) -> ServerMessage:
        room = self._room_for(guest, message.code)
        if room.seating.seat_of(guest.session.id) is not None:
            raise Denied("seat/taken", "you have a seat in this room: join it")
        room.watch(guest)
        self._enter(guest, room)
        room.catch_up(guest, None, None, now)
        return Done(message.n, code=room.code)

    def _resume(self, guest: Guest, message: Resume, now: int) -> ServerMessage:
        room = self._room_for(guest, message.code)
        seat = room.seating.seat_of(guest.session.id)
        if seat is None:
            room.watch(guest)
        else:
            room.attach(guest, seat)
        self._enter(guest, room)
        same = message.match is None or room.match is None or message.match == room.match.id
        seq = message.seq if same else None
        room.catch_up(guest, None if seat is None else Seat(seat), seq, now)
        return Done(message.n, code=room.code)

    def _leave(self, guest: Guest, message: Leave, now: int) -> ServerMessage:
        room = self._room_of(guest)
        guest.room = None
        guest.session.room = None
        room.leave(guest.session.id, guest, now)
        return Done(message.n)

    def _enter(self, guest: Guest, room: Room) -> None:
        guest.room = room
        guest.session.room = room.code
        self.dirty[room] = None

    def _room_for(self, guest: Guest, typed: str) -> Room:
        """The room of that code, for a guest who is in no other."""
        room = self.rooms.get(read_code(typed))
        if room is None:
            raise Denied("room/not_found")
        if guest.room is not None:
            raise Denied("room/other")
        return room

    def _room_of(self, guest: Guest) -> Room:
        if guest.room is None:
            raise Denied("room/none")
        self.dirty[guest.room] = None
        return guest.room

    # in a room

    def _ready(self, guest: Guest, message: Ready, now: int) -> ServerMessage:
        self._room_of(guest).set_ready(guest.session.id, message.ready)
        return Done(message.n)

    def _start(self, guest: Guest, message: Start, now: int) -> ServerMessage:
        room = self._hosted(guest)
        if self.stopping:
            raise Denied("server/stopping")
        room.start(now, int(time()))
        return Done(message.n)

    def _add_bot(self, guest: Guest, message: AddBot, now: int) -> ServerMessage:
        self._hosted(guest).add_bot(message.strength, message.seat, message.n)
        return Done(message.n)

    def _remove_bot(self, guest: Guest, message: RemoveBot, now: int) -> ServerMessage:
        self._hosted(guest).remove_bot(message.seat)
        return Done(message.n)

    def _rematch(self, guest: Guest, message: Rematch, now: int) -> ServerMessage:
        self._hosted(guest).rematch()
        return Done(message.n)

    def _hosted(self, guest: Guest) -> Room:
        room = self._room_of(guest)
        room.require_host(guest.session.id)
        return room

    def _act(self, guest: Guest, message: Act, stamp: int) -> ServerMessage:
        room = guest.room
        if room is None:
            raise Denied("room/none")
        self.dirty[room] = None
        move = guest.codec.read_move(room.game, message)
        return room.act(guest.session.id, move, message.n, stamp)

    def _chat(self, guest: Guest, message: Chat, now: int) -> ServerMessage:
        text = clean_chat(message.text, self._limits)
        self._room_of(guest).say(guest.session.name, guest.session.id, text)
        return Done(message.n)

    def _ping(self, guest: Guest, message: Ping, now: int) -> ServerMessage:
        return Done(message.n)

    def _replay(self, guest: Guest, message: Replay, now: int) -> ServerMessage:
        found = self._archive.find(message.game)
        if found is None:
            raise Denied("game/not_found")
        try:
            events = told(found)
        except BadReplay as bad:  # a game from before a change of its rules
            raise Denied("game/not_found", str(bad)) from None
        names = list(found.names)
        return Recorded(message.n, found.match, found.game, names, found.options, events)

    def restore(self, code: str, history: Sequence[records.Record], now: int) -> Room:
        """A room as the journal has it; nobody is connected yet."""
        first, *later = history
        assert isinstance(first, records.Opened)
        assert first.code == code
        room = Room(first, self._journal, self._limits, now)
        self.rooms[code] = room
        opener = self.sessions.get(first.session)
        if opener is not None:
            opener.rooms_opened += 1
            if first.n is not None:
                self._remember(first.session, Done(first.n, code=code))
        for record in later:
            self._refold(room, record, now)
        room.recovered(now)
        for place in room.seating:
            session = self.sessions.get(place.session or "")
            if session is not None:
                session.room = code
        return room

    def _refold(self, room: Room, record: records.Record, now: int) -> None:
        if isinstance(record, records.Ended):
            finished = self._archive.find(record.match)
            if finished is not None:  # it may have been too old to be kept
                for each in as_records(finished):
                    self._refold(room, each, now)
                room.refold_finished()
            return
        answered = room.refold(record, now)
        if answered is not None:
            self._remember(*answered)

    def _remember(self, whose: str | None, done: Done) -> None:
        session = self.sessions.get(whose or "")
        if session is not None:
            session.remember(done.n, done, self._limits.remembered_answers)

    # what happens by itself

    def lost(self, guest: Guest, now: int) -> None:
        """A connection is gone without a word."""
        if guest.room is not None:
            self.dirty[guest.room] = None
            guest.room.detach(guest, now)
            guest.room = None

    def tend(self, room: Room, now: int) -> None:
        """Do what is due in a room; archive a match that has ended, close a room that nobody wants."""
        if room.code not in self.rooms:
            return
        room.advance(now)
        room.keep_house(now)
        finished = room.take_finished()
        if finished is not None:
            keep(self._journal, finished, int(time()))
            log.info("game finished", extra={"game": finished.game, "match": finished.match})
            room.announce()
        if room.abandoned(now):
            self.close(room)
        else:
            room.finish_pass(now)

    def close(self, room: Room) -> None:
        del self.rooms[room.code]
        self._journal.forget(room.code)
        for place in room.seating:
            session = self.sessions.get(place.session or "")
            if session is not None and session.room == room.code:
                session.room = None
        opener = self.sessions.get(room.opener)
        if opener is not None:
            opener.rooms_opened -= 1


_ANSWERS: Final[dict[type[ClientMessage], Callable[[Lobby, Guest, Any, int], ServerMessage]]] = {
    ListRooms: Lobby._list,
    Create: Lobby._create,
    Join: Lobby._join,
    Watch: Lobby._watch,
    Resume: Lobby._resume,
    Leave: Lobby._leave,
    Ready: Lobby._ready,
    Start: Lobby._start,
    AddBot: Lobby._add_bot,
    RemoveBot: Lobby._remove_bot,
    Rematch: Lobby._rematch,
    Act: Lobby._act,
    Chat: Lobby._chat,
    Ping: Lobby._ping,
    Replay: Lobby._replay,
}
