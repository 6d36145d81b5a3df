"""Standard input as lines, read without a thread: from a terminal, a pipe, a file or the null device."""

import os
from collections import deque
from typing import Final

import trio

STDIN: Final = 0
CHUNK: Final = 65_536


class StandardInput:
    """Lines of standard input. The descriptor stays blocking, because a terminal's output shares that flag."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._rest = b""
        self._ended = False

    async def line(self) -> str | None:
        """The next line; None at the end."""
        while not self._lines:
            if self._ended:
                return None
            await _readable()
            self._take(os.read(STDIN, CHUNK))
        return self._lines.popleft()

    async def silent(self, seconds: float) -> bool:
        """Whether no line comes in so many seconds, or input has ended. A line that comes can still be read."""
        with trio.move_on_after(seconds):
            line = await self.line()
            if line is not None:
                self._lines.appendleft(line)
                return False
        return True

    def _take(self, chunk: bytes) -> None:
        self._ended = not chunk
        *lines, self._rest = (self._rest + (chunk or b"\n")).split(b"\n")
        if self._ended and lines == [b""]:  # the last line had its newline
            lines = []
        self._lines.extend(line.decode(errors="replace") for line in lines)


async def _readable() -> None:
    try:
        await trio.lowlevel.wait_readable(STDIN)
    except OSError:  # a file or the null device: always readable, and not pollable
        await trio.lowlevel.checkpoint()
