"""A progress line for long work: items done, rate, time left. Drawn only on a terminal."""

import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

WIDTH = 24
REFRESH = 0.1


class Progress:
    """Draws one line on a terminal, and nothing if the stream is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.on_terminal = stream.isatty()

    def over(self, items: Iterable[T], total: int, unit: str) -> Iterator[T]:
        """Yield the items and show how many of the total are done."""
        started = drawn = time.monotonic()
        done = 0
        try:
            for item in items:
                done += 1
                now = time.monotonic()
                if self.on_terminal and (now - drawn >= REFRESH or done == total):
                    drawn = now
                    self._draw(done, total, unit, now - started)
                yield item
        finally:
            if self.on_terminal:
                self.stream.write("\r\x1b[K")
                self.stream.flush()

    def _draw(self, done: int, total: int, unit: str, seconds: float) -> None:
        filled = WIDTH * done // total
        left = seconds / done * (total - done)
        bar = "#" * filled + "." * (WIDTH - filled)
        self.stream.write(
            f"\r[{bar}] {done}/{total} {unit}, {done / seconds:.1f}/s, {left:.0f} s \x1b[K"
        )
        self.stream.flush()
