"""Writes the corpus that `make fuzz` begins with: a message of every type, and a file of every kind.

Run it after new messages, options or records: `python -m tests.support.fuzz.seeds`. Inputs that were found stay.
"""

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.fuzz.targets import CORPUS, MADE_BY, TARGETS
from tests.support.protocol.message_strategies import MOVES, move, struct
from tests.support.protocol.played_games import played
from tests.support.server.latency_room import GAME, LatencyRoom, races
from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.catalogue import GAMES
from watai.protocol.codec import CODECS, JSON, MSGPACK
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
from watai.server import chance
from watai.server.rooms.session_journal import SESSIONS
from watai.server.settings.config import read_settings
from watai.server.storage.sqlite.writer import SqliteJournal

PLAYER = b'name = "Ana"\nlang = "fr"\nlayout = "azerty"\nascii = true\nserver = "ws://localhost:7777"\n[keys]\n"app.chat" = ["c", "f5"]\n'


def _samples(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Values of a strategy, always the same ones."""
    found: list[Any] = []

    @settings(
        max_examples=count,
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
    return found


def _messages() -> Iterator[tuple[str, Any]]:
    for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES):
        yield kind.__name__, max(_samples(struct(kind), 12), key=lambda each: len(repr(each)))


def _seeds() -> Iterator[tuple[str, str, bytes]]:
    """Target, name and bytes of every input."""
    for name, said in _messages():
        yield "msgpack", name, MSGPACK.encode(said)
        yield "json", name, JSON.encode(said)
    for game, kind in MOVES:
        made = max(_samples(move(kind), 12), key=lambda each: len(repr(each)))
        for codec in CODECS.values():
            yield codec.name.rpartition(".")[2], f"{game}-{kind.__name__}", codec.encode(codec.act(1, made))  # fmt: skip
    yield from _frames()
    for game, entry in GAMES.items():
        options = msgspec.to_builtins(entry.game.options_type())
        yield "options", game, msgspec.json.encode([game, 4, {**options, "arbitration": "fair"}])
        yield "replay", game, played(game).to_json()
    yield from _journals()
    yield "client-settings", "usual", PLAYER
    yield "server-settings", "usual", read_settings([], {}).to_toml().encode()


def _frames() -> Iterator[tuple[str, str, bytes]]:
    key, ping = b"\x01\x02\x03\x04", MSGPACK.encode(Ping(1))
    for opcode in Opcode:
        yield "frames", f"masked-{opcode.name}", masked_frame(opcode, b"\x03\xe8a", key)
        yield "frames", f"plain-{opcode.name}", frame(opcode, b"\x03\xe8a")
    yield "frames", "medium", masked_frame(Opcode.BINARY, bytes(200), key)
    parts = bytes([0x01, 0x82]) + key + b"ab" + bytes([0x80, 0x82]) + key + b"cd"
    yield "frames", "fragments", parts + masked_frame(Opcode.BINARY, ping, key) * 3


def _journals() -> Iterator[tuple[str, str, bytes]]:
    streams = _streams()
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.sqlite"
        with SqliteJournal(small, made_by=MADE_BY) as journal:
            for name, bodies in list(streams.items())[:3]:
                for body in bodies[:10]:
                    journal.append(name, body)
            journal.archive("x", b"\x90", b"\x90", 1)
            journal.commit()
        with sqlite3.connect(small, isolation_level=None) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        yield "journal", "small", small.read_bytes()
    sessions = streams.pop(SESSIONS)
    seen = set()
    for code, bodies in streams.items():
        yield "records", code, msgspec.msgpack.encode([sessions[:4], bodies[:40]])
        for body in bodies:
            tag = msgspec.msgpack.decode(body)[0]
            if tag not in seen:
                seen.add(tag)
                yield "record", tag, body


def _streams() -> dict[str, list[bytes]]:
    """The journal of a server where each game runs, one is over and one is begun again, and a room waits."""
    journal = MemoryJournal()
    with chance.simulated(Random(7).randbytes):
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


if __name__ == "__main__":
    for target in TARGETS:
        (CORPUS / target.name).mkdir(parents=True, exist_ok=True)
    for target_name, name, data in _seeds():
        (CORPUS / target_name / name).write_bytes(data)
