"""A journal is tidied beside its commits: swept, checkpointed, and never in their way."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.server.memory_lobby import fill
from watai.server.storage.journal import Journal
from watai.server.storage.sqlite import maintenance
from watai.server.storage.sqlite.file import PAGE_BYTES
from watai.server.storage.sqlite.writer import SqliteJournal


def statements(connection: sqlite3.Connection) -> list[str]:
    seen: list[str] = []
    connection.set_trace_callback(seen.append)
    return seen


def test_ended_streams_are_swept_and_the_living_kept(
    store: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "SWEEP_ROWS", 1000)
    for number in range(900):
        store.append(("a", "b", "c")[number % 3], b"%d" % number)
    store.forget("a")
    store.submit()
    store.maintain(0)
    assert store.log_rows == 900  # not worth it yet
    fill(store, "d", *[b"x"] * 100)
    store.archive("b", b"", b"", at=0)
    store.submit()
    store.maintain(0)
    assert store.log_rows == 400
    assert store.recover() == {"c": [b"%d" % n for n in range(2, 900, 3)], "d": [b"x"] * 100}
    store.close()
    with SqliteJournal(path) as again:
        assert again.log_rows == 400
        fill(again, "e", b"y")
        assert list(again.recover()) == ["c", "d", "e"]


def test_the_next_sweep_waits_until_the_log_has_doubled(
    store: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "SWEEP_ROWS", 10)
    fill(store, "dead", b"x")
    fill(store, "living", *[b"x"] * 100)
    store.forget("dead")
    store.submit()
    store.maintain(0)
    assert store.log_rows == 100
    fill(store, "dead", *[b"x"] * 99)
    store.forget("dead")
    store.submit()
    store.maintain(0)
    assert store.log_rows == 199
    fill(store, "living", b"x")
    store.maintain(0)
    assert store.log_rows == 101


def test_space_is_reused(store: SqliteJournal, path: Path) -> None:
    sizes = []
    for turn in range(4):
        fill(store, f"room {turn}", *[bytes(120)] * 5000)
        store.forget(f"room {turn}")
        store.submit()
        store.maintain(0)
        with closing(sqlite3.connect(path)) as db:
            sizes.append(db.execute("PRAGMA page_count").fetchone()[0])
    assert sizes[1:] == [sizes[1]] * 3


def test_a_checkpoint_starts_only_after_a_new_commit(
    store: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite before 3.51.3 can lose a commit otherwise; see the theory of operation."""
    monkeypatch.setattr(maintenance, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(maintenance, "SWEEP_ROWS", 0)
    seen = statements(store._maintenance._db)
    fill(store, "a", b"1")
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 1
    with store._transactions.on(store._maintenance._db):
        pass  # a transaction that writes nothing is no commit
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 1
    fill(store, "a", b"2")
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 2


@pytest.mark.parametrize(("beyond", "restarts"), [(0, 0), (1, 1)])
def test_commits_wait_for_a_wal_that_is_beyond_its_limit_and_not_before(
    store: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch, beyond: int, restarts: int
) -> None:
    fill(store, "a", *[b"x"] * 100)
    store.maintain(0)
    frames = (path.with_name(path.name + "-wal").stat().st_size - 32) // (24 + PAGE_BYTES)
    monkeypatch.setattr(maintenance, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(maintenance, "WAL_LIMIT", frames * PAGE_BYTES - beyond)
    seen = statements(store._maintenance._db)
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 1
    assert seen.count("PRAGMA wal_checkpoint(RESTART)") == restarts


@contextmanager
def tidying(journal: Journal) -> Iterator[None]:
    """A worker that maintains without pause; its failure is ours."""
    stop = threading.Event()

    def tidy() -> None:
        while not stop.is_set():
            journal.maintain(0)

    with ThreadPoolExecutor(1) as workers:
        work = workers.submit(tidy)
        try:
            yield
        finally:
            stop.set()
        work.result()


def test_maintenance_and_commits_do_not_disturb_each_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(maintenance, "SWEEP_ROWS", 100)
    monkeypatch.setattr(maintenance, "WAL_LIMIT", 200_000)
    with SqliteJournal(path, keep_games=5) as store:
        with tidying(store):
            for turn in range(600):
                for room in range(8):
                    store.append(f"room {room + turn // 50}", b"%d" % turn)
                if turn % 50 == 49:
                    store.archive(f"room {turn // 50}", b"", bytes(10_000), at=turn)
                store.submit()
        store.maintain(0)
        assert {name: len(bodies) for name, bodies in store.recover().items()} == {
            f"room {room}": 50 * min(8, 19 - room) for room in range(12, 19)
        }
        assert [at for _, at, _ in store.archives(99)] == [599, 549, 499, 449, 399]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
