"""A client process on a pseudo-terminal, with keys to press and a screen to read."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyte

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0
"""Seconds after which a wait fails. Only what hangs takes so long, however slow the machine."""
QUERY = re.compile(rb"\x1b\[\?[\d;]*\$p")  # queries to the terminal, which pyte would print as text
UNFINISHED = re.compile(rb"\x1b(\[[?\d;$]*)?$")


class PtyClient:
    """One client on a pseudo-terminal."""

    def __init__(
        self, words: Sequence[str], home: Path, size: tuple[int, int], extra: Mapping[str, str]
    ) -> None:
        self.columns, self.lines = size
        self.written = b""
        self._screen = pyte.Screen(self.columns, self.lines)
        self._stream = pyte.ByteStream(self._screen)
        self._unfinished = b""
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            _set_size(0, self.columns, self.lines)  # before the client asks for it
            os.environ.update(environment(home, extra))
            os.chdir(ROOT)
            os.execv(sys.executable, [sys.executable, "-m", "clients.cli", *words])
        self.code: int | None = None

    def resize(self, columns: int, lines: int) -> None:
        self.columns, self.lines = columns, lines
        self._screen.resize(lines, columns)
        _set_size(self._file, columns, lines)

    def press(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def until(self, wanted: str) -> str:
        """Wait for a text on the screen. What comes after it may not be painted yet."""
        deadline = time.monotonic() + PATIENCE
        while wanted not in self.shown:
            assert self._read(deadline), f"{wanted!r} did not come; there is:\n{self.shown}"
        return self.shown

    def until_written(self, pattern: bytes, since: int = 0) -> re.Match[bytes]:
        """Wait until something is written, whether it is still on the screen or not: where it was found."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.compile(pattern).search(self.written, since)) is None:
            assert self._read(deadline), f"{pattern!r} was not written; there is:\n{self.shown}"
        return found

    def end(self) -> int:
        """Wait for the program to end by itself; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        if self.code is None:
            _, status = os.waitpid(self.pid, 0)
            self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def _read(self, deadline: float) -> bool:
        """Take in what the program writes; False at its end."""
        ready, _, _ = select.select([self._file], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing more came; there is:\n{self.shown}"
        try:
            data = os.read(self._file, 65_536)
        except OSError:  # the other end is closed
            return False
        self.written += data
        self._paint(data)
        return bool(data)

    def _paint(self, data: bytes) -> None:
        data = QUERY.sub(b"", self._unfinished + data)
        cut = UNFINISHED.search(data)
        end = len(data) if cut is None else cut.start()
        self._stream.feed(data[:end])
        self._unfinished = data[end:]

    @property
    def settings(self) -> list[object]:
        """How the terminal is set: echo, canonical mode and the like."""
        return list(termios.tcgetattr(self._file))

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._file)


def _set_size(terminal: int, columns: int, lines: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Environment variables of a machine without settings or state, plus what a test asks for."""
    return {
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LC_ALL": "en_GB.UTF-8",
        "TERM": "xterm-256color",
        "WATAI_NAME": "Ana",
        **extra,
    }


@contextmanager
def pty_client(
    *words: str, home: Path, size: tuple[int, int] = (80, 24), **extra: str
) -> Iterator[PtyClient]:
    """A client that is killed at the end of the block."""
    client = PtyClient(words, home, size, extra)
    try:
        yield client
    finally:
        client.close()
