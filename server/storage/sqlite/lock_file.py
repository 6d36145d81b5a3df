"""The lock file beside a journal: it keeps other servers away, and says how far the journal reached."""

import fcntl
import os
from pathlib import Path

from watai.server.storage.journal import JournalLocked


class LockFile:
    """A lock that is held while this is open; the kernel gives it back if the process is killed.

    The file has two lines: the process, and the number of the last record that the journal had when `mark` was called.
    It stays when the server ends, so that the next one notices a journal that ends earlier.
    """

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ".lock")
        self._created = not self.path.exists()
        self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        owner, _, reached = os.read(self._handle, 64).partition(b"\n")
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._handle)
            raise JournalLocked(
                "the journal {path} is in use (process {owner} holds {lock}): "
                "stop that server, or give this one a journal of its own",
                path=journal,
                owner=owner.decode(errors="replace") or "unknown",
                lock=self.path,
            ) from None
        self.reached = int(reached) if reached.strip().isdigit() else 0
        """The mark that an earlier server left."""
        self.mark(self.reached)

    def mark(self, reached: int) -> None:
        """Write down how far the journal reaches. Without fsync: a power cut may leave an earlier mark."""
        line = b"%d\n%d\n" % (os.getpid(), reached)
        os.pwrite(self._handle, line, 0)
        os.ftruncate(self._handle, len(line))

    def discard(self) -> None:
        """The journal was refused: leave no lock file beside a file that is not ours."""
        if self._created:
            self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Let other servers in."""
        os.close(self._handle)
