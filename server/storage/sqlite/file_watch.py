"""Notices that the files of an open journal were removed or replaced: what is written to them then is lost with the process."""

import os
from collections.abc import Sequence
from pathlib import Path

from watai.server.storage.journal import JournalGone


class FileWatch:
    """The files at these paths as they are when the watch begins, by device and inode."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._open = {path: _identity(path) for path in paths}

    def check(self) -> None:
        """Raise JournalGone if another file, or none, is at one of the paths now."""
        for path, identity in self._open.items():
            if _identity(path) != identity:
                raise JournalGone(
                    "the journal file {path} was removed or replaced while the server was using it: "
                    "put the journal back, from a copy if need be, then start the server again",
                    path=path,
                )


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at a path; None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
