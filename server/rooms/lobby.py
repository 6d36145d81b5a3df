"""Which rooms exist, who is in which, and what becomes of them by themselves."""

import logging
from collections.abc import Sequence
from time import time
from typing import Protocol

from protocol.errors import Denied
from protocol.messages import Done, Refused
from protocol.replay import Replay
from protocol.rooms import read_code
from server.clock import Micros
from server.match.broadcast import Listener
from server.match.race_counts import Tally
from server.rooms.room import Room
from server.rooms.sessions import Session, Sessions
from server.settings.limits import Limits
from server.storage import records
from server.storage.archive import Archive, as_records, keep
from server.storage.journal import Journal

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
        self.limits = limits
        self.tally = Tally()
        """Of the races in all rooms."""
        self.stopping = False
        self.dirty: dict[Room, None] = {}
        """Rooms in which something may have happened during this pass."""
        self._journal = journal
        self._archive = Archive(journal)

    # who is where

    def open(self, opened: records.Opened, now: int) -> Room:
        """A new room; nobody is in it yet."""
        room = Room(opened, self._journal, self.limits, self.tally, now)
        room.open()
        self.rooms[room.code] = room
        return room

    def enter(self, guest: Guest, room: Room) -> None:
        """A guest is in this room from now on."""
        guest.room = room
        guest.session.room = room.code
        self.dirty[room] = None

    def room_for(self, guest: Guest, typed: str) -> Room:
        """The room of that code, for a guest who is in no other."""
        room = self.rooms.get(read_code(typed))
        if room is None:
            raise Denied("room/not_found")
        if guest.room is not None:
            raise Denied("room/other")
        return room

    def room_of(self, guest: Guest) -> Room:
        """The room a guest is in, where something is about to happen."""
        if guest.room is None:
            raise Denied("room/none")
        self.dirty[guest.room] = None
        return guest.room

    # from the journal

    def finished(self, match: str) -> Replay:
        """A game from the archive, or Denied."""
        found = self._archive.find(match)
        if found is None:
            raise Denied("game/not_found")
        return found

    def restore(self, code: str, history: Sequence[records.Record], now: int) -> Room:
        """A room as the journal has it; nobody is connected yet."""
        first, *later = history
        assert isinstance(first, records.Opened)
        assert first.code == code
        room = Room(first, self._journal, self.limits, self.tally, now)
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
                room.table.archived()
            return
        for whose, answer in room.refold(record, now):
            self._remember(whose, answer)

    def _remember(self, whose: str | None, answer: Done | Refused) -> None:
        session = self.sessions.get(whose or "")
        if session is not None:
            session.remember(answer.n, answer, self.limits.remembered_answers)

    # what happens by itself

    def lost(self, guest: Guest, now: int) -> None:
        """A connection is gone without a word."""
        if guest.room is not None:
            self.dirty[guest.room] = None
            guest.room.detach(guest, now)
            guest.room = None

    def tend(self, room: Room, now: int) -> Sequence[Done | Refused]:
        """Do what is due in a room; archive a match that has ended, close a room that nobody wants.

        Returns the answers to moves that had to wait; they are on their way.
        """
        if room.code not in self.rooms:
            return ()
        room.table.advance(now)
        for gone in room.keep_house(now):
            self._forget_room(gone, room)
        decided = room.table.take_answers()
        for whose, answer in decided:
            self._remember(whose, answer)
        finished = room.take_finished()
        if finished is not None:
            keep(self._journal, finished, int(time()))
            log.info("game finished", extra={"game": finished.game, "match": finished.match})
            room.announce()
        if room.abandoned(now):
            self.close(room)
        else:
            room.table.finish_pass(now)
        return [answer for _, answer in decided]

    def glimpse(self, guest: Guest, moment: Micros, stamp: int) -> None:
        """A guest's pong, while somebody waits for it."""
        if guest.room is not None:
            self.dirty[guest.room] = None
            guest.room.table.glimpse(guest.session.id, moment, stamp)

    def _forget_room(self, guest: str, room: Room) -> None:
        session = self.sessions.get(guest)
        if session is not None and session.room == room.code:
            session.room = None

    def close(self, room: Room) -> None:
        del self.rooms[room.code]
        self._journal.forget(room.code)
        for place in room.seating:
            self._forget_room(place.session or "", room)
        opener = self.sessions.get(room.opener)
        if opener is not None:
            opener.rooms_opened -= 1
