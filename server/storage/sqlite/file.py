"""The SQLite file of a journal: create, open and migrate it, and turn its errors into JournalErrors."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal

from watai.server.storage.journal import JournalDamaged, JournalLocked, JournalTooNew, OtherVersion

APPLICATION_ID = 0x57617461  # "Wata"
BUSY_SECONDS = 1.0
"""How long a statement waits while another program locks the file. All rooms wait with it."""
PAGE_BYTES = 2048
"""Commits write whole pages to the WAL: small commits write half as much as with pages of 4096 bytes."""

Migration = Callable[[sqlite3.Connection], None]

_ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full: make room",
    sqlite3.SQLITE_IOERR: "check the disk, its free space and the quota",
    sqlite3.SQLITE_NOTADB: "it is not a journal: name another file, or move this one away",
    sqlite3.SQLITE_CORRUPT: "it is damaged: move it away with its -wal file, then start anew or from a copy",
}
_OTHER_ADVICE = "check that it exists and that this user may write it and its folder"


SCHEMA = (
    "CREATE TABLE made_by (version TEXT NOT NULL)",
    # a stream that has ended has no name and no seal; else `seal` is the seal of its last record when it was marked
    # `fault` says why a stream was set aside; its records are kept and no longer read
    "CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT, seal BLOB, fault TEXT)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, stream INTEGER NOT NULL, body BLOB, seal BLOB)",
    # the body comes after the summary: listing the games then does not read it
    """CREATE TABLE archive (id INTEGER PRIMARY KEY, stream TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL, summary BLOB NOT NULL, body BLOB NOT NULL, seal BLOB NOT NULL)""",
    "CREATE INDEX archive_by_time ON archive (at)",
    # the number of the log's last record, when all streams were marked
    "CREATE TABLE marked (last INTEGER NOT NULL)",
    "INSERT INTO marked VALUES (0)",
)


def _create_tables(db: sqlite3.Connection) -> None:
    for statement in SCHEMA:
        db.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (_create_tables,)
"""Step n brings a journal from version n to version n + 1. An empty file has version 0."""


class SqliteErrors:
    """Turns errors of SQLite and the disk into JournalErrors that tell the operator what to do.

    A class with slots, because a generator-based context manager would cost every commit microseconds.
    """

    __slots__ = ("path",)

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # UnicodeDecodeError: of a damaged file, even SQLite's complaint may quote names that are no text
        if not isinstance(error, sqlite3.Error | OSError | UnicodeDecodeError):
            return
        if isinstance(error, sqlite3.ProgrammingError):
            return  # a bug of ours, such as using a closed journal: it gets a traceback
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalLocked(
                "another program is writing to the journal {path}: close it", path=self.path
            ) from error
        advice = _ADVICE.get(code, _OTHER_ADVICE)
        raise JournalDamaged(
            "cannot use the journal {path} ({error}): {advice}",
            path=self.path,
            error=error,
            advice=advice,
        ) from error


class Transactions:
    """Lets one transaction run at a time, on whichever connection.

    A lock of our own passes to the next thread at once, where SQLite's busy handler would sleep.
    """

    def __init__(self, errors: SqliteErrors) -> None:
        self.lock = threading.Lock()
        self.commits = 0
        """How many transactions wrote something."""
        self._errors = errors

    @contextmanager
    def on(self, db: sqlite3.Connection) -> Iterator[None]:
        """Run the block as one transaction: all of it is stored, or nothing."""
        with self.lock, self._errors:
            before = db.total_changes
            db.execute("BEGIN IMMEDIATE")
            try:
                yield
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # some errors make SQLite roll back by itself
                    db.execute("ROLLBACK")
                raise
            if db.total_changes != before:
                self.commits += 1

    def run(self, db: sqlite3.Connection, statement: str, values: Sequence[object]) -> None:
        """Run one statement that writes: it is a transaction by itself, at half the price of one that is begun and ended."""
        with self.lock, self._errors:
            db.execute(statement, values)
            self.commits += 1


def connect(path: Path, mode: Literal["ro", "rw"], wait: float) -> sqlite3.Connection:
    """A connection whose statements wait so many seconds for a lock."""
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=wait,
        isolation_level=None,  # no implicit transactions
        check_same_thread=False,  # `maintain` runs in changing worker threads, one at a time
    )


def version_of(db: sqlite3.Connection, path: Path, known: int, made_by: str) -> int:
    """The version of the journal's tables, 0 for an empty file. Raises JournalError for a file of another program, for one
    that another version of the server has made, and for newer tables.
    """
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (things,) = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    # SQLite takes any file below 512 bytes for an empty database, and would overwrite it
    fragment = 0 < path.stat().st_size < 512
    if (owner, version, things) == (0, 0, 0) and not fragment:
        return 0
    if owner != APPLICATION_ID:
        raise JournalDamaged(
            "{path} belongs to another program, it is not a journal: name another file", path=path
        )
    if (maker := _maker(db)) != made_by:
        raise OtherVersion(
            "the journal {path} is of version {made_by}, this server of version {known}, and before 1.0 "
            "no version reads another's: use that version, or move the journal away",
            path=path,
            made_by=maker,
            known=made_by,
        )
    if version > known:
        raise JournalTooNew(
            "the journal {path} has version {version}, this server knows {known} at most: "
            "use the newer server, or name another file",
            path=path,
            version=version,
            known=known,
        )
    return int(version)


def _maker(db: sqlite3.Connection) -> str:
    """The version of the server that has made the journal; a question mark if it does not say so."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'made_by'").fetchone() is None:
        return "?"
    (version,) = db.execute("SELECT IFNULL(MAX(version), '?') FROM made_by").fetchone()
    return str(version)


def migrate(
    db: sqlite3.Connection, version: int, migrations: Sequence[Migration], made_by: str
) -> None:
    """Run the missing steps, all or none: if one fails, the caller closes the connection, which rolls back."""
    if version == len(migrations):
        return
    db.execute("BEGIN IMMEDIATE")
    for step in migrations[version:]:
        step(db)
    if not version:
        db.execute("INSERT INTO made_by VALUES (?)", (made_by,))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {len(migrations)}")
    db.execute("COMMIT")


def last_record(db: sqlite3.Connection) -> int:
    """The number of the last record in the log."""
    return int(db.execute("SELECT IFNULL(MAX(id), 0) FROM log").fetchone()[0])


def create(path: Path) -> None:
    """Create the file, if there is none, so that only its owner can read it. SQLite gives its other files the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)  # else the name may not survive a power cut
        os.close(folder)
