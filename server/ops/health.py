"""Whether a server is well, told by the numbers that its loop leaves behind."""

import time
from collections.abc import Iterator
from typing import Final

import trio

from server.dispatch.loop import House
from server.ops.prometheus import Metrics

PULSE_SECONDS: Final = 0.25  # often enough to see a pause that a player would feel
STUCK_SECONDS: Final = 5.0  # a loop that has not passed for so long is lost to its players


class Health:
    """The pulse of the loop, taken inside it and read from any thread."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        self._house = house
        self._metrics = metrics
        self._beaten = time.monotonic_ns()

    async def beat(self) -> None:
        """Take the pulse for ever: how late does a timer wake?"""
        while True:
            due = time.monotonic_ns() + int(PULSE_SECONDS * 1e9)
            await trio.sleep(PULSE_SECONDS)
            self._beaten = time.monotonic_ns()
            self._metrics.loop_lag.add(max(0, self._beaten - due))

    def complaints(self) -> Iterator[str]:
        """Everything that is wrong, a line each; nothing if all is well."""
        silence = (time.monotonic_ns() - self._beaten) / 1e9
        if silence > STUCK_SECONDS:
            yield f"the loop has not passed for {silence:.0f} s"
        if self._house.journal_fault is not None:
            yield f"the journal takes nothing: {self._house.journal_fault}"
        if self._house.lobby.stopping:
            yield "the server is stopping"
