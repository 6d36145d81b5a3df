"""The generator: the rooms of one process, one epoll, and the loop that keeps the schedule.

Closed loop: each player has one play in flight, and makes the next as soon as it is answered.
Open loop: plays leave at their planned instants. Near such an instant the loop polls without sleeping, and between two
of them it reads from a few sockets at most, so that reading cannot make a play late.
"""

import gc
import heapq
import select
import time
from collections.abc import Callable, Iterator, Sequence

from watai.loadtest.load.calm_room import CalmRoom
from watai.loadtest.load.misbehaving import MisbehavingPeers
from watai.loadtest.load.plan import SECOND
from watai.loadtest.load.recorder import Recorder
from watai.loadtest.load.room import GONE, LoadRoom
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.net.raw_client import RawClient

AT_ONCE = 4  # sockets read between two looks at the schedule
NEAR = 2_000_000  # ns: closer to an instant than this, sleeping would be too coarse
AWAKE = 5_000_000  # ns after the last message in which the loop does not sleep: waking up would be measured too
MARGIN = 1_000_000  # ns: epoll counts in whole ms
DRAIN = 15 * SECOND  # for the last answers
START = 30 * SECOND  # for all rooms to begin their races

clock = time.perf_counter_ns
OnTick = Callable[[int, Recorder], None]


class Generator:
    """Drives rooms that are ready to race."""

    def __init__(
        self,
        rooms: Sequence[LoadRoom],
        counts: LoadCounts,
        tick: OnTick,
        calm: Sequence[CalmRoom] = (),
    ) -> None:
        self.rooms = rooms
        self.clients = [client for room in rooms for client in room.clients]
        self.counts = counts
        self.idle = 0
        """ns spent waiting for something to do."""
        self.cpu_at_start = 0.0
        self.misbehaving: MisbehavingPeers | None = None
        self._tick = tick
        self._second = 0
        self._began = 0
        self._next_tick = 0
        self._active_at = 0  # when a message last came or left
        self._epoll = select.epoll()
        self._by_fd: dict[int, RawClient] = {}
        self._calm = [room.client for room in calm]
        for client in (*self.clients, *self._calm):
            client.sock.setblocking(False)
            self._by_fd[client.sock.fileno()] = client
            self._epoll.register(client.sock.fileno(), select.EPOLLIN)

    # before

    def start_races(self) -> None:
        """Say Go in all rooms; returns when all of them race."""
        for room in self.rooms:
            room.lead()
        patience = clock() + START
        while not all(room.racing for room in self.rooms):
            if clock() > patience:
                raise TimeoutError("a room did not start its race")
            self._read(0.1, -1)
        self.counts.recorder = Recorder()

    # the race

    def closed_loop(self, began: int, ends: int, think: int) -> None:
        """One play in flight per player, and a pause of `think` ns before the next."""
        self._begin(began)
        waiting: list[tuple[int, int]] = []
        for client in self.clients:
            self._play_or_park(client)
        while (now := clock()) < ends:
            pause = 0.1
            while waiting and waiting[0][0] <= now:
                self._play_or_park(self._by_fd[heapq.heappop(waiting)[1]])
            if waiting:
                pause = min(pause, (waiting[0][0] - now) / SECOND)
            for client, answered in self._read(pause, -1):
                if think and answered:
                    heapq.heappush(waiting, (clock() + think, client.sock.fileno()))
                else:
                    for _ in range(answered):
                        self._play_or_park(client)
                room = client.room
                if room.stirred and room.parked:
                    self._wake(room)
            if now >= self._next_tick:
                self._end_second()

    def _play_or_park(self, client: RawClient) -> None:
        now = clock()
        if not client.room.play(client, now, now):
            client.room.parked.append(client)

    def _wake(self, room: LoadRoom) -> None:
        room.stirred = False
        parked, room.parked = room.parked, []
        for client in parked:
            self._play_or_park(client)

    def open_loop(self, began: int, ends: int, schedule: Iterator[tuple[int, int]]) -> None:
        """Make plays at their instants, whether or not the server keeps up."""
        self._begin(began)
        clients = self.clients
        after, index = next(schedule, (ends, -1))
        intended = began + after
        while (now := clock()) < ends:
            while intended <= now and index >= 0:
                client = clients[index]
                self.counts.recorder.add("lag", now - intended)
                if not client.room.play(client, intended, now):
                    self.counts.skipped += 1
                self._active_at = now
                after, index = next(schedule, (ends, -1))
                intended = began + after
                now = clock()
            gap = min(intended, ends) - now
            quiet = gap > NEAR and now > self._active_at + AWAKE
            self._read((gap - MARGIN) / SECOND if quiet else 0, AT_ONCE)
            if self.misbehaving is not None:
                self.misbehaving.step(now, now - began)
            if now >= self._next_tick:
                self._end_second()

    def _begin(self, began: int) -> None:
        gc.collect()
        gc.freeze()
        gc.disable()  # a pause of the generator would count as one of the server
        while (gap := began - clock()) > 0:
            self._read(min(gap / SECOND, 0.05) if gap > NEAR else 0, AT_ONCE)
        self.idle = 0
        self.cpu_at_start = time.process_time()
        self._began, self._second = began, 0
        self._next_tick = began + SECOND

    def _end_second(self) -> None:
        recorder, self.counts.recorder = self.counts.recorder, Recorder()
        self._tick(self._second, recorder)
        self._second = (clock() - self._began) // SECOND
        self._next_tick = self._began + (self._second + 1) * SECOND

    def _read(self, timeout: float, at_most: int) -> list[tuple[RawClient, int]]:
        """Read from ready sockets; returns each client with how many of its plays were answered."""
        before = clock()
        ready = self._epoll.poll(timeout, at_most)
        if timeout or not ready:
            self.idle += clock() - before
        read = []
        for fd, _ in ready:
            client = self._by_fd[fd]
            self._active_at = clock()
            answered = client.room.receive(client, self._active_at)
            if answered == GONE:
                self._epoll.unregister(fd)
            else:
                read.append((client, answered))
        return read

    # after

    def drain(self) -> bool:
        """Wait for the last answers, then for a last view of each table; False if some never came."""
        self._end_second()
        complete = self._read_until(lambda room: not room.pending)
        for room in self.rooms:
            room.look()
        complete = self._read_until(lambda room: not room.looking) and complete
        self._end_second()
        gc.enable()
        gc.unfreeze()
        return complete

    def _read_until(self, done: Callable[[LoadRoom], bool]) -> bool:
        patience = clock() + DRAIN
        while not all(map(done, self.rooms)):
            if clock() > patience:
                return False
            self._read(0.05, -1)
        return True

    def close(self) -> None:
        self._epoll.close()
        for client in (*self.clients, *self._calm):
            client.close()
        if self.misbehaving is not None:
            self.misbehaving.close()
