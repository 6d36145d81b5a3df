"""The generator for the rigs: eight clients a room on one epoll, in a closed or an open loop, as for our server."""

import argparse
import gc
import select
import sys
import time
from collections import Counter
from collections.abc import Sequence

from loadtest.peers.player import SEATS, Player, seat_at_colyseus
from loadtest.results.files import dumps
from loadtest.results.percentile import percentile

SETTLE_SECONDS = 0.3
_TICK = 0.0015  # epoll sleeps whole milliseconds: nearer to an instant than this, the loop polls

now = time.perf_counter


class Load:
    """All players of a run, and what they measured."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.latencies: list[float] = []
        self.lags: list[float] = []
        self._epoll = select.epoll()
        self._by_fd = {player.sock.fileno(): player for player in players}
        for fd in self._by_fd:
            self._epoll.register(fd, select.EPOLLIN)

    def closed(self, seconds: float) -> float:
        """One play in flight per player; returns the seconds it took."""
        start = now()
        for player in self.players:
            player.play(now())
        while (time := now()) - start < seconds:
            for fd, _ in self._epoll.poll(0.1):
                player = self._by_fd[fd]
                for latency in player.answers():
                    self.latencies.append(latency)
                    player.play(now())
        return time - start

    def opened(self, seconds: float, rate: float) -> float:
        """Make plays at fixed instants, whatever the server does; latency counts from those instants."""
        period = 1 / (rate * len(self.players))
        start = intended = now()
        count = 0
        while (time := now()) - start < seconds:
            while intended <= time:
                self.players[count % len(self.players)].play(intended)
                self.lags.append(time - intended)
                intended, count = intended + period, count + 1
                time = now()
            self.read(max(0.0, intended - now()))
        return time - start

    def read(self, patience: float) -> None:
        for fd, _ in self._epoll.poll(patience if patience > _TICK else 0, 32):
            self.latencies.extend(self._by_fd[fd].answers())

    def settle(self) -> None:
        """Read for a moment: before the run, so that greetings do not count; after it, so that the last answers do."""
        until = now() + SETTLE_SECONDS
        while now() < until:
            self.read(0.01)

    def close(self) -> None:
        self._epoll.close()
        for player in self.players:
            player.sock.close()


def connect(port: int, rooms: int, colyseus: bool) -> list[Player]:
    """Fill the rooms, seat by seat."""
    return [
        Player(port, seat_at_colyseus(port, room) if colyseus else f"/room{room}", seat, colyseus)
        for room in range(rooms)
        for seat in range(SEATS)
    ]


def measure(port: int, rooms: int, seconds: float, rate: float, colyseus: bool) -> dict[str, float]:
    """One run against a rig."""
    load = Load(connect(port, rooms, colyseus))
    load.settle()
    cpu = time.process_time()
    took = load.opened(seconds, rate) if rate else load.closed(seconds)
    cpu = time.process_time() - cpu
    counted = len(load.latencies)
    if rate:
        load.settle()
    load.close()
    if not load.latencies:
        raise TimeoutError("no play was answered")
    return {
        "plays_per_s": round(counted / took),
        "p50_ms": _millis(load.latencies, 0.5),
        "p99_ms": _millis(load.latencies, 0.99),
        "generator_cpu": round(cpu / took, 2),
        "lag_p99_ms": _millis(load.lags, 0.99),
    }


def _millis(seconds: Sequence[float], part: float) -> float:
    return round((percentile(Counter(seconds), part) or 0.0) * 1000, 3)


def main(argv: list[str]) -> int:
    """Run the generator once and print one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.peers.load", description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument(
        "--rate", type=float, default=0, help="plays a second per client; 0: closed"
    )
    parser.add_argument("--colyseus", action="store_true")
    args = parser.parse_args(argv)
    gc.disable()  # a pause of the generator would count as one of the peer
    print(dumps(measure(args.port, args.rooms, args.seconds, args.rate, args.colyseus)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
