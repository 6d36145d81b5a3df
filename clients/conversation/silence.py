"""Whether the server is still there: when to ask it, and when to leave it. The twin of clients/web/link/pulse.js."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


@dataclass(frozen=True, slots=True)
class Pace:
    """How long after the last question the next one follows, and how long its answer may take, in seconds."""

    every: float
    patience: float


ALONE: Final = Pace(3.0, 3.0)
"""A mobile network pauses for 1 to 4 seconds. Whoever leaves then loses nothing: a new connection is back no later than TCP's next attempt."""
IN_CLUSTER: Final = Pace(1.5, 2.5)
"""Other nodes go on with a room three seconds after its node has died; its players shall notice about then."""
AFTER_SLEEP: Final = 2.0
"""Patience with a connection that may have died while the machine slept."""
SLEPT: Final = 5.0
"""A shell that looks so late has slept: what came meanwhile may not have been read yet."""
NEVER: Final = float("inf")


class Advice(Enum):
    """What to do about a connection."""

    WAIT = "wait"
    ASK = "ask"
    LEAVE = "leave"


class Silence:
    """What is known of one connection. Anything that is heard proves that the server is there."""

    def __init__(self, now: float) -> None:
        self.asked = now
        """When the last question left."""
        self._until: float | None = None
        """When the answer must have come; None while none is waited for."""

    def heard(self) -> None:
        """Something has come from the server."""
        self._until = None

    def unanswered(self, now: float) -> float:
        """For how long the server has owed an answer, in seconds."""
        return 0.0 if self._until is None else now - self.asked

    def due(self, pace: Pace | None) -> float:
        """When to look next. Without a pace nobody is asked."""
        if self._until is not None:
            return self._until
        return NEVER if pace is None else self.asked + pace.every

    def look(self, now: float, pace: Pace | None) -> Advice:
        """What is to be done now."""
        due = self.due(pace)
        if now < due:
            return Advice.WAIT
        slept = now - due > SLEPT
        if self._until is not None and not slept:
            return Advice.LEAVE
        self.asked = now
        patience = AFTER_SLEEP if slept or pace is None else pace.patience
        self._until = now + patience
        return Advice.ASK
