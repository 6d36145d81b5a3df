"""Fixtures for every test of an SQLite journal: its file, and a journal in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from watai.server.storage.sqlite.writer import SqliteJournal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena" / "journal.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path) as store:
        yield store
