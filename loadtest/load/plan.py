"""The plan of a run: which player plays at which instant, fixed by the seed before anything is sent. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

SECOND: Final = 1_000_000_000
RACE: Final = "watai"
_RAMP_START: Final = 0.02  # the part of the rate a ramp begins with; from 0 it would never begin


@dataclass(frozen=True, slots=True)
class Spike:
    """`factor` times the rate for `seconds`, in the middle of the run."""

    factor: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user asked for. Times are seconds, `rate` is plays a second per player; 0 for a closed loop."""

    rooms: int = 40
    players: int = 8
    seconds: float = 4.0
    rate: float = 0.0
    arrivals: str = "constant"
    think_ms: float = 0.0
    warm_up: float = 0.0
    ramp: float = 0.0
    spike: Spike | None = None
    play: str = "real"
    notice: float = 1.0
    check: str = "all"
    seed: str = "race"
    processes: int = 1
    durability: str = "process"
    arbitration: str = "fair"
    tls: bool = False
    mix: tuple[tuple[str, int], ...] = (("watai", 1),)
    """Games and how often each comes among the rooms."""

    misbehaving: tuple[str, ...] = ()
    """Kinds of misbehaving peers, one after the other with quiet in between, each for `window` seconds."""
    window: int = 3
    peers: int = 8

    def game_of(self, room: int) -> str:
        """The game of a room: rooms take the games of the mix in turn."""
        games = [game for game, times in self.mix for _ in range(times)]
        return games[room % len(games)]

    @property
    def races(self) -> int:
        """How many rooms play Wataï."""
        return sum(self.game_of(room) == RACE for room in range(self.rooms))

    @property
    def loop(self) -> str:
        return "open" if self.rate else "closed"

    @property
    def lead(self) -> float:
        """Seconds before the part that counts."""
        return self.warm_up + self.ramp

    @property
    def whole(self) -> float:
        return self.lead + self.seconds

    def stage(self, second: float) -> str:
        """Which part of the run an instant is in, counted from its start."""
        if second < self.warm_up:
            return "warm-up"
        if second < self.lead:
            return "ramp"
        if second >= self.whole:
            return "drain"
        if self.spike is not None:
            middle = self.lead + self.seconds / 2
            if abs(second - middle) < self.spike.seconds / 2:
                return "spike"
        return "hold"

    def part_of_rate(self, second: float) -> float:
        """The part of the rate that is wanted at an instant."""
        match self.stage(second):
            case "ramp":
                return max(_RAMP_START, (second - self.warm_up) / self.ramp)
            case "spike":
                assert self.spike is not None
                return self.spike.factor
        return 1.0


def schedule(plan: Plan, players: int, worker: int) -> Iterator[tuple[int, int]]:
    """When each play should leave, in ns from the start, and which of this worker's players makes it.

    Constant: the players take turns in a shuffled order, evenly spaced; the workers' plays interleave.
    Poisson: any player at any time, as independent people would.
    """
    chance = Random(f"{plan.seed} {worker}")
    order = list(range(players))
    chance.shuffle(order)
    total = plan.rate * players
    second = worker / (total * plan.processes)
    count = 0
    while second < plan.whole:
        rate = total * plan.part_of_rate(second)
        if plan.arrivals == "poisson":
            second += chance.expovariate(rate)
            yield int(second * SECOND), chance.randrange(players)
        else:
            yield int(second * SECOND), order[count % players]
            second += 1 / rate
        count += 1


def shares(rooms: int, processes: int) -> Sequence[range]:
    """Which rooms each process drives: as even as can be, at least one each."""
    used = min(rooms, processes)
    bounds = [rooms * each // used for each in range(used + 1)]
    return [range(bounds[each], bounds[each + 1]) for each in range(used)]
