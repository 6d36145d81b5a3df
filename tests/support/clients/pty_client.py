"""The terminal client in a pseudo-terminal, with a screen to look at: the driver of the load test plus pyte."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pyte

from watai.loadtest.systems import pty_client as pty
from watai.loadtest.systems.pty_client import PtyClient

__all__ = ["PATIENCE", "ScreenClient", "environment", "pty_client"]

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which a wait fails. Only what hangs takes so long, however slow the machine."""
QUERY = re.compile(rb"\x1b\[\?[\d;]*\$p")  # queries to the terminal, which pyte would print as text
UNFINISHED = re.compile(rb"\x1b(\[[?\d;$]*)?$")


class ScreenClient(PtyClient):
    """One client, and what its terminal shows."""

    def __init__(
        self, words: Sequence[str], home: Path, size: tuple[int, int], extra: Mapping[str, str]
    ) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._unfinished = b""
        super().__init__(words, home, size, environment(home, extra), self._paint)

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        super().resize(columns, lines)

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def until(self, wanted: str) -> str:
        """Wait for a text on the screen. What comes after it may not be painted yet."""
        self._expect(lambda: wanted in self.shown, repr(wanted))
        return self.shown

    def until_written(self, pattern: bytes, since: int = 0) -> re.Match[bytes]:
        """Wait until something is written, whether it is still on the screen or not: where it was found."""
        return self._expect(lambda: re.compile(pattern).search(self.written, since), repr(pattern))

    def _expect(self, wanted: Callable[[], T | None], what: str) -> T:
        try:
            return self.wait_for(wanted, PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{what} did not come; there is:\n{self.shown}") from None

    def end(self, seconds: float = PATIENCE) -> int:
        return super().end(seconds)

    def _paint(self, at: float, data: bytes) -> None:
        data = QUERY.sub(b"", self._unfinished + data)
        cut = UNFINISHED.search(data)
        end = len(data) if cut is None else cut.start()
        self._stream.feed(data[:end])
        self._unfinished = data[end:]


def environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Environment variables of a machine without settings or state, plus what a test asks for."""
    return pty.environment(home, {"LC_ALL": "en_GB.UTF-8", **extra})


@contextmanager
def pty_client(
    *words: str, home: Path, size: tuple[int, int] = (80, 24), **extra: str
) -> Iterator[ScreenClient]:
    """A client that is killed at the end of the block."""
    with ScreenClient(words, home, size, extra) as client:
        yield client
