"""The real terminal client in a terminal of its own, with the instants of what goes in and comes out."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SIZE: Final = (24, 80)
ROOT: Final = Path(__file__).parents[2]


class Seat:
    """One client. `written` grows with what it draws; `ear` is told of every piece, with its instant."""

    def __init__(
        self, words: Sequence[str], folder: str, ear: Callable[[float, bytes], None]
    ) -> None:
        self.written = b""
        self._ear = ear
        self._news = threading.Condition()
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            os.environ.update(_environment(folder))
            os.chdir(ROOT)
            os.execv(sys.executable, [sys.executable, "-m", "clients.cli", *words])
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while True:
            select.select([self._file], [], [])
            try:
                data = os.read(self._file, 65_536)
            except OSError:  # the client is gone
                return
            now = time.monotonic()
            with self._news:
                self.written += data
                self._news.notify_all()
            self._ear(now, data)

    def press(self, key: bytes) -> float:
        """Press a key; when it went down."""
        now = time.monotonic()
        os.write(self._file, key)
        return now

    def wait_for(self, wanted: Callable[[bytes], bool], seconds: float) -> None:
        """Wait until something has been drawn."""
        with self._news:
            if not self._news.wait_for(lambda: wanted(self.written), seconds):
                raise TimeoutError("the client does not show what it should")

    def close(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
        self._thread.join()
        os.close(self._file)


def _environment(folder: str) -> dict[str, str]:
    return {
        "XDG_STATE_HOME": f"{folder}/state",
        "XDG_CONFIG_HOME": f"{folder}/config",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "WATAI_NAME": "Ana",
    }


@contextmanager
def seat(words: Sequence[str], folder: str, ear: Callable[[float, bytes], None]) -> Iterator[Seat]:
    """A client that is gone at the end of the block."""
    made = Seat(words, folder, ear)
    try:
        yield made
    finally:
        made.close()
