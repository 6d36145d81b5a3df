"""What must be true of the server after every pass."""

from collections.abc import Mapping

from tests.proofs.storm.journal import StormJournal
from tests.proofs.storm.process import Process
from tests.proofs.storm.violation import Violation
from watai.server import clock
from watai.server.clock import SECOND
from watai.server.match.match import Match
from watai.server.rooms import sessions
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import PLAYING, Room
from watai.server.rooms.session_journal import SESSIONS

GRACE = 1.0
"""Seconds by which a pass may be late."""
WAKES_A_ROOM = 64
"""A room leaves an entry among the timers whenever it is due earlier than before, until that later instant has come."""


class HealthCheck:
    """Looks at the games that have changed, and at all sizes."""

    def __init__(self) -> None:
        self._looked: dict[str, tuple[Match, int, int]] = {}

    def check(self, process: Process) -> None:
        """Raise a Violation for the first thing that is wrong."""
        loop = process.loop
        for code, room in loop.lobby.rooms.items():
            self._check_guests(process, room)
            match = room.match
            if match is None:
                continue
            now = match, match.seq, match.at
            if self._looked.get(code) != now:
                self._looked[code] = now
                if faults := match.game.faults():
                    raise Violation("broken", f"{room.game}: {'; '.join(faults)}")
        sizes = loop.sizes()
        bounds = self._bounds(process, sizes)
        for name, bound in bounds.items():
            if sizes[name] > bound:
                raise Violation("unbounded", f"{sizes[name]} {name}, and the limit is {bound}")
        for connection in loop.connections:
            if connection.channel.waiting > loop.limits.outbox_bytes and connection.fault is None:
                raise Violation("unbounded", f"{connection.channel.waiting} bytes in an outbox")
        if process.disk is not None:
            self._check_sessions(process, process.disk)

    def _check_sessions(self, process: Process, disk: StormJournal) -> None:
        kept = len(disk.streams.get(SESSIONS, ()))
        stored = not disk.unstored
        # every connection and every line of chat writes a session once; recovery leaves one record each
        if stored and kept > process.recovered_sessions + process.accepted + process.chats:
            raise Violation("unbounded", f"{kept} records of {len(process.loop.sessions)} sessions")

    def _check_guests(self, process: Process, room: Room) -> None:
        """Everybody in a room is connected, and nobody's seat is held for longer than it may be."""
        for listener in room.broadcast:
            if (
                not isinstance(listener, Guest)
                or listener.connection not in process.loop.connections
            ):
                raise Violation("unbounded", f"{listener} has gone and is still in its room")
        if room.status == PLAYING:
            oldest = clock.now() - int((process.loop.limits.hold_seconds + GRACE) * SECOND)
            for place in room.seating:
                if place.away_since is not None and place.away_since < oldest:
                    raise Violation("stuck", f"a seat is held for {place.name} for ever")

    def _bounds(self, process: Process, sizes: Mapping[str, int]) -> Mapping[str, int]:
        limits, rooms, guests = process.loop.limits, sizes["rooms"], sizes["sessions"]
        opened = guests * limits.rooms_per_guest
        return {
            # a node also has rooms that were opened at others
            "rooms": limits.rooms if process.disk is None else min(limits.rooms, opened),
            "guests": len(process.links),
            "answers": guests * sessions.REMEMBERED_ANSWERS,
            "events": rooms * limits.history_events,
            "flushing": process.accepted,  # some may be gone since they were queued for
            "dirty": 0,
            "wakes": (rooms + 1) * WAKES_A_ROOM,
            "scheduled": rooms + 1,
            "holding": rooms,
        }
