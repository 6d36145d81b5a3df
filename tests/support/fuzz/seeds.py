"""The inputs that fuzzing begins with: a message of every type, and a file of every kind, as they are today."""

import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.protocol.message_strategies import MOVES, move, struct
from tests.support.protocol.played_games import played
from tests.support.server.latency_room import GAME, LatencyRoom, races
from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.catalogue import GAMES
from watai.protocol.codec import JSON, MSGPACK
from watai.protocol.frames import Opcode, frame, masked_frame
from watai.protocol.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    AddBot,
    Leave,
    Ping,
    Rematch,
    Start,
)
from watai.server import chance, clock
from watai.server.rooms.session_journal import SESSIONS
from watai.server.settings.config import read_settings
from watai.server.storage.sqlite.writer import SqliteJournal

MADE_BY = "fuzz"
"""The version that made the journals of the corpus: not that of the formats, which every change of a record changes."""
PLAYER = b'name = "Ana"\nlang = "fr"\nlayout = "azerty"\nascii = true\nserver = "ws://localhost:7777"\n[keys]\n"app.chat" = ["c", "f5"]\n'


def _longest(strategy: st.SearchStrategy[Any]) -> Any:
    """The longest of some values of a strategy, always the same one."""
    found: list[Any] = []

    @settings(
        max_examples=12,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    collect()
    return max(found, key=lambda each: len(repr(each)))


@cache
def seeds() -> Mapping[str, Sequence[bytes]]:
    """The inputs of each target, always the same ones (about a second)."""
    found = defaultdict[str, list[bytes]](list)
    for target, data in chain(_messages(), _frames(), _rooms(), _journals(), _settings()):
        found[target].append(data)
    return found


def _messages() -> Iterator[tuple[str, bytes]]:
    for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES):
        said = _longest(struct(kind))
        yield "msgpack", MSGPACK.encode(said)
        yield "json", JSON.encode(said)
    for _, its in MOVES:
        made = _longest(move(its))
        yield "msgpack", MSGPACK.encode(MSGPACK.act(1, made))
        yield "json", JSON.encode(JSON.act(1, made))


def _rooms() -> Iterator[tuple[str, bytes]]:
    for game, entry in GAMES.items():
        options = msgspec.to_builtins(entry.game.options_type())
        yield "options", msgspec.json.encode([game, 4, {**options, "arbitration": "fair"}])
        yield "replay", played(game).to_json()


def _settings() -> Iterator[tuple[str, bytes]]:
    yield "client-settings", PLAYER
    yield "server-settings", read_settings([], {}).to_toml().encode()


def _frames() -> Iterator[tuple[str, bytes]]:
    key, ping = b"\x01\x02\x03\x04", MSGPACK.encode(Ping(1))
    for opcode in Opcode:
        yield "frames", masked_frame(opcode, b"\x03\xe8a", key)
        yield "frames", frame(opcode, b"\x03\xe8a")
    yield "frames", masked_frame(Opcode.BINARY, bytes(200), key)
    parts = bytes([0x01, 0x82]) + key + b"ab" + bytes([0x80, 0x82]) + key + b"cd"
    yield "frames", parts + masked_frame(Opcode.BINARY, ping, key) * 3


def _journals() -> Iterator[tuple[str, bytes]]:
    streams = _streams()
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.sqlite"
        with SqliteJournal(small, made_by=MADE_BY) as journal:
            for name, bodies in list(streams.items())[:3]:
                for body in bodies[:10]:
                    journal.append(name, body)
            journal.archive("x", b"\x90", b"\x90", 1)
            journal.submit()
        with sqlite3.connect(small, isolation_level=None) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        yield "journal", small.read_bytes()
    sessions = streams.pop(SESSIONS)
    seen = set()
    for bodies in streams.values():
        yield "records", msgspec.msgpack.encode([sessions[:4], bodies[:40]])
        for body in bodies:
            tag = msgspec.msgpack.decode(body)[0]
            if tag not in seen:
                seen.add(tag)
                yield "record", body


def _streams() -> dict[str, list[bytes]]:
    """The journal of a server where each game runs, one is over and one is begun again, and a room waits."""
    journal = MemoryJournal()
    today = clock.simulated(time.monotonic_ns, lambda: 1_800_000_000.0)
    with chance.simulated(Random(7).randbytes), today:
        race = LatencyRoom([5, 20, 60, 150], bots=1, journal=journal)
        while len(races(race)) < 2:
            race.run(10)
        for word in (Leave, Rematch):
            over = LatencyRoom([5, 20], {**GAME, "target": 1}, seed=word.__name__, journal=journal)
            over.run()
            over.table.later(0)
            over.players[0].guest.do(word)
        table = MemoryLobby(journal=journal)
        waiting, *hosts = table.guests("Ana", *GAMES)
        table.open(waiting)
        for host, game in zip(hosts, GAMES, strict=True):
            seats = GAMES[game].game.seats[0]
            table.open(host, game, seats)
            for _ in range(seats - 1):
                host.do(AddBot)
            host.do(Start)
            table.later(60)
    return journal.streams
