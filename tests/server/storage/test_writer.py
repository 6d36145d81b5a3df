"""One server for a journal, readers beside it, and batches that count whole or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.server.memory_lobby import fill
from watai.server.storage.journal import JournalDamaged, JournalLocked
from watai.server.storage.sqlite import maintenance, writer
from watai.server.storage.sqlite.lock_file import LockFile
from watai.server.storage.sqlite.reader import SqliteReader
from watai.server.storage.sqlite.writer import ONE_STATEMENT, SqliteJournal


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


def test_a_lock_file_that_somebody_removed_need_not_be_removed_again(tmp_path: Path) -> None:
    with closing(LockFile(tmp_path / "journal.db")) as lock:
        lock.path.unlink()
        lock.discard()
    assert not any(tmp_path.iterdir())


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
    monkeypatch.setattr(writer, "BUSY_SECONDS", 0)
    with SqliteJournal(path) as store:
        foreign = sqlite3.connect(path, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        store.append("a", b"1")
        with pytest.raises(JournalLocked, match="another program"):
            store.submit()
        assert store.pending == 1
        foreign.close()
        store.submit()
        assert store.recover() == {"a": [b"1"]}


def test_a_batch_refused_half_way_is_taken_back_whole(store: SqliteJournal) -> None:
    fill(store, "a", b"1")
    store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1000)  # a refusal that leaves it to us
    store.append("a", b"2")
    store.append("b", bytes(2000))
    with pytest.raises(JournalDamaged, match="too big"):
        store.submit()
    assert store.recover() == {"a": [b"1"]}
    store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
    store.submit()
    assert store.recover() == {"a": [b"1", b"2"], "b": [bytes(2000)]}


@pytest.mark.parametrize(
    ("rows", "begun"), [(1, []), (ONE_STATEMENT, []), (ONE_STATEMENT + 1, ["BEGIN"])]
)
def test_so_many_rows_are_one_statement_and_more_are_a_transaction(
    store: SqliteJournal, rows: int, begun: list[str]
) -> None:
    fill(store, "a", b"0")
    said: list[str] = []
    store._db.set_trace_callback(said.append)
    fill(store, "a", *[b"1"] * rows)
    store._db.set_trace_callback(None)
    assert [each.split()[0] for each in said if not each.startswith("INSERT")][:1] == begun
    assert len(store.recover()["a"]) == 1 + rows


def test_close_commits_and_may_be_repeated(path: Path) -> None:
    store = SqliteJournal(path)
    store.append("a", b"1")
    store.close()
    store.close()
    store.maintain(0)  # a worker that comes too late does no harm
    with SqliteJournal(path) as store:
        assert store.recover() == {"a": [b"1"]}


def test_a_reader_sees_what_is_committed_beside_the_server(
    store: SqliteJournal, path: Path
) -> None:
    fill(store, "a", b"1")
    with SqliteReader(path) as reader:
        store.append("a", b"2")
        assert reader.recover() == {"a": [b"1"]}
        store.archive("b", b"summary", b"body", at=7)
        store.submit()
        assert reader.recover() == {"a": [b"1", b"2"]}
        assert reader.archived("b") == b"body"
        assert reader.archives(1) == [("b", 7, b"summary")]


def test_a_reader_needs_a_journal(path: Path) -> None:
    with pytest.raises(JournalDamaged, match="check that it exists"):
        SqliteReader(path)
    assert not path.parent.exists()


def test_a_reader_that_dawdles_holds_up_neither_commits_nor_maintenance(
    store: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(maintenance, "WAL_LIMIT", 0)
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


def test_a_journal_with_finished_games_is_kept_when_its_server_cannot_go_on(path: Path) -> None:
    """As of a node of a cluster, whose rooms are in Redis."""
    store = SqliteJournal(path)
    store.archive("game", b"summary", b"body", at=7)
    store.submit()
    store.discard()
    with SqliteReader(path) as reader:
        assert reader.archived("game") == b"body"
