"""One kind of race: the links, the reactions, the cheats, and how the server decides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from watai.engine.bots.reaction import Reaction
from watai.engine.dice import Dice
from watai.loadtest.fairness.conduct import Conduct
from watai.loadtest.net.netsim import Path
from watai.loadtest.oracle.table import WITHOUT_SUITS
from watai.protocol.messages import OptionValue

React = Callable[[Dice], float]
"""Draws how long a player takes, in ms."""

PEOPLE: Final = Reaction(300, 50, 100, 0)
SEATS: Final = 8
SPECTATOR: Final = SEATS
"""Counted like a seat."""
NEARBY: Final = Path.of(5)
GAME: Final[Mapping[str, OptionValue]] = {
    "variants": str(WITHOUT_SUITS),
    "refusal": "off",
    "target": 1,
}
"""WATAI-V12: a pile takes the next number in any suit, so that eight players can show a card for one slot."""


def like_people(dice: Dice) -> float:
    return PEOPLE.millis(dice, 0)


@dataclass(frozen=True)
class Scenario:
    """One kind of race. Seats that are not in `reacts` react like people, those not in `conducts` are honest."""

    name: str
    races: int
    """How many are wanted, in all rooms together."""
    paths: Sequence[Path]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    conducts: Mapping[int, type[Conduct]] = field(default_factory=dict)
    reacts: Mapping[int, React] = field(default_factory=dict)
    games: int = 1
    """The fewest games that each room plays."""
    seat: int | None = None
    """The seat of the cheat or of the bad link, if there is one."""

    eyes: int | None = None
    """The connection by which the player at `seat` sees too: another seat, who does not press, or `SPECTATOR`."""

    @property
    def lines(self) -> Sequence[Path]:
        """The links of all connections: of the seats, and of the spectator behind them if there is one."""
        return [*self.paths, NEARBY] if self.eyes == SPECTATOR else self.paths

    def reaction(self, seat: int, dice: Dice) -> float:
        """One draw, in ms."""
        return self.reacts.get(seat, like_people)(dice)
