"""The list of public rooms: in pages, and as changes to the guests who follow it."""

from bisect import bisect_right, insort
from collections.abc import Collection, Mapping
from typing import Final

import trio

from watai.protocol.codec import Codec
from watai.protocol.messages import RoomLine, RoomsChanged
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import Room
from watai.server.rooms.room_views import room_line

PAUSE: Final = 0.25
"""Seconds between two messages to followers: what changes meanwhile comes in one."""
ROOMS_PER_PAGE: Final = 100
"""Public rooms in one message: about 10 KB. A client asks for the next page."""
FOLLOWERS: Final = 1_000
"""Guests who are sent what changes in the list. The others ask again."""


class PublicRooms:
    """The public rooms in the order of their codes, and the guests who follow what changes."""

    def __init__(self, rooms: Mapping[str, Room], dirty: Collection[Room]) -> None:
        self.followers: dict[Guest, None] = {}
        self._rooms = rooms
        self._dirty = dirty
        self._codes: list[str] = []
        self._elsewhere: dict[str, RoomLine] = {}
        """The public rooms of other servers, which share this list."""
        self._lines: dict[str, RoomLine] = {}
        """The lines of rooms in which nothing has changed since: making one takes longer than all the rest of an answer."""
        self._changed: dict[str, None] = {}
        self._told: dict[str, RoomLine] = {}
        """What the followers were last told of a room."""
        self._news = trio.Event()

    def __len__(self) -> int:
        return len(self._codes)

    def here(self, most: int) -> list[RoomLine]:
        """The public rooms of this server, at most so many."""
        return [room_line(self._rooms[code]) for code in self._codes[:most]]

    def show_elsewhere(self, lines: dict[str, RoomLine]) -> None:
        """These are the public rooms of other servers."""
        before, self._elsewhere = self._elsewhere, lines
        if self.followers and before != lines:
            changed = {
                code: None
                for code in (*before, *lines)
                if before.get(code) != lines.get(code) and code not in self._rooms
            }
            self._changed.update(changed)
            self._news.set()

    def _line(self, code: str) -> RoomLine | None:
        room = self._rooms.get(code)
        if room is None:
            return self._elsewhere.get(code)
        if room in self._dirty:
            return room_line(room)
        line = self._lines.get(code)
        if line is None:
            line = self._lines[code] = room_line(room)
        return line

    def add(self, room: Room) -> None:
        """A room was opened."""
        if room.public:
            insort(self._codes, room.code)
            self.touch(room)

    def remove(self, room: Room) -> None:
        """A room was closed."""
        if room.public:
            index = bisect_right(self._codes, room.code)
            del self._codes[index - 1]
            self.touch(room)

    def touch(self, room: Room) -> None:
        """Something may have changed in a room; the followers are told soon if it shows in the list."""
        if not room.public:
            return
        self._lines.pop(room.code, None)
        if self.followers:
            self._changed[room.code] = None
            self._news.set()

    def page(self, after: str, limit: int | None) -> tuple[list[RoomLine], bool]:
        """The rooms whose codes come after this one, at most `limit`, and whether there are more."""
        count = ROOMS_PER_PAGE if limit is None else max(1, min(limit, ROOMS_PER_PAGE))
        everywhere = self._codes
        if self._elsewhere:
            everywhere = sorted({*self._codes, *self._elsewhere})
        first = bisect_right(everywhere, after)
        lines = map(self._line, everywhere[first : first + count])
        return [line for line in lines if line is not None], first + count < len(everywhere)

    def follow(self, guest: Guest, wanted: bool) -> None:
        """Tell this guest what changes, or no longer. Beyond the limit of followers nobody is added."""
        if not wanted:
            self.followers.pop(guest, None)
        elif len(self.followers) < FOLLOWERS:
            self.followers[guest] = None
        if not self.followers:
            self._told.clear()
            self._changed.clear()

    async def run(self) -> None:
        """Tell the followers what has changed, for ever."""
        while True:
            await self._news.wait()
            self.tell()
            if not self._changed:
                self._news = trio.Event()
            await trio.sleep(PAUSE)

    def tell(self) -> None:
        """Queue what has changed for every follower, at most a page of it; the rest comes the next time."""
        lines: list[RoomLine] = []
        gone: list[str] = []
        for code in list(self._changed)[:ROOMS_PER_PAGE]:
            del self._changed[code]
            line = self._line(code)
            if line is None:
                self._told.pop(code, None)
                gone.append(code)
                continue
            if self._told.get(code) != line:
                self._told[code] = line
                lines.append(line)
        if not lines and not gone:
            return
        frames: dict[Codec, bytes] = {}
        for guest in self.followers:
            if guest.codec not in frames:
                frames[guest.codec] = guest.codec.frame(RoomsChanged(lines, gone))
            guest.queue(frames[guest.codec])
