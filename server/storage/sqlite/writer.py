"""Writes the journal of one server into an SQLite file.

*Writing.* `append` adds a row to a list. `submit` inserts the list at the end of one table without indices, in one
transaction: a loop pass changes only the last pages of the log, however many rooms took part.
Memory always mirrors the file plus the buffer, so a failed commit leaves nothing to repair.

*Durability.* The file is in WAL mode. "process" is synchronous=NORMAL: a commit goes to the page cache and survives
kill -9; a power cut may lose the last seconds but does not damage the file. (OFF could damage it: SQLite might reuse the
WAL before its new header is on disk.) "power" is synchronous=FULL: an fsync per commit.

*Ending.* Ending a stream only removes its name. Its rows stay until `maintenance` sweeps them.

*Two connections.* `maintain` has its own. Every write takes the lock of `Transactions`; `maintain` writes in small chunks.

*Watching.* Every `maintain` looks whether the file and its WAL are still at their paths. SQLite would not notice: it
goes on writing to files that no longer have a name.

*Damage.* Every record has a seal (`seals`), and `recover` sets a stream aside that does not fit its seals. A WAL that was
cut short leaves an older state that fits: the lock file shows it, where `maintain` writes the number of the last record.

*Refusing.* The server takes the lock first, then examines the file with a read-only connection, so a file of another
program or version stays untouched. Closing any handle of the file drops SQLite's locks on it: the handle for fsync is
closed last.
"""

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal

from watai.server.storage.formats import JOURNAL_VERSION
from watai.server.storage.journal import Journal, JournalGone, JournalLocked
from watai.server.storage.sqlite.file import (
    BUSY_SECONDS,
    MIGRATIONS,
    PAGE_BYTES,
    Migration,
    SqliteErrors,
    Transactions,
    connect,
    create,
    last_record,
    migrate,
    version_of,
)
from watai.server.storage.sqlite.file_watch import FileWatch
from watai.server.storage.sqlite.lock_file import LockFile
from watai.server.storage.sqlite.maintenance import Maintenance
from watai.server.storage.sqlite.reader import SqliteReader
from watai.server.storage.sqlite.seals import Unmarked, first_seal, game_seal, next_seal
from watai.server.storage.sqlite.streams import StoredStream

Durability = Literal["process", "power"]

_SYNCHRONOUS = {"process": "NORMAL", "power": "FULL"}
_BEGIN = "INSERT INTO streams (number, name) VALUES (?, ?)"
_END = "UPDATE streams SET name = NULL, seal = NULL WHERE number = ?"
_KEEP = "INSERT OR REPLACE INTO archive (stream, at, summary, body, seal) VALUES (?, ?, ?, ?, ?)"
_APPEND = "INSERT INTO log (stream, body, seal) VALUES (?, ?, ?)"
ONE_STATEMENT = 64
"""So many rows are inserted by one statement, which is a transaction by itself. There is one for each number of rows, and
`sqlite3` keeps 128 of them prepared."""
_RENUMBER = "UPDATE log SET stream = ? WHERE stream IS ?"
_SET_ASIDE = "INSERT OR REPLACE INTO streams (number, name, fault) VALUES (?, ?, ?)"


@cache
def _append(rows: int) -> str:
    return _APPEND + ", (?, ?, ?)" * (rows - 1)


class SqliteJournal(SqliteReader, Journal):
    """The only writer of its file."""

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "process",
        keep_days: int | None = None,
        keep_games: int | None = None,
        migrations: Sequence[Migration] = MIGRATIONS,
        made_by: str = JOURNAL_VERSION,
    ) -> None:
        self.path = path.resolve()
        self._errors = SqliteErrors(self.path)
        self._transactions = Transactions(self._errors)
        self._maintaining = threading.Lock()
        self._forget_damage()
        self._rows: list[tuple[int, bytes, bytes]] = []
        self._changes: list[tuple[str, tuple[object, ...]]] = []
        with self._errors, ExitStack() as resources:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._is_new = not self.path.exists()
            self._lock = resources.enter_context(closing(LockFile(self.path)))
            try:
                second, file = self._open(resources, durability, migrations, made_by)
            except BaseException:
                self._lock.discard()
                raise
            self._load()
            self._maintenance = Maintenance(
                second,
                file,
                self._transactions,
                keep_days,
                keep_games,
                lambda: self._stored,
                self._unmarked,
            )
            self._files = FileWatch([self.path, self.path.with_name(self.path.name + "-wal")])
            self._gone: JournalGone | None = None
            self._resources = resources.pop_all()

    def _open(
        self, resources: ExitStack, durability: str, migrations: Sequence[Migration], made_by: str
    ) -> tuple[sqlite3.Connection, int]:
        """Open everything. Returns the connection for `maintain`, and a handle to fsync the file with."""
        create(self.path)
        file = os.open(self.path, os.O_RDONLY)
        resources.callback(os.close, file)  # closed after the connections, see above
        with closing(connect(self.path, "ro", BUSY_SECONDS)) as probe:
            version = version_of(probe, self.path, len(migrations), made_by)
            # open it before the probe closes, or SQLite reads the WAL of a killed server twice
            self._db = resources.enter_context(closing(connect(self.path, "rw", BUSY_SECONDS)))
            self._db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            self._db.execute("PRAGMA auto_vacuum = NONE")
            self._db.execute("PRAGMA journal_mode = WAL")
        # it waits for no lock: a checkpoint that meets a reader is tried again a second later
        second = resources.enter_context(closing(connect(self.path, "rw", 0)))
        for db, synchronous in (self._db, _SYNCHRONOUS[durability]), (second, "NORMAL"):
            db.execute(f"PRAGMA synchronous = {synchronous}")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA secure_delete = OFF")  # some builds overwrite deleted rows
        migrate(self._db, version, migrations, made_by)
        return second, file

    def _load(self) -> None:
        named = self._db.execute(
            """SELECT CAST(name AS BLOB), number FROM streams
                WHERE name IS NOT NULL AND fault IS NULL"""
        )
        self._live: dict[str, int] = {
            name.decode(errors="replace"): number for name, number in named
        }
        self._seals: dict[int, bytes] = dict(
            self._db.execute("""SELECT stream, seal FROM log WHERE id IN
                (SELECT MAX(log.id) FROM log JOIN streams ON number = stream
                    WHERE name IS NOT NULL AND fault IS NULL GROUP BY stream)""")
        )
        """Of every live stream, the seal of its last record, buffered ones included."""
        # a number stays taken while rows of its ended stream may exist
        self._next: int = self._db.execute(
            "SELECT IFNULL(MAX(number), 0) + 1 FROM streams"
        ).fetchone()[0]
        self._stored: int = self._db.execute("SELECT COUNT(*) FROM log").fetchone()[0]
        last = last_record(self._db)
        self._missing = max(0, self._lock.reached - last)
        self._unmarked = Unmarked(last)
        self._wal_bytes = 0

    def recover(self) -> dict[str, list[bytes]]:
        streams = super().recover()
        for stream in self._damaged:
            if not stream.aside:
                self._set_aside(stream)
        return streams

    def _set_aside(self, stream: StoredStream) -> None:
        """Buffer a note of what is wrong with a stream. Its records stay, and its name may begin another stream."""
        number = stream.number
        if stream.begun:
            self._live.pop(stream.name, None)
        else:  # their number may be any value
            number, self._next = self._next, self._next + 1
            self._changes.append((_RENUMBER, (number, stream.number)))
        self._changes.append((_SET_ASIDE, (number, stream.name, stream.fault)))

    def append(self, stream: str, body: bytes) -> None:
        number = self._live.get(stream)
        if number is None:
            number = self._live[stream] = self._next
            self._next += 1
            self._seals[number] = first_seal(stream.encode())
            self._changes.append((_BEGIN, (number, stream)))
        seal = self._seals[number] = next_seal(self._seals[number], body)
        self._rows.append((number, body, seal))

    def archive(
        self, stream: str, summary: bytes, body: bytes, at: int, room: str | None = None
    ) -> None:
        seal = game_seal(stream, b"%d" % at, summary, body)
        self._changes.append((_KEEP, (stream, at, summary, body, seal)))
        self.forget(stream)

    def forget(self, stream: str) -> None:
        number = self._live.pop(stream, None)
        if number is not None:
            del self._seals[number]
            self._changes.append((_END, (number,)))

    def submit(self) -> int:
        self._commit()
        return self.stored

    def _commit(self) -> None:
        """Store everything buffered here and now. Does nothing if the buffer is empty."""
        if not self._rows and not self._changes:
            return
        if self._gone is not None:
            raise self._gone
        if not self._changes and len(self._rows) <= ONE_STATEMENT:  # most passes: plays alone
            flat = [*chain.from_iterable(self._rows)]
            self._transactions.run(self._db, _append(len(self._rows)), flat)
        else:
            with self._transactions.on(self._db):
                for statement, values in self._changes:
                    self._db.execute(statement, values)
                self._db.executemany(_APPEND, self._rows)
        self._stored += len(self._rows)
        # of each stream the last seal counts
        seals = {number: seal for number, _, seal in self._rows}
        self._unmarked.committed(seals, len(self._rows))
        self._rows.clear()
        self._changes.clear()

    def maintain(self, now: int) -> None:
        with self._maintaining, self._errors:
            if self._maintenance.stopped:
                return
            self._check_files()
            self._maintenance.run(now)
            self._lock.mark(self._maintenance.mark())
            self._wal_bytes = os.stat(f"{self.path}-wal").st_size

    def rewrite(self) -> None:
        """Write the file anew without what was deleted from it, ended streams included. Slow, and takes as much space again."""
        with self._maintaining, self._errors:
            self._maintenance.mark()
            self._maintenance.sweep()
            self._db.execute("VACUUM")

    def _check_files(self) -> None:
        try:
            self._files.check()
        except JournalGone as gone:
            self._gone = gone
            raise

    def close(self) -> None:
        if self._maintenance.stopped:
            return
        self._maintenance.stopped = True
        with self._maintaining, self._resources:
            self._commit()  # even if it fails, everything is closed; the last close makes a checkpoint
            self._lock.mark(self._maintenance.mark())

    def discard(self) -> None:
        """Close the journal of a server that could not run, and leave no file behind that was made for it and has nothing."""
        new = self._is_new and not self._transactions.commits
        self.close()
        if not new:
            return
        with (
            suppress(JournalLocked),
            closing(LockFile(self.path)) as lock,
        ):  # or it is another's now
            for name in (self.path.name, self.path.name + "-wal", self.path.name + "-shm"):
                self.path.with_name(name).unlink(missing_ok=True)
            lock.path.unlink(missing_ok=True)

    @property
    def missing(self) -> int:
        return self._missing

    @property
    def pending(self) -> int:
        return len(self._rows)

    @property
    def live_streams(self) -> int:
        return len(self._live)

    @property
    def log_rows(self) -> int:
        return self._stored - self._maintenance.swept

    @property
    def wal_bytes(self) -> int:
        return self._wal_bytes
