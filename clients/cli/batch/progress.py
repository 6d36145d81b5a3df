"""A progress line for long work: how far, how fast, how much longer. Silent where nobody watches."""

import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

WIDTH = 24
REFRESH = 0.1


class Progress:
    """Draws on one line of a terminal, and nothing at all elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.watched = stream.isatty()

    def over(self, items: Iterable[T], total: int, unit: str) -> Iterator[T]:
        """Yield the items, showing how many of the total have come."""
        started = drawn = time.monotonic()
        done = 0
        try:
            for item in items:
                done += 1
                now = time.monotonic()
                if self.watched and (now - drawn >= REFRESH or done == total):
                    drawn = now
                    self._draw(done, total, unit, now - started)
                yield item
        finally:
            if self.watched:
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
