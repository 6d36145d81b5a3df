"""Reading a journal in SQLite, beside its server if need be."""

from contextlib import ExitStack
from pathlib import Path

from server.storage.journal import JournalError, JournalReader
from server.storage.sqlite.file import BUSY_SECONDS, MIGRATIONS, Explained, connect, version_of


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
