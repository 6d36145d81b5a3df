"""One race for one slot: who reacted how fast, who was given it, and what the server says about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadtest.fairness.scenario import Scenario
from protocol.messages import Race


@dataclass
class Heat:
    """The event `bell` opened a place on `pile`, and everybody at the table showed a card for it. Times in ms."""

    scenario: Scenario
    room: int
    bell: int
    pile: int
    height: int
    reactions: list[float]
    """Between seeing the bell and pressing, on each player's own clock; for those who saw in time that it was too late, what they would have needed."""
    winner: int = -1
    race: Race | None = None
    """What the server published about it."""

    @property
    def fastest(self) -> int:
        return min(range(len(self.reactions)), key=self.reactions.__getitem__)

    @property
    def right(self) -> bool:
        return self.winner == self.fastest

    @property
    def gap(self) -> float:
        """By how much the fastest was ahead of the next."""
        first, second = sorted(self.reactions)[:2]
        return second - first

    def moments(self) -> dict[int, float]:
        """When the server holds each player to have pressed, as far as it says, on a clock of its own."""
        if self.race is None:
            return {}
        own = self.race.w / 1000
        return {self.winner: own} | {each.seat: own + each.ms for each in self.race.beat}

    def lead(self, seat: int) -> float | None:
        """By how much this player is held to have pressed before the others, whatever is true."""
        moments = self.moments()
        own = moments.pop(seat, None)
        return None if own is None or not moments else _middle(list(moments.values())) - own

    def gain(self, seat: int) -> float | None:
        """By how much this player was held to be quicker than it was, compared with the others."""
        offsets = {who: when - self.reactions[who] for who, when in self.moments().items()}
        own = offsets.pop(seat, None)
        return None if own is None or not offsets else _middle(list(offsets.values())) - own


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]
