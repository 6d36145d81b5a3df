"""Simulated links: how long bytes take each way, by seed, and the kinds of links that people have. Pure.

A lane is one direction of one link. It keeps order as TCP does: a late packet delays those behind it. It has no clock
and moves no bytes; a caller asks when what it sends now would arrive.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final

from watai.engine.dice import Dice

RTTS: Final = (5, 10, 20, 40, 60, 90, 120, 150)
"""The round trips of eight players, in ms: from the next room to the other side of an ocean."""


@dataclass(frozen=True, slots=True)
class Path:
    """A link, in ms: each way at best, the mean jitter of each way, and sometimes a spike or a stall."""

    down: float
    up: float
    jitter: float = 1.0
    spikes: float = 0.005
    """The part of all packets that take `spike` longer."""
    spike: tuple[float, float] = (10, 50)
    stall_every: float = 0.0
    """Mean time between stalls, in which nothing passes in either direction; 0 for none."""
    stall: tuple[float, float] = (200, 500)

    @classmethod
    def of(cls, rtt: float, down: float = 0.5) -> "Path":
        """A link with this round trip, of which `down` is the part from the server."""
        return cls(rtt * down, rtt * (1 - down))

    @property
    def rtt(self) -> float:
        return self.down + self.up


class Stalls:
    """When a link passes nothing in either direction."""

    def __init__(self, path: Path, dice: Dice) -> None:
        self._path = path
        self._dice = dice
        self._windows: list[tuple[float, float]] = []
        self._until: float | None = None

    def end(self, at: float) -> float:
        """When what would arrive at this moment does arrive."""
        every = self._path.stall_every / 1000
        if not every:
            return at
        if self._until is None:
            self._until = at
        while self._until <= at:
            start = self._until + _exponential(self._dice, every)
            self._until = start + _between(self._dice, self._path.stall) / 1000
            self._windows = [*self._windows[-7:], (start, self._until)]
        return next((end for start, end in self._windows if start <= at < end), at)


class LinkLane:
    """One direction of one link. Times are seconds."""

    def __init__(self, path: Path, best: float, stalls: Stalls, dice: Dice) -> None:
        self._path = path
        self._best = best
        self._stalls = stalls
        self._dice = dice
        self._free = 0.0

    def arrival(self, at: float) -> float:
        """When what is sent now arrives; never before what was sent earlier."""
        path, dice = self._path, self._dice
        delay = self._best + _exponential(dice, path.jitter)
        if dice.fraction() < path.spikes:
            delay += _between(dice, path.spike)
        self._free = max(self._free, self._stalls.end(at + delay / 1000))
        return self._free


class Wire:
    """Both directions of one player's link."""

    def __init__(self, path: Path, dice: Dice) -> None:
        self.path = path
        stalls = Stalls(path, dice.fork("stalls"))
        self.down = LinkLane(path, path.down, stalls, dice.fork("down"))
        self.up = LinkLane(path, path.up, stalls, dice.fork("up"))


def _exponential(dice: Dice, mean: float) -> float:
    return -log(1 - dice.fraction()) * mean


def _between(dice: Dice, bounds: tuple[float, float]) -> float:
    low, high = bounds
    return low + (high - low) * dice.fraction()


LAN: Final = Path(0.2, 0.2, jitter=0.05, spikes=0.0)
WIFI: Final = Path(4, 4, jitter=1.5, spikes=0.02, spike=(10, 60))
MOBILE: Final = Path(22, 28, jitter=4, spikes=0.02, spike=(20, 80), stall_every=30_000)
SATELLITE: Final = Path(290, 290, jitter=6, spikes=0.01, stall_every=60_000)
LAGGARD: Final = Path(90, 90, jitter=5, spikes=0.03)

PROFILES: Final[Mapping[str, Sequence[Path]]] = {
    "spread": [Path.of(rtt) for rtt in RTTS],
    "lopsided": [Path.of(rtt, down=0.2) for rtt in RTTS],
    "lan": [LAN] * 8,
    "wifi": [replace(WIFI, down=rtt / 4 + 1, up=rtt / 4 + 1) for rtt in RTTS],
    "4g": [MOBILE] * 8,
    "satellite": [SATELLITE] * 4 + [Path.of(40)] * 4,
    "one-laggard": [*[Path.of(20)] * 7, LAGGARD],
}
"""Eight links each. `spread` is what fairness is measured with; `lopsided` is the same with a fifth of it on the way down."""
