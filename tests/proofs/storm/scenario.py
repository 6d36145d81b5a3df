"""What a world consists of: drawn from its seed, or given by whoever looks for the smallest world that fails."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final

from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption
from watai.protocol.messages import OptionValue

LINK_FAULTS: Final = ("cut", "away", "half-open", "duplicate", "stall", "jitter")
GUEST_FAULTS: Final = ("leave", "repeat", "reload")
SERVER_FAULTS: Final = ("late", "slow", "journal", "kill", "torn", "power")
NODE_FAULTS: Final = (
    *("late", "kill", "stop", "cut-off", "drain"),
    *("redis-away", "redis-slow", "redis-lost"),
)
"""What happens to the nodes of a cluster, and to their Redis."""
ALONE: Final = (*LINK_FAULTS, *GUEST_FAULTS, *SERVER_FAULTS)
TOGETHER: Final = (*LINK_FAULTS, *GUEST_FAULTS, *NODE_FAULTS)
FAULTS: Final = tuple(dict.fromkeys((*ALONE, *TOGETHER)))
LATER: Final = ("slow", "reload")
"""Drawn by themselves, so that the worlds without them are as they were before there were these."""
NONE: Final = "none"
FEWEST_SECONDS: Final = 2

QUICK: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "watai": {"target": 1},
    "waka-tanka": {"turn_seconds": 5},
    "wapi": {"turn_seconds": 5},
    "duel": {"turn_seconds": 5, "duel_limit": 4},
    "waka-waka": {"turn_seconds": 5, "answer_seconds": 5},
}
"""Options that make a game short."""


@dataclass(frozen=True, slots=True)
class StormScenario:
    """One world. Everything else about it follows from the seed."""

    seed: int
    rooms: int
    people: int
    """Players in each room, as far as its game is for so many; in Wataï two more."""
    watchers: int
    """Spectators in each room."""
    hostile: int
    seconds: int
    """How long the storm lasts."""
    faults: tuple[str, ...]
    nodes: int = 0
    """How many nodes on one Redis; 0 is a server alone."""

    @classmethod
    def draw(cls, seed: int, nodes: int = 0) -> "StormScenario":
        """The world of a seed."""
        rng = Random(f"scenario {seed}")
        known = TOGETHER if nodes else ALONE
        faults = tuple(
            each
            for each in known
            if each not in LATER and rng.random() < (0.6 if nodes and each in NODE_FAULTS else 0.4)
        )
        faults += tuple(
            each for each in LATER if each in known and Random(f"{each} {seed}").random() < 0.4
        )
        return cls(
            seed,
            rooms=rng.choice((1, 1, 1, 2)),
            people=rng.choice((1, 2, 2, 3)),
            watchers=rng.choice((0, 0, 1)),
            hostile=rng.choice((0, 0, 1)),
            seconds=rng.randint(6, 16),
            faults=faults,
            nodes=nodes,
        )

    def changed(self, text: str) -> "StormScenario":
        """This world with changes as `words` writes them, such as `people=1,faults=kill+cut`. Raises BadOption."""
        numbers = {each.name for each in fields(self) if each.type == "int" or each.type is int}
        given: dict[str, object] = {}
        for part in text.split(","):
            name, _, value = part.partition("=")
            if name == "faults":
                chosen = tuple(each for each in value.split("+") if each != NONE)
                if not set(chosen) <= set(FAULTS):
                    raise BadOption("world", "faults are {known}", known="+".join(FAULTS))
                given[name] = chosen
            elif name in numbers - {"seed"} and value.isdecimal():
                given[name] = int(value)
            else:
                raise BadOption("world", "{part} is not a number of anything", part=part)
        return replace(self, **given)  # type: ignore[arg-type]

    def words(self) -> str:
        """The world as `--world` takes it."""
        faults = "+".join(self.faults) or NONE
        return (
            f"rooms={self.rooms},people={self.people},watchers={self.watchers},"
            f"hostile={self.hostile},seconds={self.seconds},faults={faults}"
            + (f",nodes={self.nodes}" if self.nodes else "")
        )

    def smaller(self) -> Iterator["StormScenario"]:
        """Worlds with a little less in them, the boldest cuts first."""
        if self.faults:
            yield replace(self, faults=())
        if self.hostile:
            yield replace(self, hostile=0)
        if self.watchers:
            yield replace(self, watchers=0)
        if self.nodes > 2:
            yield replace(self, nodes=self.nodes - 1)
        if self.rooms > 1:
            yield replace(self, rooms=1)
        if self.people > 1:
            yield replace(self, people=self.people - 1)
        for fault in self.faults:
            yield replace(self, faults=tuple(each for each in self.faults if each != fault))
        if self.seconds > FEWEST_SECONDS:
            yield replace(self, seconds=max(FEWEST_SECONDS, self.seconds // 2))
            yield replace(self, seconds=self.seconds - 1)


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """One room of a world: its game, how many play, and its options."""

    number: int
    game: str
    people: int
    seats: int
    options: Mapping[str, OptionValue]
    matches: int
    """How many games are begun there."""


def room_plan(scenario: StormScenario, number: int) -> RoomPlan:
    """The room of this number in a world; in every fourth a bot has a seat."""
    rng = Random(f"room {number} of {scenario.seed}")
    game = rng.choice(tuple(GAMES))
    possible = GAMES[game].game.seats
    more = 2 if game == "watai" else 0  # people who race each other
    seats = max(possible[0], min(possible[-1], scenario.people + more))
    people = seats - (rng.random() < 0.25)
    options: dict[str, OptionValue] = dict(QUICK[game])
    if game == "watai":
        options["variants"] = rng.choice(("off", "dice"))
        options["arbitration"] = rng.choice(("fair", "fair", "arrival"))
    if game == "duel":
        options["variant"] = "memory"  # the one in which stones are secret (DUEL-10)
    return RoomPlan(number, game, people, seats, options, matches=rng.choice((1, 1, 2)))
