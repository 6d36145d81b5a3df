"""The interface of the journal: named streams of opaque records that survive the server's process.

A stream holds the records of one room, or of all sessions. Its owner appends to it and folds it again after a restart.
In each pass of the loop the rooms append, and the server submits what they appended: all of it is stored, in order and in
one step. Only then does the server tell the players. The embedded journal stores a pass while it is submitted; another may
store it later, and then the server goes on reading meanwhile.
A finished game is archived: kept whole under the name of its match.

    JournalError        its message tells the operator what happened and what to do
      JournalLocked     another process uses the journal
      JournalTooNew     a newer server wrote it
      OtherVersion      another version of the server wrote it, and release 1.0 is not there yet
      JournalDamaged    the file is no journal or broken, or the disk refuses to write
      GameDamaged       the record of one finished game is not what was stored
      JournalGone       its files were removed or replaced while it was open: waiting does not help
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from watai.protocol.problem import Problem


class JournalError(Problem):
    """The journal cannot be used; the message tells the operator why and what to do."""


class JournalLocked(JournalError):
    """Another process, or another part of this one, is using the journal."""


class JournalTooNew(JournalError):
    """A newer server wrote the journal. The file was not changed."""


class OtherVersion(JournalError):
    """Another version of the server wrote the journal, or what the nodes of a cluster share. Nothing was changed."""


class JournalDamaged(JournalError):
    """The file is not a journal, or cannot be read or written."""


class JournalGone(JournalError):
    """The files of an open journal were removed or replaced. Nothing can be stored any more until the server is restarted."""


class GameDamaged(JournalError):
    """The record of a finished game is not the one that was stored. The journal is otherwise fine."""


class DamagedStream(NamedTuple):
    """A stream whose records are not those that were appended."""

    name: str
    fault: str
    """What is wrong with it, for the operator."""
    before: Sequence[bytes] = ()
    """The records before the damage. None if an earlier server has set the stream aside."""


class JournalReader(ABC):
    """Reads what was stored in a journal."""

    @abstractmethod
    def recover(self) -> dict[str, list[bytes]]:
        """Every live stream with its records, both in the order in which they were appended.

        A stream with a changed, missing or foreign record is left out, and set aside: see `damaged`.
        """

    @property
    def damaged(self) -> Sequence[DamagedStream]:
        """The streams that the last `recover` left out. Their records stay in the journal, for an engineer to look at."""
        return ()

    @abstractmethod
    def archived(self, stream: str) -> bytes | None:
        """The body of the finished game archived under that name, or None. Raises GameDamaged."""

    @abstractmethod
    def archives(self, limit: int) -> list[tuple[str, int, bytes]]:
        """The latest finished games, newest first, each as (name, unix second, summary)."""

    @abstractmethod
    def close(self) -> None:
        """Release everything. A second call does nothing."""

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
    """A journal and its only writer. Call all methods from one thread, except `maintain`."""

    stored: int = 0
    """The number of the last pass that is stored, and every pass before it."""
    on_stored: Callable[[], None] | None = None
    """Called when `stored` has grown. A journal that stores while it submits never calls it."""

    @abstractmethod
    def submit(self) -> int:
        """Hand over everything buffered as one pass, to be stored in order and in one step.

        Returns its number, which `stored` reaches when the pass is stored; if nothing is buffered, the number of the last
        pass. Raises JournalError if nothing can be taken just now: everything then stays buffered, and the server tells no
        player anything until a later call succeeds, or stops. After JournalGone none succeeds.
        """

    def begin(self, stream: str, once: str) -> None:
        """Say that the next record begins this stream, and why: no second stream of all nodes begins for the same reason."""
        return

    @abstractmethod
    def append(self, stream: str, body: bytes) -> None:
        """Buffer a record for the end of a stream. The first record begins the stream."""

    @abstractmethod
    def archive(
        self, stream: str, summary: bytes, body: bytes, at: int, room: str | None = None
    ) -> None:
        """Buffer the archiving of a finished game, dated `at` (unix seconds), and the end of the stream of that name.

        It is stored only if the records of the room are in which it was played, where another node may own the room.
        Replaces what was archived under the name: were that an error, one game would block the passes of all rooms.
        """

    @abstractmethod
    def forget(self, stream: str) -> None:
        """Buffer the end of a stream, whose records are then deleted.

        The owner may append again in the same pass; so a room replaces its stream by a summary.
        """

    def discard(self) -> None:
        """Close the journal of a server that could not run; one that was created for it and has nothing goes away again."""
        self.close()

    @abstractmethod
    def maintain(self, now: int) -> None:
        """Delete what is no longer needed at unix second `now`. Slow: a worker thread calls it about every second.

        Raises JournalGone if the journal's files were removed or replaced; from then on `submit` raises it too.
        """

    @property
    def missing(self) -> int:
        """How many records fewer the journal had when it was opened than the server before had stored in it."""
        return 0

    @property
    @abstractmethod
    def pending(self) -> int:
        """How many records were appended and not yet submitted."""

    @property
    @abstractmethod
    def live_streams(self) -> int:
        """How many streams have begun and not ended."""

    @property
    @abstractmethod
    def log_rows(self) -> int:
        """How many records are stored, including those of ended streams that are not deleted yet."""

    @property
    @abstractmethod
    def wal_bytes(self) -> int:
        """The size of the write-ahead log at the last `maintain`."""
