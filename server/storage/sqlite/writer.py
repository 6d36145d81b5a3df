"""The journal in one SQLite file.

Theory of operation.

*Writing.* `append` only numbers its stream and puts a row into a list; `commit` inserts the rows at the end of one table without
indices, in one transaction, so that a loop pass dirties the tail of the log and nothing else, however many rooms took part.
Memory is always what the file holds plus what is buffered; a failed commit therefore has nothing to repair.

*Durability.* The file is in WAL mode. "process" is synchronous=NORMAL: a commit is a write into the page cache, which survives
kill -9; a power cut may take the last seconds but never damages the file (OFF could: it may reuse the WAL before its new header
is on disk). "power" is synchronous=FULL: an fsync per commit.

*Ending.* A stream that ends only loses its name; its rows stay as garbage until they are swept.

*Two connections.* `maintain` has one of its own (`journal_upkeep`). Everything that writes takes `_writing`;
what `maintain` writes under it is cut into small chunks.

*Refusing.* The lock comes first, then a look with a read-only connection; a file that is foreign or too new has not been touched.
Closing any handle of the file drops SQLite's locks on it, so the one that we sync with is closed last.
"""

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Literal

from server.storage.journal import Journal
from server.storage.sqlite.file import (
    BUSY_SECONDS,
    MIGRATIONS,
    PAGE_BYTES,
    Explained,
    Migration,
    Writing,
    connect,
    create,
    lock,
    migrate,
    version_of,
)
from server.storage.sqlite.maintenance import Upkeep
from server.storage.sqlite.reader import SqliteReader

Durability = Literal["process", "power"]

_SYNCHRONOUS = {"process": "NORMAL", "power": "FULL"}
_BEGIN = "INSERT INTO streams (number, name) VALUES (?, ?)"
_END = "UPDATE streams SET name = NULL WHERE number = ?"
_KEEP = "INSERT OR REPLACE INTO archive (stream, at, summary, body) VALUES (?, ?, ?, ?)"
_APPEND = "INSERT INTO log (stream, body) VALUES (?, ?)"


class SqliteJournal(SqliteReader, Journal):
    """The journal of one server, and the only writer of its file."""

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "process",
        keep_days: int | None = None,
        keep_games: int | None = None,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self.path = path.resolve()
        self._explained = Explained(self.path)
        self._writing = Writing(self._explained)
        self._maintaining = threading.Lock()
        self._rows: list[tuple[int, bytes]] = []
        self._changes: list[tuple[str, tuple[object, ...]]] = []
        with self._explained, ExitStack() as held:
            tidy, file = self._open(held, durability, migrations)
            self._load()
            self._upkeep = Upkeep(
                tidy, file, self._writing, keep_days, keep_games, lambda: self._stored
            )
            self._held = held.pop_all()

    @staticmethod
    def read_only(path: Path) -> SqliteReader:
        """The same file for reading, whether or not a server is writing it."""
        return SqliteReader(path)

    def _open(
        self, held: ExitStack, durability: str, migrations: Sequence[Migration]
    ) -> tuple[sqlite3.Connection, int]:
        """Open everything; the connection for `maintain`, and the handle to sync the file with."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held.callback(os.close, lock(self.path))
        create(self.path)
        file = os.open(self.path, os.O_RDONLY)
        held.callback(os.close, file)  # after the connections, see above
        with closing(connect(self.path, "ro", BUSY_SECONDS)) as look:
            version = version_of(look, self.path, len(migrations))
            # opened before the look ends, or the WAL of a killed server would be read through twice
            self._db = held.enter_context(closing(connect(self.path, "rw", BUSY_SECONDS)))
            self._db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            self._db.execute("PRAGMA auto_vacuum = NONE")
            self._db.execute("PRAGMA journal_mode = WAL")
        # a checkpoint must not wait for readers, it comes again in a second
        tidy = held.enter_context(closing(connect(self.path, "rw", 0)))
        for db, synchronous in (self._db, _SYNCHRONOUS[durability]), (tidy, "NORMAL"):
            db.execute(f"PRAGMA synchronous = {synchronous}")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA secure_delete = OFF")  # some builds overwrite what they delete
        migrate(self._db, version, migrations)
        return tidy, file

    def _load(self) -> None:
        named = self._db.execute("SELECT name, number FROM streams WHERE name IS NOT NULL")
        self._live: dict[str, int] = dict(named)
        # numbers of ended streams are taken for as long as they may have rows
        self._next: int = self._db.execute(
            "SELECT IFNULL(MAX(number), 0) + 1 FROM streams"
        ).fetchone()[0]
        self._stored: int = self._db.execute("SELECT COUNT(*) FROM log").fetchone()[0]
        self._wal_bytes = 0

    def append(self, stream: str, body: bytes) -> None:
        number = self._live.get(stream)
        if number is None:
            number = self._live[stream] = self._next
            self._next += 1
            self._changes.append((_BEGIN, (number, stream)))
        self._rows.append((number, body))

    def archive(self, stream: str, summary: bytes, body: bytes, at: int) -> None:
        self._changes.append((_KEEP, (stream, at, summary, body)))
        self.forget(stream)

    def forget(self, stream: str) -> None:
        number = self._live.pop(stream, None)
        if number is not None:
            self._changes.append((_END, (number,)))

    def commit(self) -> None:
        if not self._rows and not self._changes:
            return
        with self._writing.transaction(self._db):
            for statement, values in self._changes:
                self._db.execute(statement, values)
            self._db.executemany(_APPEND, self._rows)
        self._stored += len(self._rows)
        self._rows.clear()
        self._changes.clear()

    def maintain(self, now: int) -> None:
        with self._maintaining, self._explained:
            if self._upkeep.stopped:
                return
            self._upkeep.run(now)
            self._wal_bytes = os.stat(f"{self.path}-wal").st_size

    def close(self) -> None:
        if self._upkeep.stopped:
            return
        self._upkeep.stopped = True
        with self._maintaining, self._held:
            self.commit()  # whatever comes of it, everything is released; SQLite checkpoints last

    @property
    def pending(self) -> int:
        return len(self._rows)

    @property
    def live_streams(self) -> int:
        return len(self._live)

    @property
    def log_rows(self) -> int:
        return self._stored - self._upkeep.swept

    @property
    def wal_bytes(self) -> int:
        return self._wal_bytes
