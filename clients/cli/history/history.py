"""The history of the player's games: one file with a line of JSON for each, the newest last.

A line that cannot be read, or that a later version of this program wrote, is passed over and kept.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from watai.clients.cli.history.played import VERSION, FinishedGame

MOST: Final = 1_000
"""Games that are kept; beyond, the oldest tenth is dropped at once."""
LONGEST: Final = 2_000_000
"""Bytes of the file that are read, from its end: some thousand games."""

_decode = msgspec.json.Decoder(FinishedGame).decode


class History:
    """The file `games.jsonl` in the folder for saved state."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "games.jsonl"

    def games(self) -> list[FinishedGame]:
        """Every game that can be read, the newest first."""
        try:
            with self._path.open("rb") as file:
                lines = _lines(file.fileno())
        except OSError:
            return []
        return [game for game in map(_read, reversed(lines)) if game is not None]

    def add(self, played: FinishedGame) -> None:
        """Add a game, unless it is there already. Raises OSError if the file cannot be written."""
        line = msgspec.json.encode(played)
        with self._locked() as file:
            lines = _lines(file)
            if any(game is not None and game.match == played.match for game in map(_read, lines)):
                return
            lines.append(line)
            if len(lines) > MOST:
                self._replace(lines[MOST // 10 :])
            else:
                end = os.fstat(file).st_size
                whole = not end or os.pread(file, 1, end - 1) == b"\n"
                os.pwrite(file, (b"" if whole else b"\n") + line + b"\n", end)

    def _replace(self, lines: list[bytes]) -> None:
        """Write the file anew; a crash leaves the old one or the new one."""
        new = self._path.with_suffix(".new")
        new.write_bytes(b"".join(line + b"\n" for line in lines))
        new.replace(self._path)

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """The open file, while no other program of the player writes it."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
                if self._is_current(file):
                    yield file
                    return
            finally:
                os.close(file)

    def _is_current(self, file: int) -> bool:
        """Whether another program has not replaced the file while this one waited for the lock."""
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except FileNotFoundError:
            return False


def _lines(file: int) -> list[bytes]:
    size = os.fstat(file).st_size
    start = max(0, size - LONGEST)
    lines = os.pread(file, LONGEST, start).split(b"\n")
    return [line for line in lines[1 if start else 0 :] if line.strip()]


def _read(line: bytes) -> FinishedGame | None:
    try:
        played = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return played if played.v == VERSION and 0 <= played.seat < len(played.names) else None
