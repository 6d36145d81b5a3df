"""What a fault cost the players, counted.

lost        an accepted play whose event is not in the room's history any more, or an event that a player had received
duplicated  a play that is in the history more often than it was accepted
reordered   events or answers in another order than before
leaked      an event that tells a player what that seat may not know
"""

from dataclasses import dataclass, field
from typing import Final

KEPT: Final = 20


@dataclass
class FaultTally:
    """What was counted, and the first faults in words."""

    acknowledged: int = 0
    lost: int = 0
    duplicated: int = 0
    reordered: int = 0
    leaked: int = 0
    words: list[str] = field(default_factory=list)

    def add(self, kind: str, number: int, words: str) -> None:
        if number > 0:
            setattr(self, kind, getattr(self, kind) + number)
            if len(self.words) < KEPT:
                self.words.append(f"{kind}: {words}")

    @property
    def wrong(self) -> int:
        return self.lost + self.duplicated + self.reordered + self.leaked
