"""`watai bench idle`: how soon a server is ready, and what a connection costs that does nothing."""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from watai.loadtest.load.assembly import allow_many_sockets
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.results.files import write_json
from watai.loadtest.systems.environment import environment
from watai.loadtest.systems.measured_server import MeasuredServer, own_server

SCHEMA: Final = 1
FIRST: Final = (
    100  # connections before memory is first read: what all of them share is there by then
)


@contextmanager
def timed_server() -> Iterator[tuple[MeasuredServer, float]]:
    """A server of our own, and how many seconds it took until it said where it listens."""
    began = time.perf_counter()
    with own_server("process") as server:
        yield server, time.perf_counter() - began


def measure(connections: int, starts: int) -> dict[str, Any]:
    """Start a server a few times; connect guests to the last one, and read its memory before and after."""
    allow_many_sockets()
    times = []
    for _ in range(starts - 1):
        with timed_server() as (_, seconds):
            times.append(seconds)
    with timed_server() as (server, seconds), ExitStack() as guests:
        times.append(seconds)
        empty = server.rss_mb()
        _connect(server, FIRST, guests)
        before = server.rss_mb()
        began = time.perf_counter()
        _connect(server, connections, guests)
        took, after = time.perf_counter() - began, server.rss_mb()
    return {
        "schema": SCHEMA,
        "bench": "idle",
        "start_s": round(statistics.median(times), 3),
        "starts": [round(each, 3) for each in times],
        "empty_mb": round(empty, 1),
        "connections": connections,
        "kb_per_connection": round((after - before) * 1024 / connections, 1),
        "connect_ms": round(took / connections * 1000, 3),
        "environment": environment(),
    }


def _connect(server: MeasuredServer, connections: int, guests: ExitStack) -> None:
    """Guests who say hello and then nothing."""
    for number in range(connections):
        client = RawClient(server.address, f"Idle {number}")
        guests.callback(client.close)
        client.arrive()


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="watai bench idle", description=__doc__)
    parser.add_argument("--connections", type=int, default=1000, help="default: 1000")
    parser.add_argument("--starts", type=int, default=3, help="how often to start (default: 3)")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if not 1 <= args.connections <= 20_000 or not 1 <= args.starts <= 100:
        parser.error("--connections is 1 to 20000, --starts 1 to 100")
    try:
        whole = measure(args.connections, args.starts)
    except OSError as problem:
        print(f"watai bench idle: {problem}", file=sys.stderr)
        return 1
    if write_json(whole, args.json):
        return 0
    print(f"ready after {whole['start_s']} s (median of {args.starts}), {whole['empty_mb']} MB")
    print(f"{whole['kb_per_connection']} KB for each of {args.connections} idle connections")
    return 0
