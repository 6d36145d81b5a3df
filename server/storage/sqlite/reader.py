"""Reads the journal in an SQLite file, also while a server is writing it."""

from contextlib import ExitStack
from pathlib import Path

from server.storage.journal import JournalError, JournalReader
from server.storage.sqlite.file import BUSY_SECONDS, MIGRATIONS, SqliteErrors, connect, version_of


class SqliteReader(JournalReader):
    """One read-only connection to a journal."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._errors = SqliteErrors(self.path)
        with self._errors, ExitStack() as cleanup:
            self._db = connect(self.path, "ro", BUSY_SECONDS)
            cleanup.callback(self._db.close)
            if version_of(self._db, self.path, len(MIGRATIONS)) < len(MIGRATIONS):
                raise JournalError(
                    "the journal {path} is empty or of an older version: start the server on it once",
                    path=self.path,
                )
            cleanup.pop_all()

    def recover(self) -> dict[str, list[bytes]]:
        streams: dict[str, list[bytes]] = {}
        with self._errors:
            # a single statement sees one state of the file; the cross join makes it read the log once, in order
            for name, body in self._db.execute(
                """SELECT name, body FROM log CROSS JOIN streams ON number = stream
                    WHERE name IS NOT NULL ORDER BY log.id"""
            ):
                streams.setdefault(name, []).append(body)
        return streams

    def archived(self, stream: str) -> bytes | None:
        with self._errors:
            row = self._db.execute(
                "SELECT body FROM archive WHERE stream = ?", (stream,)
            ).fetchone()
        return row[0] if row else None

    def archives(self, limit: int) -> list[tuple[str, int, bytes]]:
        with self._errors:
            return self._db.execute(
                "SELECT stream, at, summary FROM archive ORDER BY at DESC, id DESC LIMIT ?",
                (limit,),
            ).fetchall()

    def close(self) -> None:
        self._db.close()
