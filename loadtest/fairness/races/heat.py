"""One race for one slot: how fast each player reacted, who won, and what the server says about it."""

from dataclasses import dataclass
from statistics import median_high

from watai.loadtest.fairness.scenario import Scenario
from watai.protocol.messages import Race


@dataclass
class Heat:
    """The event `bell` opened a slot on `pile`, and all players showed a card for it. Times in ms."""

    scenario: Scenario
    room: int
    bell: int
    pile: int
    height: int
    reactions: list[float]
    """From seeing the bell to pressing, on each player's own clock; for a player who saw first that the slot was taken, the time it would have needed."""
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
        """When the server says that each player pressed, on the server's clock."""
        if self.race is None:
            return {}
        own = self.race.w / 1000
        return {self.winner: own} | {each.seat: own + each.ms for each in self.race.beat}

    def lead(self, seat: int) -> float | None:
        """By how much the server says that this player pressed before the others."""
        moments = self.moments()
        own = moments.pop(seat, None)
        return None if own is None or not moments else median_high(moments.values()) - own

    def gain(self, seat: int) -> float | None:
        """By how much the server took this player for quicker than it was, compared with the others."""
        offsets = {who: when - self.reactions[who] for who, when in self.moments().items()}
        own = offsets.pop(seat, None)
        return None if own is None or not offsets else median_high(offsets.values()) - own
