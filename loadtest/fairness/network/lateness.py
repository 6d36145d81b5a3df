"""A histogram of delays that two processes share through memory."""

import mmap
from typing import Final

from watai.loadtest.results.percentile import percentile

STEP: Final = 0.0001  # seconds
STEPS: Final = 1_000  # the last one is for everything beyond
_WIDTH: Final = 8


class Lateness:
    """A histogram of delays; made before a fork, both processes see the same one."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap.mmap(-1, STEPS * _WIDTH)).cast("Q")

    def add(self, seconds: float) -> None:
        self._counts[min(max(0, int(seconds / STEP)), STEPS - 1)] += 1

    def millis(self, part: float) -> float | None:
        """What this part of all delays did not exceed, in ms; None if there were none."""
        step = percentile(dict(enumerate(self._counts)), part)
        return None if step is None else round((step + 1) * STEP * 1000, 1)
