"""What is not a journal, or not one we know, is refused untouched; an older one is brought up to date."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.server.memory_lobby import fill
from watai.server.storage.formats import JOURNAL_VERSION
from watai.server.storage.journal import JournalDamaged, JournalError, JournalTooNew, OtherVersion
from watai.server.storage.sqlite import reader
from watai.server.storage.sqlite.file import MIGRATIONS
from watai.server.storage.sqlite.reader import SqliteReader
from watai.server.storage.sqlite.writer import SqliteJournal


@pytest.mark.parametrize("size", [1, 99, 100, 511, 512, 9000])
def test_a_file_that_is_no_database_is_refused_untouched(path: Path, size: int) -> None:
    path.parent.mkdir()
    content = (b"Dear diary, today " * 500)[:size]
    path.write_bytes(content)
    for _ in range(2):  # a refusal gives the lock back
        with pytest.raises(JournalDamaged, match="not a journal"):
            SqliteJournal(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]  # no lock file beside it


def test_the_database_of_another_program_is_refused_untouched(path: Path) -> None:
    path.parent.mkdir()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    content = path.read_bytes()
    with pytest.raises(JournalDamaged, match="another program"):
        SqliteJournal(path)
    with pytest.raises(JournalDamaged, match="another program"):
        SqliteReader(path)
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


def test_an_empty_database_of_the_smallest_size_becomes_a_journal(path: Path) -> None:
    """SQLite has written it: it is no file of another kind that SQLite would overwrite."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA page_size = 512")
        db.execute("VACUUM")
    assert path.stat().st_size == 512
    with SqliteJournal(path) as store:
        assert store.recover() == {}


def test_the_newest_games_are_found_without_looking_at_all_of_them(store: SqliteJournal) -> None:
    said: list[str] = []
    store._db.set_trace_callback(said.append)
    store.archives(3)
    store._db.set_trace_callback(None)
    (plan,) = store._db.execute(f"EXPLAIN QUERY PLAN {said[0]}").fetchall()
    assert "USING INDEX archive_by_time" in plan[3]


def test_a_journal_of_another_version_is_refused_untouched(path: Path) -> None:
    with SqliteJournal(path, made_by="0.0.9+00c0ffee") as store:
        fill(store, "a", b"1")
    content = path.read_bytes()
    for opening in SqliteJournal, SqliteReader:
        with pytest.raises(OtherVersion) as refused:
            opening(path)
        assert (refused.value.values["made_by"], refused.value.values["known"]) == (
            *("0.0.9+00c0ffee", JOURNAL_VERSION),
        )
    assert path.read_bytes() == content
    with SqliteJournal(path, made_by="0.0.9+00c0ffee") as store:
        assert store.recover() == {"a": [b"1"]}


@pytest.mark.parametrize("lost", ["DROP TABLE made_by", "DELETE FROM made_by"])
def test_a_journal_that_does_not_say_its_version_is_of_another(path: Path, lost: str) -> None:
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(lost)
    with pytest.raises(OtherVersion, match=r"is of version \?, this server"):
        SqliteJournal(path)


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
    for opening in SqliteJournal, SqliteReader:
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
    monkeypatch.setattr(reader, "MIGRATIONS", (*MIGRATIONS, add_node))
    with pytest.raises(JournalError, match="older version"):
        SqliteReader(path)
