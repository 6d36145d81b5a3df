"""When each room has something to do even if no message comes."""

import heapq
from collections.abc import Iterator
from itertools import count

from watai.server.clock import Nanos
from watai.server.rooms.room import Room


class Timers:
    """A heap of instants. A room that was given an earlier one is also called at the later one, which does no harm."""

    def __init__(self) -> None:
        self._heap: list[tuple[Nanos, int, Room]] = []
        self._next: dict[Room, Nanos] = {}
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def rooms(self) -> int:
        """How many rooms have a timer."""
        return len(self._next)

    def first(self) -> Nanos | None:
        return self._heap[0][0] if self._heap else None

    def set(self, room: Room, at: Nanos) -> None:
        """Have a room called at this instant, unless it is called earlier anyway."""
        if room not in self._next or at < self._next[room]:
            self._next[room] = at
            heapq.heappush(self._heap, (at, next(self._numbers), room))

    def remove(self, room: Room) -> None:
        """Have a room that is gone not counted any more; it may still be called once."""
        self._next.pop(room, None)

    def take_due(self, now: Nanos) -> Iterator[Room]:
        """The rooms whose time has come, once."""
        while self._heap and self._heap[0][0] <= now:
            _, _, room = heapq.heappop(self._heap)
            self._next.pop(room, None)
            yield room
