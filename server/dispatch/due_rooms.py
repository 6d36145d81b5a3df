"""The rooms in which something is due: a message or a timer has to do with them, or a play of theirs is held."""

import logging
from collections.abc import Callable

from watai.server.clock import Nanos
from watai.server.dispatch.timers import Timers
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room

log = logging.getLogger("watai.loop")


class DueRooms:
    """Has each of them do what is due at the end of a pass, and knows when it is due again."""

    def __init__(self, lobby: Lobby, fail: Callable[[Room], None]) -> None:
        self._lobby = lobby
        self._fail = fail
        self.timers = Timers()
        self.holding: dict[Room, None] = {}
        """Rooms in which a play is held until its rivals' plays had time to arrive."""

    def tend_all(self, now: Nanos) -> None:
        """Do what is due by this instant, in every room whose timer has come or in which something happened in this pass."""
        dirty = self._lobby.dirty
        for room in self.timers.take_due(now):
            dirty[room] = None
        for room in list(dirty):
            self.tend(room, now)
        dirty.clear()

    def tend(self, room: Room, now: Nanos) -> None:
        """Do what is due in one room. If a bug of ours raises, this room fails, and no other."""
        try:
            self._lobby.tend(room, now)
        except Exception:
            log.exception("a room broke", extra={"room": room.code, "game": room.game})
            self._fail(room)
        self.schedule(room)

    def schedule(self, room: Room) -> None:
        """Set the room's timer, and have its players' pongs handed on while a play is held."""
        open_ = self._lobby.rooms.get(room.code) is room
        if open_ and room.holding:
            self.holding[room] = None
            room.broadcast.want_pongs(True)
        elif room in self.holding:
            del self.holding[room]
            room.broadcast.want_pongs(False)
        due = room.next_due() if open_ else None
        if due is not None:
            self.timers.set(room, due)
        elif not open_:
            self.timers.remove(room)
