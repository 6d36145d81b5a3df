"""The journal as the rest of the server sees it: named streams of opaque bytes that outlive the process.

A stream is one room's inputs (or "sessions"): its owner appends records and, after a restart, folds them again.
Nothing is written until `commit`, which stores everything buffered in one step and in order, or nothing of it.
So the server lets every room append, commits once per loop pass, and only then tells anyone.
A finished game leaves its stream and is kept whole in the archive.

    JournalError        told to the operator: what happened and what to do next
      JournalLocked     somebody else is using it
      JournalTooNew     a newer server wrote it
      JournalDamaged    not a journal, broken, or the disk does not take it
"""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from protocol.problem import Problem


class JournalError(Problem):
    """The journal cannot do its work; the message says why, and what to do next."""


class JournalLocked(JournalError):
    """Another process, or another part of this one, is using the journal."""


class JournalTooNew(JournalError):
    """The journal was written by a newer server; it has not been touched."""


class JournalDamaged(JournalError):
    """This is not a journal, or it cannot be read or written."""


class JournalReader(ABC):
    """What may be asked of a journal; only what was committed is seen."""

    @abstractmethod
    def recover(self) -> dict[str, list[bytes]]:
        """Every live stream in order of first append, with its records in order."""

    @abstractmethod
    def archived(self, stream: str) -> bytes | None:
        """The body of a finished game, or None if there is none of that name."""

    @abstractmethod
    def archives(self, limit: int, before: int | None = None) -> list[tuple[str, int, bytes]]:
        """The newest finished games, newest first, as (stream, at, summary); only those with at < before."""

    @abstractmethod
    def close(self) -> None:
        """Release everything; a second time does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Journal(JournalReader):
    """A journal with its one writer. All methods belong to the writer's thread, except `maintain`."""

    @abstractmethod
    def append(self, stream: str, body: bytes) -> None:
        """Buffer a record at the end of a stream, which begins with its first record."""

    @abstractmethod
    def archive(self, stream: str, summary: bytes, body: bytes, at: int) -> None:
        """Buffer the end of a stream: `body` is kept under its name, dated `at` (unix seconds).

        A name archived before is replaced: a game that is finished twice must not stop all the others.
        """

    @abstractmethod
    def forget(self, stream: str) -> None:
        """Buffer the end of a stream that is of no more use.

        Appending again begins it anew, in the same commit if need be: so a stream is replaced by its summary.
        """

    @abstractmethod
    def commit(self) -> None:
        """Store everything buffered, in order and in one step; without anything buffered, do nothing.

        On JournalError nothing is stored and all of it stays buffered: nobody may be told, and the caller tries again or stops.
        """

    @abstractmethod
    def maintain(self, now: int) -> None:
        """Tidy up at unix second `now`: slow, for a worker thread about every second, beside any other method."""

    @property
    @abstractmethod
    def pending(self) -> int:
        """Records appended and not yet committed."""

    @property
    @abstractmethod
    def live_streams(self) -> int:
        """Streams begun and neither archived nor forgotten."""

    @property
    @abstractmethod
    def log_rows(self) -> int:
        """Records stored, with those of ended streams that have not been swept away yet."""

    @property
    @abstractmethod
    def wal_bytes(self) -> int:
        """Size of the write-ahead log at the last `maintain`."""
