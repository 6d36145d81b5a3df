"""The files of an open journal are removed or replaced: it is noticed, and nothing is acknowledged any more."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.server.memory_lobby import fill
from watai.server.storage.journal import JournalGone
from watai.server.storage.sqlite import maintenance
from watai.server.storage.sqlite.writer import SqliteJournal


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.rename(path)


@pytest.mark.parametrize("suffix", ["", "-wal"])
@pytest.mark.parametrize("do", [remove, replace])
def test_a_journal_without_its_files_takes_nothing_more(
    path: Path, suffix: str, do: Callable[[Path], None]
) -> None:
    store = SqliteJournal(path)
    fill(store, "a", b"1")
    store.maintain(0)
    do(path.with_name(path.name + suffix))
    store.append("a", b"2")
    for _ in range(2):
        with pytest.raises(JournalGone, match="removed or replaced"):
            store.maintain(0)
        with pytest.raises(JournalGone, match=f"journal.db{suffix} was"):
            store.submit()
    assert store.pending == 1
    with pytest.raises(JournalGone):
        store.close()


def test_checkpoints_leave_the_files_where_they_are(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "CHECKPOINT_COMMITS", 1)
    monkeypatch.setattr(maintenance, "WAL_LIMIT", 0)
    with SqliteJournal(path) as store:
        for number in range(10):
            fill(store, "a", b"%d" % number)
            store.maintain(0)
        assert store.wal_bytes == 0
