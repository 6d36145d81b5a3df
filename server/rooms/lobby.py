"""Which rooms exist, which guest is in which, and what is done in a room when no message arrives."""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from watai.protocol.errors import Denied
from watai.protocol.messages import Done, ServerMessage
from watai.protocol.replay import Replay
from watai.protocol.rooms import read_code
from watai.server import clock
from watai.server.bots.bot_pool import BotPool
from watai.server.clock import SECOND, Nanos
from watai.server.match.race_counts import RaceCounts
from watai.server.match.replies import Replies, Reply
from watai.server.rooms import departures
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import PLAYING, Room
from watai.server.rooms.room_list import PublicRooms
from watai.server.rooms.session_journal import SessionJournal
from watai.server.rooms.sessions import Session, Sessions
from watai.server.settings.limits import Limits
from watai.server.storage import records
from watai.server.storage.archive import Archive, as_records, keep
from watai.server.storage.journal import GameDamaged, Journal
from watai.server.transport.address_limits import AddressLimits
from watai.server.transport.closing import Ending

KICKED: Final = Ending(4003, "the host has sent you away from the room")
BANNED: Final = Ending(4004, "the host has sent you away from the room for good")
log = logging.getLogger("watai.lobby")


class Lobby:
    """All rooms of this server."""

    def __init__(
        self,
        journal: Journal,
        sessions: Sessions,
        limits: Limits,
        count_answer: Callable[[ServerMessage], None] = lambda answer: None,
        behind_proxy: bool = False,
        bot_processes: int = 0,
        plan_came: Callable[[Room], None] = lambda room: None,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.dirty: dict[Room, None] = {}
        """Rooms in which something may have happened during this pass; `tend` is due there."""
        self.public = PublicRooms(self.rooms, self.dirty)
        self.sessions = sessions
        self.limits = limits
        self.race_counts = RaceCounts()
        """Of all rooms."""
        self.connected: dict[str, Guest] = {}
        """The guests who are connected, by session."""
        self.replies = Replies(self._remember, count_answer, self._find_departed)
        """Where the answers of all rooms leave."""
        self.stopping = False
        self.busy = False
        """Whether messages wait for each other: then nothing is sent that may be left out."""
        self.address_limits = AddressLimits(limits, behind_proxy)
        self.session_journal = SessionJournal(journal, sessions)
        self.bots = BotPool(bot_processes, plan_came) if bot_processes else None
        """Where slow bots think; None: in the loop."""
        self._journal = journal
        self._archive = Archive(journal)

    # which guest is where

    def open(self, opened: records.Opened, now: Nanos) -> Room:
        """A new room, with nobody in it."""
        room = self._room(opened, now)
        self._journal.begin(room.code, f"{opened.session}:{opened.n}")
        room.journal.open()
        return room

    def _room(self, opened: records.Opened, now: Nanos) -> Room:
        room = Room(
            opened, self._journal, self.limits, self.race_counts, self.replies, now, self.bots
        )
        self.rooms[room.code] = room
        self.public.add(room)
        return room

    def make_room(self, now: Nanos) -> bool:
        """Whether one more room may be opened. If there are too many, the one that is empty for longest is closed.

        A room whose players have only just lost their connections keeps its match as long as it holds their seats.
        """
        if len(self.rooms) < self.limits.rooms:
            return True
        held_since = now - int(self.limits.hold_seconds * SECOND)
        empty = [
            (room.presence.empty_since, room.code)
            for room in self.rooms.values()
            if room.presence.empty_since is not None
            and (room.status != PLAYING or room.presence.empty_since < held_since)
        ]
        if not empty:
            return False
        self.close(self.rooms[min(empty)[1]])
        return True

    def close_left(self, opener: str) -> bool:
        """Close the longest empty room of this guest in which nobody else has a seat. False if there is none.

        Whoever plays alone and goes away, again and again, would have too many rooms otherwise until they expire.
        """
        left = [
            (room.presence.empty_since, room.code)
            for room in self.rooms.values()
            if room.opener == opener
            and room.presence.empty_since is not None
            and all(place.session in (None, opener) for place in room.seating)
        ]
        if not left:
            return False
        self.close(self.rooms[min(left)[1]])
        return True

    def enter(self, guest: Guest, room: Room) -> None:
        """A guest is in this room from now on."""
        guest.room = room
        guest.session.room = room.code
        self.dirty[room] = None
        self.public.follow(guest, False)
        if room.seating.seat_of(guest.session.id) is None:
            return  # a spectator has no seat to come back to
        self.session_journal.moved(guest.session)
        if not guest.session.player:
            guest.session.player = True
            self.session_journal.write(guest.session)

    def update(self, session: Session, since: int | None = None) -> None:
        """A session got or lost its connection or seat, now or at this unix second: it may be forgotten later, or no longer."""
        self.sessions.update(session, clock.unix() if since is None else since)

    def room_for(self, guest: Guest, typed: str, now: Nanos) -> Room:
        """The room of a code that a guest has typed; raises Denied if the guest is in another room.

        An address that has named too many codes in vain is not told any more which codes exist, right ones included.
        Only the room in which the guest has a seat stays open to it.
        """
        code, guesses = read_code(typed), self.address_limits.guesses
        if code != guest.session.room and not guesses.may_spend(guest.address, now):
            raise Denied("limit/address")
        room = self.rooms.get(code)
        if room is None:
            guesses.spend(guest.address, now)
            raise Denied("room/not_found")
        if room.seating.bars(guest.session.id, guest.address):
            raise Denied("room/banned")
        if guest.room is not None:
            raise Denied("room/other")
        return room

    def kick(self, room: Room, session: str, guest: Guest | None, ban: bool, now: Nanos) -> None:
        """The host sends this session away, whose guest is None while it is disconnected."""
        departures.leave(room, session, guest, now)
        if guest is None:
            self._forget_room(session, room)
        else:
            guest.session.room = None
            guest.expel(BANNED if ban else KICKED)

    def room_of(self, guest: Guest) -> Room:
        """The room a guest is in, which becomes dirty; raises Denied if there is none."""
        if guest.room is None:
            raise Denied("room/none")
        self.dirty[guest.room] = None
        return guest.room

    # the journal

    def finished(self, match: str) -> Replay:
        """A game from the archive; raises Denied if it is not there."""
        try:
            found = self._archive.find(match)
        except GameDamaged as damaged:
            log.error("a finished game is damaged", extra={"match": match, "error": str(damaged)})
            raise Denied("game/not_found") from None
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
            found.remember(reply.n, reply)

    def _find_departed(self, session: str) -> Guest | None:
        """The guest who has left a seat while a play of its was held, and is still connected.

        A guest who has a new connection and has yet to resume is none: it asks again, and is answered then.
        """
        guest = self.connected.get(session)
        if guest is None or (guest.room is None and guest.session.room is not None):
            return None
        return guest

    # without a message

    def lost(self, guest: Guest, now: Nanos) -> None:
        """A guest has lost its connection."""
        room = guest.room
        self.public.follow(guest, False)
        if room is not None:
            self.dirty[room] = None
            departures.detach(room, guest, now)
            guest.room = None
            if room.seating.seat_of(guest.session.id) is None:
                guest.session.room = None

    def tend(self, room: Room, now: Nanos) -> None:
        """Do what is due in a room, archive a match that has ended, and close a room that is abandoned."""
        if self.rooms.get(room.code) is not room:
            return  # closed; or given up, and another server has had it since
        if room.advance(now):
            for gone in departures.give_up_seats(room, now):
                self._forget_room(gone, room)
        finished = room.take_finished()
        if finished is not None:
            keep(self._journal, finished, clock.unix(), room.code)
            log.info("game finished", extra={"game": finished.game, "match": finished.match})
            room.announce()
        self.public.touch(room)
        if (closes := room.closes()) is not None and now >= closes:
            self.close(room)
        else:
            room.finish_pass(now, self.busy)

    def _forget_room(self, session: str, room: Room) -> None:
        found = self.sessions.get(session)
        if found is not None and found.room == room.code:
            found.room = None
            self.session_journal.moved(found)
            self.update(found)

    def close(self, room: Room) -> None:
        """Remove a room and its records; its guests may open others."""
        self._journal.forget(room.code)
        for place in room.seating:
            self._forget_room(place.session or "", room)
        self.drop(room)

    def drop(self, room: Room) -> None:
        """Remove a room from this server. Its records stay, for another server to go on with it.

        Its guests keep their seats there: only this server knows nothing of them any more, and writes nothing.
        """
        del self.rooms[room.code]
        self.dirty[room] = None  # so that its timer goes too
        self.public.remove(room)
        if room.runner is not None:
            room.runner.dismiss_bots()
        for place in room.seating:
            found = self.sessions.get(place.session or "")
            if found is not None and found.room == room.code:
                found.room = None
                self.update(found)
        opener = self.sessions.get(room.opener)
        if opener is not None:
            opener.rooms_opened -= 1
