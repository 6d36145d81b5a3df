"""The journal in one SQLite file.

Theory of operation.

*Writing.* `append` only numbers its stream and puts a row into a list; `commit` inserts the rows at the end of one table without
indices, in one transaction, so that a loop pass dirties the tail of the log and nothing else, however many rooms took part.
Memory is always what the file holds plus what is buffered; a failed commit therefore has nothing to repair.

*Durability.* The file is in WAL mode. "process" is synchronous=NORMAL: a commit is a write into the page cache, which survives
kill -9; a power cut may take the last seconds but never damages the file (OFF could: it may reuse the WAL before its new header
is on disk). "power" is synchronous=FULL: an fsync per commit.

*Ending.* A stream that ends only loses its name; its rows stay as garbage. A sweep removes them as a collector would: when the log
has doubled since the last sweep. Were it done game by game, each end would rewrite every page the game ever shared with others.
Space is reused, not returned: the file keeps its greatest size.

*Two connections.* `maintain` has one of its own. Everything that writes takes `_writing`, because a lock hands over at once while
SQLite's busy handler sleeps; what `maintain` writes under it is cut into small chunks. Checkpoints do without it unless the WAL has passed its limit. Before 3.51.3
SQLite has a race (sqlite.org/wal.html#walresetbug): a checkpoint that starts while the WAL is already fully copied, just when a commit
starts the WAL over, can lose that commit. So a checkpoint starts only if a commit was made after the last one had ended:
then there is something left to copy, and the WAL cannot start over under it.

*Refusing.* The lock comes first, then a look with a read-only connection; a file that is foreign or too new has not been touched.
Closing any handle of the file drops SQLite's locks on it, so the one that we sync with is closed last.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Literal

from server.journal import Journal, JournalError, JournalReader
from server.journal_file import (
    APPLICATION_ID,
    MIGRATIONS,
    Explained,
    Migration,
    connect,
    create,
    lock,
    version_of,
)

BUSY_SECONDS = 1.0  # only a foreign program can make us wait; longer would stop every room
PAGE_BYTES = 2048  # commits write whole pages: for small batches half the WAL of 4096
CHECKPOINT_COMMITS = 256  # after a checkpoint one commit pays an fsync, so not for a handful
WAL_LIMIT = 64 << 20  # past this, commits wait (for two or three fsyncs) until the WAL starts over
SWEEP_ROWS = 4096  # less garbage than this, about half a megabyte, is not worth a sweep
CHUNK_ROWS = 256  # rows looked at per transaction of a sweep: holds a commit up for some 150 µs
CHUNK_GAMES = 16  # finished games removed per transaction, for the same reason
DAY = 86_400

Durability = Literal["process", "power"]

_SYNCHRONOUS = {"process": "NORMAL", "power": "FULL"}
_BEGIN = "INSERT INTO streams (number, name) VALUES (?, ?)"
_END = "UPDATE streams SET name = NULL WHERE number = ?"
_KEEP = "INSERT OR REPLACE INTO archive (stream, at, summary, body) VALUES (?, ?, ?, ?)"
_APPEND = "INSERT INTO log (stream, body) VALUES (?, ?)"
_SWEEP = """DELETE FROM log WHERE id > ? AND id <= ?
    AND (SELECT name FROM streams WHERE number = log.stream) IS NULL"""


class SqliteReader(JournalReader):
    """Reads a journal, beside its server if need be."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._explained = Explained(self.path)
        with self._explained, ExitStack() as undo:
            self._db = connect(self.path, "ro", BUSY_SECONDS)
            undo.callback(self._db.close)
            if version_of(self._db, self.path, len(MIGRATIONS)) < len(MIGRATIONS):
                raise JournalError(
                    "the journal {path} is empty or of an older version: start the server on it once",
                    path=self.path,
                )
            undo.pop_all()

    def recover(self) -> dict[str, list[bytes]]:
        streams: dict[str, list[bytes]] = {}
        with self._explained:
            # one statement sees one state; the cross join makes it read the log once, in order
            for name, body in self._db.execute(
                """SELECT name, body FROM log CROSS JOIN streams ON number = stream
                    WHERE name IS NOT NULL ORDER BY log.id"""
            ):
                streams.setdefault(name, []).append(body)
        return streams

    def archived(self, stream: str) -> bytes | None:
        with self._explained:
            row = self._db.execute(
                "SELECT body FROM archive WHERE stream = ?", (stream,)
            ).fetchone()
        return row[0] if row else None

    def archives(self, limit: int, before: int | None = None) -> list[tuple[str, int, bytes]]:
        with self._explained:
            return self._db.execute(
                """SELECT stream, at, summary FROM archive WHERE at < ?
                    ORDER BY at DESC, id DESC LIMIT ?""",
                (2**63 - 1 if before is None else before, limit),
            ).fetchall()

    def close(self) -> None:
        self._db.close()


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
        self._keep_days = keep_days
        self._keep_games = keep_games
        self._writing = threading.Lock()
        self._maintaining = threading.Lock()
        self._closed = False
        self._rows: list[tuple[int, bytes]] = []
        self._changes: list[tuple[str, tuple[object, ...]]] = []
        with self._explained, ExitStack() as held:
            self._open(held, durability, migrations)
            self._load()
            self._held = held.pop_all()

    @staticmethod
    def read_only(path: Path) -> SqliteReader:
        """The same file for reading, whether or not a server is writing it."""
        return SqliteReader(path)

    def _open(self, held: ExitStack, durability: str, migrations: Sequence[Migration]) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held.callback(os.close, lock(self.path))
        create(self.path)
        self._file = os.open(self.path, os.O_RDONLY)
        held.callback(os.close, self._file)  # after the connections, see above
        with closing(connect(self.path, "ro", BUSY_SECONDS)) as look:
            version = version_of(look, self.path, len(migrations))
            # opened before the look ends, or the WAL of a killed server would be read through twice
            self._db = held.enter_context(closing(connect(self.path, "rw", BUSY_SECONDS)))
            self._db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            self._db.execute("PRAGMA auto_vacuum = NONE")
            self._db.execute("PRAGMA journal_mode = WAL")
        # a checkpoint must not wait for readers, it comes again in a second
        self._tidy = held.enter_context(closing(connect(self.path, "rw", 0)))
        for db, synchronous in (self._db, _SYNCHRONOUS[durability]), (self._tidy, "NORMAL"):
            db.execute(f"PRAGMA synchronous = {synchronous}")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA secure_delete = OFF")  # some builds overwrite what they delete
        self._migrate(version, migrations)

    def _migrate(self, version: int, migrations: Sequence[Migration]) -> None:
        """All steps or none: closing the connection takes back what was not committed."""
        if version == len(migrations):
            return
        self._db.execute("BEGIN IMMEDIATE")
        for step in migrations[version:]:
            step(self._db)
        self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._db.execute(f"PRAGMA user_version = {len(migrations)}")
        self._db.execute("COMMIT")

    def _load(self) -> None:
        named = self._db.execute("SELECT name, number FROM streams WHERE name IS NOT NULL")
        self._live: dict[str, int] = dict(named)
        # numbers of ended streams are taken for as long as they may have rows
        self._next: int = self._db.execute(
            "SELECT IFNULL(MAX(number), 0) + 1 FROM streams"
        ).fetchone()[0]
        (self._stored,) = self._db.execute("SELECT COUNT(*) FROM log").fetchone()
        self._swept = 0  # rows removed; `_stored` and `_swept` have one writing thread each
        self._kept = 0  # rows that the last sweep left
        self._commits = 0  # transactions that wrote something, counted under `_writing`
        self._settled = 0  # how many there were when the last checkpoint had ended
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
        with self._transaction(self._db):
            for statement, values in self._changes:
                self._db.execute(statement, values)
            self._db.executemany(_APPEND, self._rows)
        self._stored += len(self._rows)
        self._rows.clear()
        self._changes.clear()

    @contextmanager
    def _transaction(self, db: sqlite3.Connection) -> Iterator[None]:
        with self._writing, self._explained:
            before = db.total_changes
            db.execute("BEGIN IMMEDIATE")
            try:
                yield
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # some failures have rolled back already
                    db.execute("ROLLBACK")
                raise
            if db.total_changes != before:
                self._commits += 1

    def maintain(self, now: int) -> None:
        with self._maintaining, self._explained:
            if self._closed:
                return
            self._sweep()
            self._expire(now)
            self._checkpoint()
            self._wal_bytes = os.stat(f"{self.path}-wal").st_size

    def _sweep(self) -> None:
        """Remove the rows of ended streams once the log has doubled, so that a row is looked at a few times in its life."""
        if self.log_rows < max(SWEEP_ROWS, 2 * self._kept):
            return
        ended = self._tidy.execute("SELECT number FROM streams WHERE name IS NULL").fetchall()
        if not ended:
            return
        done = 0
        while done >= 0:
            if self._closed:
                return
            done = self._sweep_chunk(done)
            self._checkpoint()  # a sweep can write as much as the WAL may hold
        # streams that ended meanwhile may have rows behind us: they wait for the next sweep
        with self._transaction(self._tidy):
            self._tidy.executemany("DELETE FROM streams WHERE number = ?", ended)
        self._kept = self.log_rows

    def _sweep_chunk(self, done: int) -> int:
        """Sweep what follows id `done`; return the id to go on from, -1 at the end."""
        row = self._tidy.execute(
            "SELECT id FROM log WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", (done, CHUNK_ROWS - 1)
        ).fetchone()
        until = row[0] if row else 2**63 - 1
        with self._transaction(self._tidy):
            removed = self._tidy.execute(_SWEEP, (done, until)).rowcount
        self._swept += removed
        return until if row else -1

    def _expire(self, now: int) -> None:
        """Remove finished games that are too old or too many, oldest first."""
        marks = []  # (at, id) of the newest game to go; ids begin at 1
        if self._keep_days is not None:
            marks.append((now - self._keep_days * DAY, 0))
        if self._keep_games is not None:
            marks += self._tidy.execute(
                "SELECT at, id FROM archive ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?",
                (self._keep_games,),
            ).fetchall()
        while marks and not self._closed:
            doomed = self._tidy.execute(
                "SELECT id FROM archive WHERE (at, id) <= (?, ?) ORDER BY at, id LIMIT ?",
                (*max(marks), CHUNK_GAMES),
            ).fetchall()
            if not doomed:
                return
            with self._transaction(self._tidy):
                self._tidy.executemany("DELETE FROM archive WHERE id = ?", doomed)

    def _checkpoint(self) -> None:
        if self._commits - self._settled < CHECKPOINT_COMMITS:
            return
        try:
            frames = self._tidy.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            if frames * PAGE_BYTES > WAL_LIMIT:  # under load a passive one never sees the end
                self._start_over("TRUNCATE" if frames * PAGE_BYTES > 2 * WAL_LIMIT else "RESTART")
        finally:
            with self._writing:
                self._settled = self._commits

    def _start_over(self, mode: Literal["RESTART", "TRUNCATE"]) -> None:
        """Copy the rest of the WAL while commits wait; TRUNCATE waits longer but gives back what a slow reader has cost."""
        os.fsync(self._file)  # beforehand, or SQLite would do it while they wait
        with self._writing:
            self._tidy.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True  # makes a running `maintain` stop early
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
        return int(self._stored) - self._swept

    @property
    def wal_bytes(self) -> int:
        return self._wal_bytes
