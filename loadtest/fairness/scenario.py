"""What kind of races a room is for: the links, who reacts how, who cheats, and how the server is to decide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.bots.reaction import Reaction
from engine.dice import Dice
from loadtest.fairness.conduct import Conduct
from loadtest.net.netsim import Path
from protocol.messages import OptionValue

React = Callable[[Dice], float]
"""Draws how long a player takes, in ms."""

PEOPLE: Final = Reaction(300, 50, 100, 0)
SEATS: Final = 8
MINDLESS_OF_SUITS: Final = 12
"""WATAI-V12: a pile takes the next number in any suit, so that eight players can show a card for one slot."""
GAME: Final[Mapping[str, OptionValue]] = {
    "variants": str(MINDLESS_OF_SUITS),
    "refusal": "off",
    "target": 1,
}


def like_people(dice: Dice) -> float:
    return PEOPLE.millis(dice, 0)


@dataclass(frozen=True)
class Scenario:
    """One kind of race. Whoever is not named in `reacts` reacts like people, whoever is not in `conducts` is honest."""

    name: str
    races: int
    """How many are wanted, in all rooms together."""
    paths: Sequence[Path]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    conducts: Mapping[int, type[Conduct]] = field(default_factory=dict)
    reacts: Mapping[int, React] = field(default_factory=dict)
    games: int = 1
    """How many games each room plays at least."""
    seat: int | None = None
    """Whom it is about, if about one."""

    def reaction(self, seat: int, dice: Dice) -> float:
        """One draw, in ms."""
        return self.reacts.get(seat, like_people)(dice)
