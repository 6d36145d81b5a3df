"""The generator: one process's rooms, one epoll, and the loop that keeps the schedule.

Closed loop: each player has one play in flight, and makes the next as soon as it is answered.
Open loop: plays leave at their planned instants. Near such an instant the loop polls without sleeping, and between two
of them it reads from a few sockets at most, so that what comes in cannot make late what has to go out.
"""

import gc
import heapq
import select
import time
from collections.abc import Callable, Iterator, Sequence

from loadtest.load.calm_room import CalmRoom
from loadtest.load.misbehaving import Nuisances
from loadtest.load.plan import SECOND
from loadtest.load.recorder import Recorder
from loadtest.load.room import GONE, Room
from loadtest.load.stream import Tally
from loadtest.net.raw_websocket import Line

AT_ONCE = 4  # sockets read between two looks at the schedule
NEAR = 2_000_000  # ns: closer to an instant than this, sleeping would be too coarse
AWAKE = (
    5_000_000  # ns after the last news in which more is expected: waking up would be measured too
)
MARGIN = 1_000_000  # ns: epoll counts in whole ms
DRAIN = 15 * SECOND  # for answers that are still to come at the end
START = 30 * SECOND  # for every room to begin its race

clock = time.perf_counter_ns
Tick = Callable[[int, Recorder], None]


class Generator:
    """Rooms that are ready to race."""

    def __init__(
        self, rooms: Sequence[Room], tally: Tally, tick: Tick, calm: Sequence[CalmRoom] = ()
    ) -> None:
        self.rooms = rooms
        self.lines = [line for room in rooms for line in room.lines]
        self.tally = tally
        self.idle = 0
        """ns in which there was nothing to do."""
        self.cpu_at_start = 0.0
        self.nuisances: Nuisances | None = None
        self._tick = tick
        self._second = 0
        self._began = 0
        self._next_tick = 0
        self._news = 0  # when something last came or left
        self._epoll = select.epoll()
        self._by_fd: dict[int, Line] = {}
        self._calm = [room.line for room in calm]
        for line in (*self.lines, *self._calm):
            line.sock.setblocking(False)
            self._by_fd[line.sock.fileno()] = line
            self._epoll.register(line.sock.fileno(), select.EPOLLIN)

    # before

    def start_races(self) -> None:
        """Go, in every room; returns when all of them race."""
        for room in self.rooms:
            room.lead()
        patience = clock() + START
        while not all(room.racing for room in self.rooms):
            if clock() > patience:
                raise TimeoutError("a room did not start its race")
            self._listen(0.1, -1)
        self.tally.recorder = Recorder()

    # the race

    def closed_loop(self, began: int, ends: int, think: int) -> None:
        """One play in flight per player, with a pause of so many ns before the next."""
        self._begin(began)
        waiting: list[tuple[int, int]] = []
        for line in self.lines:
            self._play_or_park(line)
        while (now := clock()) < ends:
            pause = 0.1
            while waiting and waiting[0][0] <= now:
                self._play_or_park(self._by_fd[heapq.heappop(waiting)[1]])
            if waiting:
                pause = min(pause, (waiting[0][0] - now) / SECOND)
            for line, answered in self._listen(pause, -1):
                if think and answered:
                    heapq.heappush(waiting, (clock() + think, line.sock.fileno()))
                else:
                    for _ in range(answered):
                        self._play_or_park(line)
                room = line.room
                if room.stirred and room.parked:
                    self._wake(room)
            if now >= self._next_tick:
                self._end_second()

    def _play_or_park(self, line: Line) -> None:
        now = clock()
        if not line.room.play(line, now, now):
            line.room.parked.append(line)

    def _wake(self, room: Room) -> None:
        room.stirred = False
        parked, room.parked = room.parked, []
        for line in parked:
            self._play_or_park(line)

    def open_loop(self, began: int, ends: int, schedule: Iterator[tuple[int, int]]) -> None:
        """Plays at their instants, whether or not the server keeps up."""
        self._begin(began)
        lines = self.lines
        after, index = next(schedule, (ends, -1))
        intended = began + after
        while (now := clock()) < ends:
            while intended <= now and index >= 0:
                line = lines[index]
                self.tally.recorder.add("lag", now - intended)
                if not line.room.play(line, intended, now):
                    self.tally.skipped += 1
                self._news = now
                after, index = next(schedule, (ends, -1))
                intended = began + after
                now = clock()
            gap = min(intended, ends) - now
            quiet = gap > NEAR and now > self._news + AWAKE
            self._listen((gap - MARGIN) / SECOND if quiet else 0, AT_ONCE)
            if self.nuisances is not None:
                self.nuisances.step(now, now - began)
            if now >= self._next_tick:
                self._end_second()

    def _begin(self, began: int) -> None:
        gc.collect()
        gc.freeze()
        gc.disable()  # a pause of the generator would be taken for one of the server
        while (gap := began - clock()) > 0:
            self._listen(min(gap / SECOND, 0.05) if gap > NEAR else 0, AT_ONCE)
        self.idle = 0
        self.cpu_at_start = time.process_time()
        self._began, self._second = began, 0
        self._next_tick = began + SECOND

    def _end_second(self) -> None:
        recorder, self.tally.recorder = self.tally.recorder, Recorder()
        self._tick(self._second, recorder)
        self._second = (clock() - self._began) // SECOND
        self._next_tick = self._began + (self._second + 1) * SECOND

    def _listen(self, timeout: float, at_most: int) -> list[tuple[Line, int]]:
        """Let those who have something to hear hear it; each with how many of its plays were answered."""
        before = clock()
        ready = self._epoll.poll(timeout, at_most)
        if timeout or not ready:
            self.idle += clock() - before
        heard = []
        for fd, _ in ready:
            line = self._by_fd[fd]
            self._news = clock()
            answered = line.room.hear(line, self._news)
            if answered == GONE:
                self._epoll.unregister(fd)
            else:
                heard.append((line, answered))
        return heard

    # after

    def drain(self) -> bool:
        """Wait for the answers that are still to come, then for a last look at every table; False if some never came."""
        self._end_second()
        complete = self._listen_until(lambda room: not room.pending)
        for room in self.rooms:
            room.look()
        complete = self._listen_until(lambda room: not room.looking) and complete
        self._end_second()
        gc.enable()
        gc.unfreeze()
        return complete

    def _listen_until(self, done: Callable[[Room], bool]) -> bool:
        patience = clock() + DRAIN
        while not all(map(done, self.rooms)):
            if clock() > patience:
                return False
            self._listen(0.05, -1)
        return True

    def close(self) -> None:
        self._epoll.close()
        for line in (*self.lines, *self._calm):
            line.close()
        if self.nuisances is not None:
            self.nuisances.close()
