"""Keeping an SQLite journal small: sweeping ended streams, dropping old games, checkpoints. Slow, and in a thread of its own.

*Sweeping.* A sweep removes the rows of ended streams as a collector would: when the log has doubled since the last one.
Were it done game by game, each end would rewrite every page the game ever shared with others.
Space is reused, not returned: the file keeps its greatest size.

*Checkpoints.* They do without the writers' lock unless the WAL has passed its limit. Before 3.51.3 SQLite has a race
(sqlite.org/wal.html#walresetbug): a checkpoint that starts while the WAL is already fully copied, just when a commit
starts the WAL over, can lose that commit. So a checkpoint starts only if a commit was made after the last one had ended:
then there is something left to copy, and the WAL cannot start over under it.
"""

import os
import sqlite3
from collections.abc import Callable
from typing import Literal

from server.storage.sqlite.file import PAGE_BYTES, Writing

CHECKPOINT_COMMITS = 8192  # after a checkpoint one commit pays an fsync: not every second
WAL_LIMIT = 64 << 20  # past this, commits wait (for two or three fsyncs) until the WAL starts over
SWEEP_ROWS = 4096  # less garbage than this, about half a megabyte, is not worth a sweep
CHUNK_ROWS = 256  # rows looked at per transaction of a sweep: holds a commit up for some 150 µs
CHUNK_GAMES = 16  # finished games removed per transaction, for the same reason
DAY = 86_400

_SWEEP = """DELETE FROM log WHERE id > ? AND id <= ?
    AND (SELECT name FROM streams WHERE number = log.stream) IS NULL"""


class Upkeep:
    """What is tidied, on a connection of its own; `stored` tells how many rows were ever written to the log."""

    def __init__(
        self,
        db: sqlite3.Connection,
        file: int,
        writing: Writing,
        keep_days: int | None,
        keep_games: int | None,
        stored: Callable[[], int],
    ) -> None:
        self.stopped = False
        """Set it, and whatever runs ends early."""
        self.swept = 0
        """Rows removed from the log."""
        self._db = db
        self._file = file
        self._writing = writing
        self._keep_days = keep_days
        self._keep_games = keep_games
        self._stored = stored
        self._kept = 0  # rows that the last sweep left
        self._settled = 0  # how many commits there were when the last checkpoint had ended

    def run(self, now: int) -> None:
        """Everything that is due at unix second `now`."""
        self._sweep()
        self._expire(now)
        self._checkpoint()

    def _rows(self) -> int:
        return self._stored() - self.swept

    def _sweep(self) -> None:
        """Remove the rows of ended streams once the log has doubled, so that a row is looked at a few times in its life."""
        if self._rows() < max(SWEEP_ROWS, 2 * self._kept):
            return
        ended = self._db.execute("SELECT number FROM streams WHERE name IS NULL").fetchall()
        if not ended:
            return
        done = 0
        while done >= 0:
            if self.stopped:
                return
            done = self._sweep_chunk(done)
            self._checkpoint()  # a sweep can write as much as the WAL may hold
        # streams that ended meanwhile may have rows behind us: they wait for the next sweep
        with self._writing.transaction(self._db):
            self._db.executemany("DELETE FROM streams WHERE number = ?", ended)
        self._kept = self._rows()

    def _sweep_chunk(self, done: int) -> int:
        """Sweep what follows id `done`; return the id to go on from, -1 at the end."""
        row = self._db.execute(
            "SELECT id FROM log WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", (done, CHUNK_ROWS - 1)
        ).fetchone()
        until = row[0] if row else 2**63 - 1
        with self._writing.transaction(self._db):
            removed = self._db.execute(_SWEEP, (done, until)).rowcount
        self.swept += removed
        return until if row else -1

    def _expire(self, now: int) -> None:
        """Remove finished games that are too old or too many, oldest first."""
        marks = []  # (at, id) of the newest game to go; ids begin at 1
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
            with self._writing.transaction(self._db):
                self._db.executemany("DELETE FROM archive WHERE id = ?", doomed)

    def _checkpoint(self) -> None:
        if self._writing.commits - self._settled < CHECKPOINT_COMMITS:
            return
        try:
            frames = self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            if frames * PAGE_BYTES > WAL_LIMIT:  # under load a passive one never sees the end
                self._start_over("TRUNCATE" if frames * PAGE_BYTES > 2 * WAL_LIMIT else "RESTART")
        finally:
            with self._writing.lock:
                self._settled = self._writing.commits

    def _start_over(self, mode: Literal["RESTART", "TRUNCATE"]) -> None:
        """Copy the rest of the WAL while commits wait; TRUNCATE waits longer but gives back what a slow reader has cost."""
        os.fsync(self._file)  # beforehand, or SQLite would do it while they wait
        with self._writing.lock:
            self._db.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
