"""`watai bench race`: rooms of eight racing players on a real server, all of it: rules, journal, broadcast.

Every play is a turn of the Stock, the commonest move of a race, checked, journalled and told to all eight.
Closed loop: each player always has one play in flight, which shows what the server can do.
Open loop (--rate): plays leave on a fixed schedule whether or not the server keeps up, and latency counts
from the instant a play should have left, so a stall is seen by every play it delays.
"""

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from loadtest.swarm import SEATS, Player, Swarm, now

SCHEMA = 1
MOVE = "Turn"


def closed_loop(swarm: Swarm, seconds: float) -> tuple[list[float], float]:
    """One play in flight per player; the latencies, and the time it took."""
    sent: dict[Player, float] = {}
    start = now()
    for player in swarm.players:
        sent[player] = now()
        player.act(MOVE)
    latencies = []
    while (time := now()) - start < seconds:
        for player in swarm.ready(0.1):
            if player.answers():
                arrived = now()
                latencies.append(arrived - sent[player])
                sent[player] = arrived
                player.act(MOVE)
    return latencies, time - start


def open_loop(swarm: Swarm, seconds: float, rate: float) -> tuple[list[float], float, float]:
    """Plays at fixed instants; the latencies from those instants, the time, and the generator's worst lag."""
    players = swarm.players
    period = 1 / (rate * len(players))
    due: dict[Player, deque[float]] = {player: deque() for player in players}
    start = intended = now()
    latencies: list[float] = []
    lag, count = 0.0, 0
    while (time := now()) - start < seconds:
        while intended <= time:
            player = players[count % len(players)]
            lag = max(lag, time - intended)
            due[player].append(intended)
            player.act(MOVE)
            intended, count = intended + period, count + 1
        for player in swarm.ready(max(0.0, intended - now())):
            for _ in range(player.answers()):
                latencies.append(now() - due[player].popleft())
    return latencies, time - start, lag


def report(latencies: list[float], seconds: float, swarm: Swarm) -> dict[str, object]:
    """Plays a second, and latency in milliseconds."""
    ordered = sorted(latencies)

    def at(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 3)

    return {
        "plays_per_s": round(len(ordered) / seconds),
        "frames_per_s": round(sum(player.frames for player in swarm.players) / seconds),
        "refused": sum(player.refused for player in swarm.players),
        "ack_ms": {
            "p50": at(0.5),
            "p99": at(0.99),
            "p999": at(0.999),
            "max": round(ordered[-1] * 1000, 3),
        },
    }


@contextlib.contextmanager
def server(durability: str) -> Iterator[tuple[tuple[str, int], int]]:
    """A server of our own on the first core, with a journal of its own; its address and process."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        limits = (
            "connections_per_address=20000",
            "messages_per_second=1000000",
            "burst_messages=1000000",
            "silence_seconds=600",  # a large swarm takes its time to assemble
        )
        command = [sys.executable, "-m", "server", "--port", "0", "--log-level", "warning"]
        command += ["--journal", str(Path(folder) / "journal.sqlite"), "--durability", durability]
        command += [word for limit in limits for word in ("--limit", limit)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                os.sched_setaffinity(process.pid, {cores[0]})
                os.sched_setaffinity(0, {cores[-1]})
                assert process.stdout is not None
                host, _, port = process.stdout.readline().rpartition("://")[2].rpartition(":")
                yield (host, int(port)), process.pid
            finally:
                os.sched_setaffinity(0, set(cores))
                process.terminate()
                process.wait(10)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(rooms: int, seconds: float, rate: float, durability: str) -> dict[str, object]:
    """One run against a server of our own."""
    with server(durability) as (address, pid):
        swarm = Swarm(address, rooms)
        before, own = cpu_seconds(pid), os.times()
        lag = 0.0
        if rate:
            latencies, took, lag = open_loop(swarm, seconds, rate)
        else:
            latencies, took = closed_loop(swarm, seconds)
        spent, after = cpu_seconds(pid) - before, os.times()
        result = report(latencies, took, swarm)
        swarm.close()
    return {
        "schema": SCHEMA,
        "bench": "race",
        "rooms": rooms,
        "players": rooms * SEATS,
        "loop": "open" if rate else "closed",
        "rate": rate,
        "durability": durability,
        **result,
        "server": {
            "cpu": round(spent / took, 2),
            "us_per_play": round(spent / max(1, len(latencies)) * 1e6, 1),
        },
        "generator": {
            "cpu": round((after.user + after.system - own.user - own.system) / took, 2),
            "worst_lag_ms": round(lag * 1000, 3),
        },
        "python": platform.python_version(),
    }


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="watai bench race",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rooms", type=int, default=40, help="rooms of eight (default: 40)")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long (default: 4)")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="plays a second per player; 0: closed loop"
    )
    parser.add_argument("--durability", choices=("process", "power"), default="process")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if not 1 <= args.rooms <= 1000 or not 0 < args.seconds <= 3600 or args.rate < 0:
        parser.error("--rooms is 1 to 1000, --seconds up to 3600, --rate not negative")
    result = measure(args.rooms, args.seconds, args.rate, args.durability)
    if args.json == "-":
        print(json.dumps(result))
        return 0
    if args.json:
        Path(args.json).write_text(json.dumps(result) + "\n", encoding="utf-8")
    for name, value in result.items():
        print(f"{name:<14} {value}")
    return 0
