"""When which room is to be tended even if nobody says anything, in ns of the monotonic clock."""

import heapq
from collections.abc import Iterator
from itertools import count

from server.rooms.room import Room


class Wakes:
    """The next wake of every room; a later one that was planned before may still be called, and does no harm."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Room]] = []
        self._next: dict[Room, int] = {}
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def rooms(self) -> int:
        """How many rooms have one."""
        return len(self._next)

    def first(self) -> int | None:
        return self._heap[0][0] if self._heap else None

    def plan(self, room: Room, at: int) -> None:
        if at < self._next.get(room, at + 1):
            self._next[room] = at
            heapq.heappush(self._heap, (at, next(self._numbers), room))

    def take(self, now: int) -> Iterator[Room]:
        """The rooms whose time has come, once."""
        while self._heap and self._heap[0][0] <= now:
            _, _, room = heapq.heappop(self._heap)
            self._next.pop(room, None)
            yield room
