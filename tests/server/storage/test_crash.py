"""The journal of a process that dies or runs out of disk, seen from outside.

A child plays a fixed script of batches and writes one byte to a pipe after each commit; the parent kills it somewhere.
What is found afterwards must be the script up to a whole number of batches, and at least up to the last byte.
"""

import random
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

import pytest

from watai.server.storage.journal import JournalDamaged
from watai.server.storage.sqlite import maintenance
from watai.server.storage.sqlite.reader import SqliteReader
from watai.server.storage.sqlite.writer import Durability, SqliteJournal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
STREAMS = [f"room {number}" for number in range(6)]


class Target(Protocol):
    def append(self, stream: str, body: bytes) -> None: ...
    def archive(self, stream: str, summary: bytes, body: bytes, at: int) -> None: ...
    def forget(self, stream: str) -> None: ...


class Expected:
    """The plainest journal: what the script leaves behind."""

    def __init__(self) -> None:
        self.live: dict[str, list[bytes]] = {}
        self.games: dict[str, bytes] = {}

    def append(self, stream: str, body: bytes) -> None:
        self.live.setdefault(stream, []).append(body)

    def archive(self, stream: str, summary: bytes, body: bytes, at: int) -> None:
        self.games[stream] = body
        self.forget(stream)

    def forget(self, stream: str) -> None:
        self.live.pop(stream, None)


def script(target: Target, seed: int) -> Iterator[None]:
    """Endless batches of records, some with the end of a stream; yields after each."""
    chance = random.Random(seed)
    batch = 0
    while True:
        for record in range(chance.randrange(1, 40)):
            body = b"%d/%d " % (batch, record)
            target.append(chance.choice(STREAMS), body * chance.randrange(1, 30))
        if chance.random() < 0.1:
            target.archive(chance.choice(STREAMS), b"", b"%d" % batch * 3000, batch)
        if chance.random() < 0.1:
            target.forget(chance.choice(STREAMS))
        batch += 1
        yield


def play(path: str, seed: int, durability: Durability) -> None:
    """The child: plays until it is killed, with a worker that tidies without pause."""
    maintenance.CHECKPOINT_COMMITS = 1
    maintenance.SWEEP_ROWS = 100
    maintenance.WAL_LIMIT = 500_000
    journal = SqliteJournal(Path(path), durability=durability)

    def tidy() -> None:
        while True:
            journal.maintain(0)

    threading.Thread(target=tidy, daemon=True).start()
    for _ in script(journal, seed):
        journal.submit()
        sys.stdout.buffer.write(b".")
        sys.stdout.buffer.flush()


def run_out_of_room(path: str) -> None:
    """The child: meets the limit of its files' size in the middle of a batch, then gets more room."""
    journal = SqliteJournal(Path(path))
    journal.append("a", b"before")
    journal.submit()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, most))
    journal.append("a", b"first")
    for _ in range(200):
        journal.append("b", bytes(1000))
    journal.archive("a", b"summary", b"body", at=1)
    for _ in range(2):
        with pytest.raises(JournalDamaged, match="check the disk"):
            journal.submit()
        assert journal.recover() == {"a": [b"before"]}
        assert journal.archives(1) == []
        with SqliteReader(Path(path)) as reader:
            assert reader.recover() == {"a": [b"before"]}
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    journal.submit()
    assert journal.recover() == {"b": [bytes(1000)] * 200}
    assert journal.archived("a") == b"body"
    journal.close()


def child(call: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", f"from tests.server.storage import test_crash as t; t.{call}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def batches_until_killed(process: subprocess.Popen[bytes], moment: int) -> int:
    """Kill a playing child once it has acknowledged `moment` batches; return how many it had in all."""
    assert process.stdout
    assert process.stderr
    with process:
        heard = process.stdout.read(moment)
        process.kill()
        heard += process.stdout.read()  # not communicate(): it passes over what was read ahead
        errors = process.stderr.read()
    assert not errors, errors.decode()
    return len(heard)


def state_after(seed: int, batches: int) -> Expected:
    expected = Expected()
    playing = script(expected, seed)
    for _ in range(batches):
        next(playing)
    return expected


def found(journal: SqliteJournal) -> Expected:
    expected = Expected()
    expected.live = journal.recover()
    for name, _, _ in journal.archives(1000):
        expected.games[name] = journal.archived(name) or b""
    return expected


@pytest.mark.parametrize("seed", range(10))
def test_kill_9_loses_nothing_acknowledged_and_leaves_nothing_half_done(
    tmp_path: Path, seed: int
) -> None:
    path = tmp_path / "journal.db"
    moment = random.Random(seed).randrange(1, 400)
    durability = "power" if seed % 5 == 4 else "process"
    acknowledged = batches_until_killed(
        child(f"play({str(path)!r}, {seed}, {durability!r})"), moment
    )
    with SqliteJournal(path) as journal:
        after = found(journal)
        journal.maintain(0)
        assert vars(found(journal)) == vars(after)
    # a commit may have been done and not yet acknowledged
    possible = [vars(state_after(seed, acknowledged + extra)) for extra in (0, 1)]
    assert vars(after) in possible
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_the_journal_of_a_killed_server_can_be_read_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    acknowledged = batches_until_killed(child(f"play({str(path)!r}, 77, 'process')"), 50)
    with SqliteReader(path) as reader:
        left = reader.recover()
        assert left in [state_after(77, acknowledged + extra).live for extra in (0, 1)]
    with SqliteJournal(path) as journal:
        journal.append("later", b"1")
    with SqliteJournal(path) as journal:
        assert journal.recover() == {**left, "later": [b"1"]}


def test_a_failed_commit_stores_nothing_and_may_be_repeated(tmp_path: Path) -> None:
    process = child(f"run_out_of_room({str(tmp_path / 'journal.db')!r})")
    _, errors = process.communicate()
    assert process.returncode == 0, errors.decode()


def test_a_second_process_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with SqliteJournal(path):
        process = child(f"SqliteJournal(t.Path({str(path)!r}))")
        _, errors = process.communicate()
    last = errors.decode().splitlines()[-1]
    assert process.returncode != 0
    assert "JournalLocked" in last
    assert str(path) in last


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    batches_until_killed(child(f"play({str(path)!r}, 1, 'process')"), 1)
    SqliteJournal(path).close()
