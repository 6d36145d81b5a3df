"""Which rooms exist, which guest is in which, and what is done in a room when no message arrives."""

import logging
from collections.abc import Callable, Sequence

from protocol.errors import Denied
from protocol.messages import Done, ServerMessage
from protocol.replay import Replay
from protocol.rooms import read_code
from server import clock
from server.clock import Nanos
from server.match.race_counts import RaceCounts
from server.match.replies import Replies, Reply
from server.rooms.guest import Guest
from server.rooms.room import Room
from server.rooms.sessions import Sessions
from server.settings.limits import Limits
from server.storage import records
from server.storage.archive import Archive, as_records, keep
from server.storage.journal import Journal

log = logging.getLogger("watai.lobby")


class Lobby:
    """All rooms of this server."""

    def __init__(
        self,
        journal: Journal,
        sessions: Sessions,
        limits: Limits,
        count_answer: Callable[[ServerMessage], None] = lambda answer: None,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.sessions = sessions
        self.limits = limits
        self.race_counts = RaceCounts()
        """Of all rooms."""
        self.replies = Replies(self._remember, count_answer)
        """Where the answers of all rooms leave."""
        self.stopping = False
        self.dirty: dict[Room, None] = {}
        """Rooms in which something may have happened during this pass; `tend` is due there."""
        self._journal = journal
        self._archive = Archive(journal)

    # which guest is where

    def open(self, opened: records.Opened, now: Nanos) -> Room:
        """A new room, with nobody in it."""
        room = self._room(opened, now)
        room.open()
        return room

    def _room(self, opened: records.Opened, now: Nanos) -> Room:
        room = Room(opened, self._journal, self.limits, self.race_counts, self.replies, now)
        self.rooms[room.code] = room
        return room

    def enter(self, guest: Guest, room: Room) -> None:
        """A guest is in this room from now on."""
        guest.room = room
        guest.session.room = room.code
        self.dirty[room] = None

    def room_for(self, guest: Guest, typed: str) -> Room:
        """The room of a code that a guest has typed; raises Denied if the guest is in another room."""
        room = self.rooms.get(read_code(typed))
        if room is None:
            raise Denied("room/not_found")
        if guest.room is not None:
            raise Denied("room/other")
        return room

    def room_of(self, guest: Guest) -> Room:
        """The room a guest is in, which becomes dirty; raises Denied if there is none."""
        if guest.room is None:
            raise Denied("room/none")
        self.dirty[guest.room] = None
        return guest.room

    # the journal

    def finished(self, match: str) -> Replay:
        """A game from the archive; raises Denied if it is not there."""
        found = self._archive.find(match)
        if found is None:
            raise Denied("game/not_found")
        return found

    def restore(self, code: str, history: Sequence[records.Record], now: Nanos) -> Room:
        """Recover a room from its records in the journal; nobody is connected yet."""
        first, *later = history
        assert isinstance(first, records.Opened)
        assert first.code == code
        room = self._room(first, now)
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

    def _refold(self, room: Room, record: records.Record, now: Nanos) -> None:
        if isinstance(record, records.Ended):
            finished = self._archive.find(record.match)
            if finished is None:  # the archive no longer keeps it
                return
            for each in as_records(finished):
                self._refold(room, each, now)
            if room.runner is not None:
                room.runner.mark_archived()
            return
        for session, reply in room.refold(record, now):
            self._remember(session, reply)

    def _remember(self, session: str | None, reply: Reply) -> None:
        """Keep an answer for a guest, who may ask again after losing the connection."""
        found = self.sessions.get(session or "")
        if found is not None:
            found.remember(reply.n, reply, self.limits.remembered_answers)

    # without a message

    def lost(self, guest: Guest, now: Nanos) -> None:
        """A guest has lost its connection."""
        if guest.room is not None:
            self.dirty[guest.room] = None
            guest.room.detach(guest, now)
            guest.room = None

    def tend(self, room: Room, now: Nanos) -> None:
        """Do what is due in a room, archive a match that has ended, and close a room that is abandoned."""
        if room.code not in self.rooms:
            return
        for gone in room.advance(now):
            self._forget_room(gone, room)
        finished = room.take_finished()
        if finished is not None:
            keep(self._journal, finished, clock.unix())
            log.info("game finished", extra={"game": finished.game, "match": finished.match})
            room.announce()
        if room.abandoned(now):
            self.close(room)
        else:
            room.finish_pass(now)

    def _forget_room(self, session: str, room: Room) -> None:
        found = self.sessions.get(session)
        if found is not None and found.room == room.code:
            found.room = None

    def close(self, room: Room) -> None:
        """Remove a room and its records; its guests may open others."""
        del self.rooms[room.code]
        self._journal.forget(room.code)
        for place in room.seating:
            self._forget_room(place.session or "", room)
        opener = self.sessions.get(room.opener)
        if opener is not None:
            opener.rooms_opened -= 1
