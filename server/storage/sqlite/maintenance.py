"""Keeps an SQLite journal small: sweeps ended streams, deletes old games, makes checkpoints. Runs in a worker thread.

*Sweeping.* The rows of ended streams are deleted when the log has doubled since the last sweep, as a garbage collector
would; so each row is examined only a few times. Deleting them when each game ends would rewrite every page that the
game shared with others. The file reuses the freed space but never shrinks.

*Checkpoints.* They run without the lock of the transactions, unless the WAL has passed its limit. SQLite before 3.51.3
has a race (sqlite.org/wal.html#walresetbug): if a checkpoint starts when the WAL is already copied in full, and a commit
restarts the WAL at that moment, the commit can be lost. So a checkpoint starts only if there was a commit since the last
one ended: then something is left to copy, and SQLite does not restart the WAL meanwhile.
"""

import os
import sqlite3
from collections.abc import Callable
from typing import Literal

from watai.server.storage.sqlite.file import PAGE_BYTES, Transactions
from watai.server.storage.sqlite.seals import Unmarked

CHECKPOINT_COMMITS = 8192
"""Commits between two checkpoints. The first commit after one pays an fsync, so not every second."""
WAL_LIMIT = 64 << 20
"""Past so many bytes commits wait, for two or three fsyncs, until the WAL starts over."""
SWEEP_ROWS = 4096
"""A log with fewer rows, about half a megabyte, is not worth a sweep."""
CHUNK_ROWS = 256
"""Rows examined per transaction of a sweep. One delays a commit by about 150 µs."""
CHUNK_GAMES = 16
"""Finished games deleted per transaction, so that commits are not delayed longer."""
CHUNK_SEALS = 64
"""Streams marked per transaction, for the same reason."""
DAY = 86_400

_SWEEP = """DELETE FROM log WHERE id > ? AND id <= ? AND id < ?
    AND (SELECT name FROM streams WHERE number = log.stream) IS NULL"""

_MARK = "UPDATE streams SET seal = ? WHERE number = ? AND name IS NOT NULL"


class Maintenance:
    """The maintenance of one journal, on its own connection. `stored` returns how many rows were ever added to the log."""

    def __init__(
        self,
        db: sqlite3.Connection,
        file: int,
        transactions: Transactions,
        keep_days: int | None,
        keep_games: int | None,
        stored: Callable[[], int],
        unmarked: Unmarked,
    ) -> None:
        self.stopped = False
        """Set by another thread: a running maintenance then ends early."""
        self.swept = 0
        """Rows deleted from the log so far."""
        self._db = db
        self._file = file
        self._transactions = transactions
        self._keep_days = keep_days
        self._keep_games = keep_games
        self._stored = stored
        self._unmarked = unmarked
        self._marked = -1  # the last record at the last mark
        self._kept = 0  # rows left by the last sweep
        self._checkpointed = 0  # commits up to the end of the last checkpoint

    def run(self, now: int) -> None:
        """Do everything that is due at unix second `now`."""
        self.mark()
        if self._rows() >= max(SWEEP_ROWS, 2 * self._kept):
            self.sweep()
        self._expire(now)
        self._checkpoint()

    def mark(self) -> int:
        """Store the last seal of every stream that has grown, then the number of the last record. Returns that number."""
        last = self._unmarked.last
        if last == self._marked:
            return last
        while taken := self._unmarked.take(CHUNK_SEALS):
            try:
                with self._transactions.on(self._db):
                    self._db.executemany(_MARK, taken)
            except BaseException:
                self._unmarked.put_back(taken)
                raise
        with self._transactions.on(self._db):
            self._db.execute("UPDATE marked SET last = ?", (last,))
        self._marked = last
        return last

    def _rows(self) -> int:
        return self._stored() - self.swept

    def sweep(self) -> None:
        """Delete the rows of ended streams."""
        ended = self._db.execute("SELECT number FROM streams WHERE name IS NULL").fetchall()
        if not ended:
            return
        done = 0
        while done >= 0:
            if self.stopped:
                return
            done = self._sweep_chunk(done)
            self._checkpoint()  # a sweep alone can fill the WAL
        # streams that ended during the sweep keep their numbers: some of their rows were passed already
        kept = self._db.execute("SELECT stream FROM log WHERE id >= ?", (self._marked,)).fetchall()
        with self._transactions.on(self._db):
            self._db.executemany("DELETE FROM streams WHERE number = ?", set(ended) - set(kept))
        self._kept = self._rows()

    def _sweep_chunk(self, done: int) -> int:
        """Sweep the rows after id `done`. Returns the id to go on from, -1 at the end of the log."""
        row = self._db.execute(
            "SELECT id FROM log WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", (done, CHUNK_ROWS - 1)
        ).fetchone()
        until = row[0] if row else 2**63 - 1
        with self._transactions.on(self._db):
            # the marked record and all after it stay, so that a gap among them is damage
            removed = self._db.execute(_SWEEP, (done, until, self._marked)).rowcount
        self.swept += removed
        return until if row else -1

    def _expire(self, now: int) -> None:
        """Delete finished games that are too old or too many, oldest first."""
        marks = []  # (at, id) up to which games are deleted; ids begin at 1
        if self._keep_days is not None:
            marks.append((now - self._keep_days * DAY, 0))
        if self._keep_games is not None:
            marks += self._db.execute(
                "SELECT at, id FROM archive ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?",
                (self._keep_games,),
            ).fetchall()
        while marks and not self.stopped:
            doomed = self._db.execute(
                "SELECT id FROM archive WHERE (at, id) <= (?, ?) ORDER BY at, id LIMIT ?",
                (*max(marks), CHUNK_GAMES),
            ).fetchall()
            if not doomed:
                return
            with self._transactions.on(self._db):
                self._db.executemany("DELETE FROM archive WHERE id = ?", doomed)

    def _checkpoint(self) -> None:
        if self._transactions.commits - self._checkpointed < CHECKPOINT_COMMITS:
            return
        try:
            frames = self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            if frames * PAGE_BYTES > WAL_LIMIT:  # under load a passive checkpoint never catches up
                self._restart_wal("TRUNCATE" if frames * PAGE_BYTES > 2 * WAL_LIMIT else "RESTART")
        finally:
            with self._transactions.lock:
                self._checkpointed = self._transactions.commits

    def _restart_wal(self, mode: Literal["RESTART", "TRUNCATE"]) -> None:
        """Copy the rest of the WAL while commits wait. TRUNCATE takes longer, but shrinks a WAL that a slow reader let grow."""
        os.fsync(self._file)  # now, or SQLite does it while the commits wait
        with self._transactions.lock:
            self._db.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
