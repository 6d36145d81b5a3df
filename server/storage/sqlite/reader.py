"""Reads the journal in an SQLite file, also while a server is writing it."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from watai.server.storage.formats import JOURNAL_VERSION
from watai.server.storage.journal import DamagedStream, GameDamaged, JournalError, JournalReader
from watai.server.storage.sqlite.file import (
    BUSY_SECONDS,
    MIGRATIONS,
    SqliteErrors,
    connect,
    version_of,
)
from watai.server.storage.sqlite.seals import game_seal
from watai.server.storage.sqlite.streams import StoredStream, find_gap, read_streams


class SqliteReader(JournalReader):
    """One read-only connection to a journal."""

    def __init__(self, path: Path, *, made_by: str = JOURNAL_VERSION) -> None:
        self.path = path.resolve()
        self._errors = SqliteErrors(self.path)
        self._forget_damage()
        with self._errors, ExitStack() as cleanup:
            self._db = connect(self.path, "ro", BUSY_SECONDS)
            cleanup.callback(self._db.close)
            if version_of(self._db, self.path, len(MIGRATIONS), made_by) < len(MIGRATIONS):
                raise JournalError(
                    "the journal {path} is empty or of an older version: start the server on it once",
                    path=self.path,
                )
            cleanup.pop_all()

    def _forget_damage(self) -> None:
        self._damaged: list[StoredStream] = []
        self._gap: DamagedStream | None = None

    def recover(self) -> dict[str, list[bytes]]:
        with self._errors:
            self._db.execute("BEGIN")  # both statements see one state of the file
            try:
                streams = read_streams(self._db)
                self._gap = find_gap(self._db)
            finally:
                self._db.execute("ROLLBACK")
        self._damaged = [each for each in streams if each.fault]
        return {each.name: each.records for each in streams if not each.fault}

    @property
    def damaged(self) -> Sequence[DamagedStream]:
        damaged = [DamagedStream(each.name, each.fault, each.records) for each in self._damaged]
        return damaged if self._gap is None else [*damaged, self._gap]

    def archived(self, stream: str) -> bytes | None:
        with self._errors:
            row = self._db.execute(
                """SELECT CAST(at AS BLOB), CAST(summary AS BLOB), CAST(body AS BLOB), CAST(seal AS BLOB)
                    FROM archive WHERE stream = ?""",
                (stream,),
            ).fetchone()
        if row is None:
            return None
        *parts, seal = row
        if None in parts or seal != game_seal(stream, *parts):
            raise GameDamaged(
                "the game {match} is damaged in the journal {path}: take it from a copy",
                match=stream,
                path=self.path,
            )
        return bytes(parts[-1])

    def archives(self, limit: int) -> list[tuple[str, int, bytes]]:
        with self._errors:
            return self._db.execute(
                "SELECT stream, at, summary FROM archive ORDER BY at DESC, id DESC LIMIT ?",
                (limit,),
            ).fetchall()

    def close(self) -> None:
        self._db.close()
