"""How late another process was, told through memory that both share."""

import mmap
from itertools import accumulate
from typing import Final

STEP: Final = 0.0001  # seconds
STEPS: Final = 1_000  # the last one is for everything beyond
_WIDTH: Final = 8


class Lateness:
    """A histogram of delays; made before a fork, it is the same one in both processes."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap.mmap(-1, STEPS * _WIDTH)).cast("Q")

    def add(self, seconds: float) -> None:
        self._counts[min(max(0, int(seconds / STEP)), STEPS - 1)] += 1

    def millis(self, part: float) -> float | None:
        """What this part of all delays did not exceed, in ms; None if there were none."""
        reached = list(accumulate(self._counts))
        if not reached[-1]:
            return None
        bound = next(place for place, count in enumerate(reached) if count >= part * reached[-1])
        return round((bound + 1) * STEP * 1000, 1)
