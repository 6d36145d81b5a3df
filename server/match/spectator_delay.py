"""What the spectators of a race are sent, kept back until no player can learn anything from it.

A player far away who also watches from nearby would see a place open before the event reaches its own seat, and would
still be compensated for that way. So spectators of a race decided by view time are told everything (events, views,
prompts, chat, the state of the room) in the same order, but later than the farthest player who is compensated.
"""

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from watai.server.arbitration.races import STRICT
from watai.server.arbitration.rtt import LONGEST
from watai.server.arbitration.view_time import TOKEN_CAP
from watai.server.clock import MICROSECOND, MILLISECOND, Micros, Nanos

if TYPE_CHECKING:
    from watai.server.match.broadcast import Listener

STEP: Final = 20 * MILLISECOND
"""What is kept back leaves in steps of this length: a busy room has one wake-up a step and not one an event."""


def delay_of(races: bool, cap: Micros) -> Nanos:
    """How much later than players the spectators of a match are told: its longest wait, or the longest way compensated."""
    if not races or cap == STRICT:
        return Nanos(0)
    return Nanos(max(cap, LONGEST + TOKEN_CAP) * MICROSECOND)


@dataclass(slots=True)
class _Kept:
    due: Nanos
    data: bytes
    view: bool


class SpectatorDelay:
    """The frames kept back for each spectator, oldest first. They share their bytes."""

    def __init__(self) -> None:
        self.delay = Nanos(0)
        """Of what is said from now on; 0 outside races."""
        self._lines: dict[Listener, deque[_Kept]] = {}
        self._fresh: list[tuple[Listener, _Kept]] = []
        """What was said in this pass: when it is due is known at the end of the pass."""
        self._dues: deque[Nanos] = deque()
        self._viewing: set[Listener] = set()
        """Spectators for whom a whole view is kept back: a further one would tell them nothing new."""

    def send(self, watcher: "Listener", data: bytes, view: bool = False) -> None:
        """Queue frames for a spectator, or keep them back: while a race runs, and behind what is kept back already."""
        if not self.delay and not self._dues and not self._fresh:
            watcher.queue(data)
            return
        if view:
            if watcher in self._viewing:
                return
            self._viewing.add(watcher)
        self._fresh.append((watcher, _Kept(Nanos(0), data, view)))

    def remove(self, watcher: "Listener") -> None:
        """A spectator is gone, with everything that was kept back for it."""
        self._lines.pop(watcher, None)
        self._viewing.discard(watcher)
        self._fresh = [each for each in self._fresh if each[0] is not watcher]

    def finish_pass(self, now: Nanos) -> None:
        """Say when the frames of this pass are due, and queue those that are due by now."""
        if self._fresh:
            due = self._due(now)
            for watcher, kept in self._fresh:
                kept.due = due
                self._lines.setdefault(watcher, deque()).append(kept)
            self._fresh.clear()
            if not self._dues or self._dues[-1] != due:
                self._dues.append(due)
        if not self._dues or self._dues[0] > now:
            return
        while self._dues and self._dues[0] <= now:
            self._dues.popleft()
        for watcher in list(self._lines):
            self._release(watcher, now)

    def _due(self, now: Nanos) -> Nanos:
        """Never before what is kept back already: the order stays."""
        due = -(-(now + self.delay) // STEP) * STEP if self.delay else now
        return Nanos(max(due, self._dues[-1]) if self._dues else due)

    def _release(self, watcher: "Listener", now: Nanos) -> None:
        line = self._lines[watcher]
        while line and line[0].due <= now:
            kept = line.popleft()
            if kept.view:
                self._viewing.discard(watcher)
            watcher.queue(kept.data)
        if not line:
            del self._lines[watcher]

    def due(self) -> Nanos | None:
        """When something that is kept back is to be queued next."""
        return self._dues[0] if self._dues else None
