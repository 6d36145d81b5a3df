"""Measures our server and the peers in turn, round by round, each server on one core and its generator on another."""

import contextlib
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from watai import child
from watai.loadtest.peers.cache import node_rig, own_rig, python_rig
from watai.loadtest.peers.player import HOST
from watai.loadtest.systems.cores import Cores, on_cores
from watai.loadtest.systems.measured_server import MeasuredServer, launched

OURS = "watai"
START_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Rig:
    """A rig: what it is, and how its command is found."""

    told: str
    command: Callable[[Path], list[str]]


PEERS: Mapping[str, Rig] = {
    "colyseus": Rig("Colyseus, `broadcast`", lambda cache: node_rig(cache, "colyseus.mjs")),
    "ws": Rig("Node `ws`, bare", lambda cache: node_rig(cache, "ws.mjs")),
    "websockets": Rig(
        "Python `websockets` on uvloop", lambda cache: python_rig(cache, "websockets_uvloop.py")
    ),
    "plain": Rig("trio-websocket, the obvious way", lambda cache: own_rig("plain.py")),
    "limit": Rig("limit of plain Trio", lambda cache: own_rig("limit.py")),
}


@dataclass(frozen=True, slots=True)
class Work:
    """The work that every server gets."""

    rooms: int
    seconds: float
    rate: float


@dataclass(frozen=True, slots=True)
class Got:
    """The figures of one server in one round and one loop."""

    plays_per_s: float
    p50_ms: float
    p99_ms: float
    generator_cpu: float
    lag_p99_ms: float
    wrong: str = ""
    server_us_per_play: float | None = None
    wait_p99_ms: float | None = None
    """Of plays that waited for rivals; the other latencies do not contain it where it is given."""


class Failed(Exception):
    """A server did not start, or its generator gave up."""


def in_turn(names: Sequence[str], rounds: int) -> Iterator[tuple[int, str]]:
    """Each server once a round, each round beginning with another: slow minutes of the machine favour none."""
    for number in range(rounds):
        start = number % len(names)
        yield from ((number, name) for name in (*names[start:], *names[:start]))


def measure_ours(work: Work, options: Sequence[str]) -> tuple[Got, Got]:
    """Our own server by our own command, closed loop and open loop."""
    closed = run_race([*_words(work), *options])
    opened = run_race([*_words(work), "--rate", str(work.rate), *options])
    return closed, opened


def _words(work: Work) -> list[str]:
    return ["--rooms", str(work.rooms), "--seconds", str(work.seconds)]


def run_race(words: Sequence[str], latency: str = "ack_ms") -> Got:
    """One race on our own server, by our own command."""
    command = child.command("", "bench", "race", *words, "--json", "-")
    done = subprocess.run(
        command, env=child.environment(), capture_output=True, text=True, check=False
    )
    try:
        return got_from_race(orjson.loads(done.stdout), latency)
    except (ValueError, KeyError) as error:
        raise Failed(f"{OURS}: {done.stderr.strip() or error}") from error


def got_from_race(result: Mapping[str, Any], latency: str = "ack_ms") -> Got:
    """The figures in the JSON of our race; `latency` says which of its latencies counts."""
    lag = result["generator"].get("lag_ms", {}).get("p99")
    violations = result.get("violations", 0)
    return Got(
        result["plays_per_s"],
        result[latency]["p50"],
        result[latency]["p99"],
        result["generator"]["cpu"],
        lag or 0.0,
        f"{violations} violations" if violations else "; ".join(result.get("invalid_because", [])),
        (result.get("server") or {}).get("us_per_play"),
        result.get("wait_ms", {}).get("p99"),
    )


def measure_peer(name: str, command: Sequence[str], work: Work) -> tuple[Got, Got]:
    """One rig, closed loop, then open loop."""
    with serving(name, command) as rig:
        closed = run_load(name, rig, _words(work))
        opened = run_load(name, rig, [*_words(work), "--rate", str(work.rate)])
    return closed, opened


@contextlib.contextmanager
def serving(name: str, command: Sequence[str]) -> Iterator[MeasuredServer]:
    """The rig, listening, on the server's core."""
    port = _free_port()
    with launched([*command, str(port)], {"NODE_ENV": "production"}, quiet=True) as process:
        _wait_for(name, port, process)
        yield MeasuredServer((HOST, port), process.pid)


def run_load(name: str, rig: MeasuredServer, words: Sequence[str]) -> Got:
    """One run of the peers' generator against a rig."""
    command = child.command("loadtest.peers.load", str(rig.address[1]), *words)
    command += ["--pid", str(rig.pid)]
    if name == "colyseus":
        command.append("--colyseus")
    with on_cores(Cores.found().generator[-1:]):
        done = subprocess.run(
            command, env=child.environment(), capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise Failed(f"{name}: {done.stderr.strip().splitlines()[-1]}")
    return Got(**orjson.loads(done.stdout))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_for(name: str, port: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise Failed(f"{name} does not listen")
