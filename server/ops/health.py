"""Whether the server is well: how late its loop is, whether its journal takes records, whether it is stopping."""

from collections.abc import Iterator
from typing import Final

import trio

from watai.server import clock
from watai.server.clock import SECOND
from watai.server.dispatch.loop import Loop

PULSE_SECONDS: Final = 0.25  # often enough to see a pause that a player would feel
STUCK_SECONDS: Final = 5.0  # without a pass for so long, the server is unusable


class Health:
    """Measured in the loop's thread, read from any thread."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._last_pulse = clock.now()

    async def measure(self) -> None:
        """Record, for ever, how late a timer wakes and how many tasks there are."""
        while True:
            due = clock.now() + int(PULSE_SECONDS * SECOND)
            await trio.sleep(PULSE_SECONDS)
            self._last_pulse = clock.now()
            self._loop.counters.loop_lag.add(max(0, self._last_pulse - due))
            self._loop.counters.tasks = trio.lowlevel.current_statistics().tasks_living

    def stuck(self) -> Iterator[str]:
        """Whether only a restart helps, and why."""
        silence = (clock.now() - self._last_pulse) / SECOND
        if silence > STUCK_SECONDS:
            yield f"the loop has not passed for {silence:.0f} s"

    def complaints(self) -> Iterator[str]:
        """Everything that is wrong, a line each; nothing if all is well and new guests may come."""
        yield from self.stuck()
        if self._loop.unready is not None:
            yield self._loop.unready
        if self._loop.standstill.fault is not None:
            yield f"the journal takes nothing: {self._loop.standstill.fault}"
        if self._loop.lobby.stopping:
            yield "the server is stopping"
