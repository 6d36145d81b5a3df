"""What every journal promises, then what the one in SQLite adds: refusals, versions, retention, tidying."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from server import journal_sqlite
from server.journal import (
    Journal,
    JournalDamaged,
    JournalError,
    JournalLocked,
    JournalTooNew,
)
from server.journal_file import MIGRATIONS
from server.journal_sqlite import DAY, Durability, SqliteJournal


class Opener(Protocol):
    """Opens the same journal, again and again."""

    def __call__(
        self, *, keep_days: int | None = None, keep_games: int | None = None
    ) -> Journal: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena" / "journal.db"


@pytest.fixture(params=["sqlite-process", "sqlite-power"])
def reopen(request: pytest.FixtureRequest, path: Path) -> Opener:
    """The journals under contract; another kind is another parameter."""

    def opener(*, keep_days: int | None = None, keep_games: int | None = None) -> Journal:
        durability: Durability = "power" if request.param == "sqlite-power" else "process"
        return SqliteJournal(
            path, durability=durability, keep_days=keep_days, keep_games=keep_games
        )

    return opener


@pytest.fixture
def journal(reopen: Opener) -> Iterator[Journal]:
    with reopen() as journal:
        yield journal


@pytest.fixture
def store(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path) as store:
        yield store


def fill(journal: Journal, stream: str, *bodies: bytes) -> None:
    for body in bodies:
        journal.append(stream, body)
    journal.commit()


def statements(connection: sqlite3.Connection) -> list[str]:
    seen: list[str] = []
    connection.set_trace_callback(seen.append)
    return seen


# --- the contract ---


def test_records_come_back_in_order_and_streams_in_order_of_first_append(reopen: Opener) -> None:
    with reopen() as journal:
        for stream, body in ("b", b"1"), ("a", b"2"), ("b", b""), ("c", b"\0\xff"), ("a", b"3"):
            journal.append(stream, body)
        journal.commit()
        fill(journal, "b", b"4")
    with reopen() as journal:
        assert list(journal.recover().items()) == [
            ("b", [b"1", b"", b"4"]),
            ("a", [b"2", b"3"]),
            ("c", [b"\0\xff"]),
        ]


def test_nothing_is_stored_before_commit(journal: Journal) -> None:
    journal.append("a", b"1")
    assert journal.recover() == {}
    assert journal.pending == 1
    journal.commit()
    assert journal.recover() == {"a": [b"1"]}
    assert journal.pending == 0


def test_a_commit_of_nothing_is_nothing(journal: Journal) -> None:
    journal.commit()
    assert journal.recover() == {}


def test_close_commits_and_may_be_repeated(reopen: Opener) -> None:
    journal = reopen()
    journal.append("a", b"1")
    journal.close()
    journal.close()
    journal.maintain(0)  # a worker that comes too late does no harm
    with reopen() as journal:
        assert journal.recover() == {"a": [b"1"]}


def test_an_archived_stream_is_kept_whole_and_lives_no_more(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "a", b"1")
        journal.archive("a", b"summary", b"body", at=7)
        assert journal.archived("a") is None
        journal.commit()
        assert journal.live_streams == 0
    with reopen() as journal:
        assert journal.recover() == {}
        assert journal.archived("a") == b"body"
        assert journal.archived("b") is None
        assert journal.archives(10) == [("a", 7, b"summary")]


def test_a_name_archived_twice_keeps_the_later_game(journal: Journal) -> None:
    journal.archive("a", b"s1", b"b1", at=7)
    journal.archive("a", b"s2", b"b2", at=8)
    journal.commit()
    assert journal.archived("a") == b"b2"
    assert journal.archives(10) == [("a", 8, b"s2")]


def test_archives_are_listed_newest_first_and_by_pages(journal: Journal) -> None:
    for name, at in ("a", 5), ("b", 9), ("c", 7), ("d", 7):
        journal.archive(name, name.encode(), b"", at)
    journal.commit()
    assert [name for name, _, _ in journal.archives(10)] == ["b", "d", "c", "a"]
    assert [name for name, _, _ in journal.archives(2)] == ["b", "d"]
    assert [name for name, _, _ in journal.archives(10, before=7)] == ["a"]


def test_a_forgotten_stream_is_gone(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "a", b"1")
        fill(journal, "b", b"2")
        journal.forget("a")
        journal.forget("never begun")
        journal.commit()
        assert journal.recover() == {"b": [b"2"]}
    with reopen() as journal:
        assert journal.recover() == {"b": [b"2"]}
        assert journal.live_streams == 1


def test_a_stream_is_replaced_by_its_summary_in_one_commit(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "sessions", b"1", b"2")
        fill(journal, "a", b"3")
        journal.append("sessions", b"4")
        journal.forget("sessions")
        journal.append("sessions", b"1+2+4")
        journal.commit()
    with reopen() as journal:
        assert list(journal.recover().items()) == [("a", [b"3"]), ("sessions", [b"1+2+4"])]


def test_games_too_old_go(reopen: Opener) -> None:
    with reopen(keep_days=2) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number * DAY)
        journal.commit()
        journal.maintain(now=39 * DAY)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]
        assert journal.archived("g36") is None


def test_games_too_many_go_oldest_first(reopen: Opener) -> None:
    with reopen(keep_games=3) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number // 2)
        journal.commit()
        journal.maintain(now=0)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]


def test_without_a_limit_all_games_stay(journal: Journal) -> None:
    for number in range(40):
        journal.archive(f"g{number}", b"", b"body", at=number)
    journal.commit()
    journal.maintain(now=10_000 * DAY)
    assert len(journal.archives(99)) == 40


# --- one server per journal ---


def test_a_second_server_is_refused_by_name(store: SqliteJournal, path: Path) -> None:
    fill(store, "a", b"1")
    with pytest.raises(JournalLocked, match=r"journal\.db\.lock.*journal of its own"):
        SqliteJournal(path)
    fill(store, "a", b"2")
    assert store.recover() == {"a": [b"1", b"2"]}


def test_another_name_for_the_file_does_not_get_around_the_lock(
    store: SqliteJournal, path: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(JournalLocked):
        SqliteJournal(link)


def test_only_the_owner_may_read_the_files(store: SqliteJournal, path: Path) -> None:
    fill(store, "a", b"1")
    assert path.parent.stat().st_mode & 0o777 == 0o700
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(
        ["journal.db", "journal.db-shm", "journal.db-wal", "journal.db.lock"], 0o600
    )


def test_a_foreign_writer_delays_a_batch_but_loses_none_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_sqlite, "BUSY_SECONDS", 0)
    with SqliteJournal(path) as store:
        foreign = sqlite3.connect(path, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        store.append("a", b"1")
        with pytest.raises(JournalLocked, match="another program"):
            store.commit()
        assert store.pending == 1
        foreign.close()
        store.commit()
        assert store.recover() == {"a": [b"1"]}


def test_a_batch_refused_half_way_is_taken_back_whole(store: SqliteJournal) -> None:
    fill(store, "a", b"1")
    store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1000)  # a refusal that leaves it to us
    store.append("a", b"2")
    store.append("b", bytes(2000))
    with pytest.raises(JournalDamaged, match="too big"):
        store.commit()
    assert store.recover() == {"a": [b"1"]}
    store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
    store.commit()
    assert store.recover() == {"a": [b"1", b"2"], "b": [bytes(2000)]}


# --- readers ---


def test_a_reader_sees_what_is_committed_beside_the_server(
    store: SqliteJournal, path: Path
) -> None:
    fill(store, "a", b"1")
    with SqliteJournal.read_only(path) as reader:
        store.append("a", b"2")
        assert reader.recover() == {"a": [b"1"]}
        store.archive("b", b"summary", b"body", at=7)
        store.commit()
        assert reader.recover() == {"a": [b"1", b"2"]}
        assert reader.archived("b") == b"body"
        assert reader.archives(1) == [("b", 7, b"summary")]


def test_a_reader_needs_a_journal(path: Path) -> None:
    with pytest.raises(JournalDamaged, match="check that it exists"):
        SqliteJournal.read_only(path)
    assert not path.parent.exists()


def test_a_reader_that_dawdles_holds_up_neither_commits_nor_maintenance(
    store: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_sqlite, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(journal_sqlite, "WAL_LIMIT", 0)
    fill(store, "a", b"1")
    slow = sqlite3.connect(path, isolation_level=None)
    slow.execute("BEGIN")
    assert slow.execute("SELECT COUNT(*) FROM log").fetchone() == (1,)
    fill(store, "a", b"2")
    store.maintain(0)
    assert slow.execute("SELECT COUNT(*) FROM log").fetchone() == (1,)
    slow.close()
    fill(store, "a", b"3")
    store.maintain(0)
    assert store.wal_bytes == 0
    assert store.recover() == {"a": [b"1", b"2", b"3"]}


# --- what is not a journal, or not one we know ---


@pytest.mark.parametrize("size", [1, 99, 100, 511, 512, 9000])
def test_a_file_that_is_no_database_is_refused_untouched(path: Path, size: int) -> None:
    path.parent.mkdir()
    content = (b"Dear diary, today " * 500)[:size]
    path.write_bytes(content)
    for _ in range(2):  # a refusal gives the lock back
        with pytest.raises(JournalDamaged, match="not a journal"):
            SqliteJournal(path)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_refused_untouched(path: Path) -> None:
    path.parent.mkdir()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    content = path.read_bytes()
    with pytest.raises(JournalDamaged, match="another program"):
        SqliteJournal(path)
    with pytest.raises(JournalDamaged, match="another program"):
        SqliteJournal.read_only(path)
    assert path.read_bytes() == content


def test_a_truncated_journal_is_refused_untouched(path: Path) -> None:
    with SqliteJournal(path) as store:
        fill(store, "a", *[bytes(1000)] * 100)
    content = path.read_bytes()[:50_000]
    path.write_bytes(content)
    with pytest.raises(JournalDamaged, match="damaged"):
        SqliteJournal(path)
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with SqliteJournal(path) as store:
        assert store.recover() == {}


def add_node(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE streams ADD COLUMN node TEXT NOT NULL DEFAULT 'here'")


def fail(db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO nowhere VALUES (1)")


def test_an_older_journal_is_brought_up_to_date(path: Path) -> None:
    with SqliteJournal(path) as store:
        fill(store, "a", b"1")
    with SqliteJournal(path, migrations=[*MIGRATIONS, add_node]) as store:
        assert store.recover() == {"a": [b"1"]}
        fill(store, "b", b"2")
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name, node FROM streams").fetchall() == [
            ("a", "here"),
            ("b", "here"),
        ]


def test_a_newer_journal_is_refused_untouched(path: Path) -> None:
    newer = len(MIGRATIONS) + 1
    SqliteJournal(path, migrations=[*MIGRATIONS, add_node]).close()
    content = path.read_bytes()
    for opening in SqliteJournal, SqliteJournal.read_only:
        with pytest.raises(JournalTooNew, match=rf"version {newer}, .* knows {newer - 1} "):
            opening(path)
    assert path.read_bytes() == content


def test_a_failing_migration_leaves_the_old_version(path: Path) -> None:
    with SqliteJournal(path) as store:
        fill(store, "a", b"1")
    with pytest.raises(JournalDamaged, match="nowhere"):
        SqliteJournal(path, migrations=[*MIGRATIONS, add_node, fail])
    with SqliteJournal(path) as store:
        assert store.recover() == {"a": [b"1"]}


def test_a_reader_does_not_migrate(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteJournal(path).close()
    monkeypatch.setattr(journal_sqlite, "MIGRATIONS", (*MIGRATIONS, add_node))
    with pytest.raises(JournalError, match="older version"):
        SqliteJournal.read_only(path)


# --- tidying ---


def test_ended_streams_are_swept_and_the_living_kept(
    store: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_sqlite, "SWEEP_ROWS", 1000)
    for number in range(900):
        store.append(("a", "b", "c")[number % 3], b"%d" % number)
    store.forget("a")
    store.commit()
    store.maintain(0)
    assert store.log_rows == 900  # not worth it yet
    fill(store, "d", *[b"x"] * 100)
    store.archive("b", b"", b"", at=0)
    store.commit()
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
    monkeypatch.setattr(journal_sqlite, "SWEEP_ROWS", 10)
    fill(store, "living", *[b"x"] * 100)
    fill(store, "dead", b"x")
    store.forget("dead")
    store.commit()
    store.maintain(0)
    assert store.log_rows == 100
    fill(store, "dead", *[b"x"] * 99)
    store.forget("dead")
    store.commit()
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
        store.commit()
        store.maintain(0)
        with closing(sqlite3.connect(path)) as db:
            sizes.append(db.execute("PRAGMA page_count").fetchone()[0])
    assert sizes[1:] == [sizes[1]] * 3


def test_a_checkpoint_starts_only_after_a_new_commit(
    store: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite before 3.51.3 can lose a commit otherwise; see the theory of operation."""
    monkeypatch.setattr(journal_sqlite, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(journal_sqlite, "SWEEP_ROWS", 0)
    seen = statements(store._tidy)
    fill(store, "a", b"1")
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 1
    with store._transaction(store._tidy):
        pass  # a transaction that writes nothing is no commit
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 1
    fill(store, "a", b"2")
    store.maintain(0)
    assert seen.count("PRAGMA wal_checkpoint(PASSIVE)") == 2


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
    monkeypatch.setattr(journal_sqlite, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(journal_sqlite, "SWEEP_ROWS", 100)
    monkeypatch.setattr(journal_sqlite, "WAL_LIMIT", 200_000)
    with SqliteJournal(path, keep_games=5) as store:
        with tidying(store):
            for turn in range(600):
                for room in range(8):
                    store.append(f"room {room + turn // 50}", b"%d" % turn)
                if turn % 50 == 49:
                    store.archive(f"room {turn // 50}", b"", bytes(10_000), at=turn)
                store.commit()
        store.maintain(0)
        assert {name: len(bodies) for name, bodies in store.recover().items()} == {
            f"room {room}": 50 * min(8, 19 - room) for room in range(12, 19)
        }
        assert [at for _, at, _ in store.archives(99)] == [599, 549, 499, 449, 399]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
