"""Runs the real terminal client in a pseudo-terminal: sends keys, reads what it draws, with the instant of each.

Nothing is read unless a caller waits: `read`, `wait_for` and `end` read in the caller's thread, so a caller may also
read in a thread of its own.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeVar

from watai import child

SIZE: Final = (80, 24)
CHUNK: Final = 65_536
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

T = TypeVar("T")
OnOutput = Callable[[float, bytes], None]
"""Called with the instant on the monotonic clock, in seconds, and the bytes that the client drew."""


def ignore(at: float, data: bytes) -> None:
    """The `on_output` of callers who only look at `written`."""


class PtyClient:
    """One client process; `home` holds its settings and state, `extra` adds to its environment."""

    def __init__(
        self,
        words: Sequence[str],
        home: Path,
        size: tuple[int, int] = SIZE,
        extra: Mapping[str, str] = NOTHING,
        on_output: OnOutput = ignore,
    ) -> None:
        self.columns, self.lines = size
        self.written = b""
        """Everything the client has drawn, as far as it was read."""
        self.code: int | None = None
        """The exit code, once the client has ended."""
        self._on_output = on_output
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            _set_size(0, *size)  # before the client looks
            os.environ.update(environment(home, extra))
            os.execv(sys.executable, child.command("", *words))

    def press(self, keys: str) -> float:
        """Press keys; returns the instant."""
        now = time.monotonic()
        os.write(self._file, keys.encode())
        return now

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the client."""
        os.kill(self.pid, number)

    def resize(self, columns: int, lines: int) -> None:
        """Resize the terminal; the kernel tells the client."""
        self.columns, self.lines = columns, lines
        _set_size(self._file, columns, lines)

    @property
    def settings(self) -> list[object]:
        """The terminal's modes: echo, canonical mode and the like."""
        return list(termios.tcgetattr(self._file))

    def read(self, deadline: float | None = None) -> bool:
        """Read what the client draws next; False once it has ended, TimeoutError after the deadline."""
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([self._file], [], [], left)
        if not ready:
            raise TimeoutError("the client draws nothing more")
        try:
            data = os.read(self._file, CHUNK)
        except OSError:  # the client has closed its end
            return False
        now = time.monotonic()
        self.written += data
        self._on_output(now, data)
        return bool(data)

    def wait_for(self, wanted: Callable[[], T | None], seconds: float) -> T:
        """Read until `wanted` returns something true, and return that; TimeoutError if it does not come."""
        deadline = time.monotonic() + seconds
        while not (found := wanted()):
            if not self.read(deadline):
                raise TimeoutError("the client ended before it drew what was waited for")
        return found

    def end(self, seconds: float) -> int:
        """Read until the client ends by itself; its exit code."""
        deadline = time.monotonic() + seconds
        while self.read(deadline):
            pass
        return self._wait()

    def _wait(self) -> int:
        if self.code is None:
            _, status = os.waitpid(self.pid, 0)
            self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def kill(self) -> None:
        """End the client at once, if it still runs; what it drew can still be read."""
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            self._wait()

    def close(self) -> None:
        """End the client and give the terminal back."""
        self.kill()
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _set_size(terminal: int, columns: int, lines: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """A player's machine on the first day, plus `extra`."""
    return {
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "WATAI_NAME": "Ana",
        **extra,
    }
