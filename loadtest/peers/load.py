"""The generator for the rigs: eight clients a room on one epoll, in a closed or an open loop, on the schedule of our own races."""

import argparse
import gc
import select
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence

from watai.loadtest.load.assembly import allow_many_sockets
from watai.loadtest.load.generator import AT_ONCE
from watai.loadtest.load.plan import SECOND, Plan, schedule
from watai.loadtest.net import raw_websocket
from watai.loadtest.peers.player import HOST, SEATS, RigPlayer, seat_at_colyseus
from watai.loadtest.results.files import dumps
from watai.loadtest.results.percentile import percentile
from watai.loadtest.systems.measured_server import MeasuredServer

SETTLE_SECONDS = 0.3
_TICK = 0.002  # epoll sleeps whole milliseconds, rounded up: nearer to an instant than this, the loop polls

now = time.perf_counter


class Load:
    """All players of a run, and what they measured."""

    def __init__(self, players: Sequence[RigPlayer]) -> None:
        self.players = players
        self.latencies: list[float] = []
        self.lags: list[float] = []
        self.counts_from = 0.0
        """Plays that should have left earlier are warm-up."""
        self._epoll = select.epoll()
        self._by_fd = {player.sock.fileno(): player for player in players}
        for fd in self._by_fd:
            self._epoll.register(fd, select.EPOLLIN)

    def closed(self, seconds: float) -> None:
        """One play in flight per player."""
        start = now()
        for player in self.players:
            player.play(now())
        while now() - start < seconds:
            for player, answered in self._read(0.1, -1):
                for _ in range(answered):
                    player.play(now())

    def opened(self, plan: Plan, begin: Callable[[], None]) -> None:
        """Make plays at the instants of the plan, whatever the server does; latency counts from those instants.

        `begin` is called when the warm-up is over.
        """
        start = now()
        self.counts_from = start + plan.lead
        warming = True
        for after, index in schedule(plan, len(self.players), 0):
            intended = start + after / SECOND
            while (left := intended - now()) > 0:
                self._read(left - _TICK / 2 if left > _TICK else 0, AT_ONCE)
            if warming and intended >= self.counts_from:
                warming = False
                begin()
            if not warming:
                self.lags.append(now() - intended)
            self.players[index].play(intended)
        while now() - start < plan.whole:
            self._read(0.001, -1)

    def _read(self, patience: float, at_most: int) -> list[tuple[RigPlayer, int]]:
        """Read from ready sockets; returns each player with how many of its plays were answered."""
        read = []
        for fd, _ in self._epoll.poll(patience, at_most):
            player = self._by_fd[fd]
            answers = player.answers()
            arrived = now()
            self.latencies += [arrived - due for due in answers if due >= self.counts_from]
            read.append((player, len(answers)))
        return read

    def settle(self) -> None:
        """Read for a moment: before the run, so that greetings do not count; after it, so that the last answers do."""
        until = now() + SETTLE_SECONDS
        while now() < until:
            self._read(0.01, -1)

    def close(self) -> None:
        self._epoll.close()
        for player in self.players:
            player.sock.close()


def connect(port: int, rooms: int, colyseus: bool) -> list[RigPlayer]:
    """Fill the rooms, seat by seat."""

    def seated(room: int, seat: int) -> RigPlayer:
        path = seat_at_colyseus(port, room) if colyseus else f"/room{room}"
        return RigPlayer(*raw_websocket.connect((HOST, port), path), seat, colyseus)

    return [seated(room, seat) for room in range(rooms) for seat in range(SEATS)]


def measure(port: int, plan: Plan, colyseus: bool, pid: int | None = None) -> dict[str, float]:
    """One run against a rig; with the rig's process, also what it used."""
    allow_many_sockets()
    load = Load(connect(port, plan.rooms, colyseus))
    load.settle()
    rig = MeasuredServer((HOST, port), pid)
    own, server = time.process_time(), rig.cpu_seconds()

    def begin() -> None:
        nonlocal own, server
        own, server = time.process_time(), rig.cpu_seconds()

    if plan.rate:
        load.opened(plan, begin)
    else:
        load.closed(plan.seconds)
    own, server = time.process_time() - own, rig.cpu_seconds() - server
    counted = len(load.latencies)
    if plan.rate:
        load.settle()
    load.close()
    if not load.latencies:
        raise TimeoutError("no play was answered")
    return {
        "plays_per_s": round(counted / plan.seconds),
        "p50_ms": _millis(load.latencies, 0.5),
        "p99_ms": _millis(load.latencies, 0.99),
        "generator_cpu": round(own / plan.seconds, 2),
        "lag_p99_ms": _millis(load.lags, 0.99),
        "server_us_per_play": round(server / counted * 1e6, 1) if counted else 0.0,
    }


def _millis(seconds: Sequence[float], part: float) -> float:
    return round((percentile(Counter(seconds), part) or 0.0) * 1000, 3)


def main(argv: list[str]) -> int:
    """Run the generator once and print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m watai.loadtest.peers.load", description=__doc__
    )
    parser.add_argument("port", type=int)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument(
        "--rate", type=float, default=0, help="plays a second per client; 0: closed"
    )
    parser.add_argument("--warm-up", type=float, default=0, help="open loop: seconds before")
    parser.add_argument("--pid", type=int, help="the rig's process, whose processor time counts")
    parser.add_argument("--colyseus", action="store_true")
    args = parser.parse_args(argv)
    plan = Plan(rooms=args.rooms, seconds=args.seconds, rate=args.rate, warm_up=args.warm_up)
    gc.disable()  # a pause of the generator would count as one of the peer
    print(dumps(measure(args.port, plan, args.colyseus, args.pid)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
