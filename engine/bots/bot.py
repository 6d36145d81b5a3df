"""What a bot is: a view and a clock in, one planned move out."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.options import BadOption


@dataclass(frozen=True, slots=True)
class Plan:
    """A move the bot will make, and how long after looking."""

    move: Move
    after: Millis


class Bot(ABC):
    """One seat played by a bot. It never sees more than a person in that seat would.

    The caller shows it a view, carries the plan out when its time has come, and then shows it the next view.
    A bot with no plan is shown the next view as soon as anything has happened.
    """

    strengths: ClassVar[tuple[str, ...]] = ("easy", "strong")
    slow_strengths: ClassVar[tuple[str, ...]] = ("strong",)
    """Those whose decisions may take longer than two milliseconds: a server has them made in another process."""

    def __init__(self, seat: Seat, strength: str, dice: Dice, speed: float = 1.0) -> None:
        if strength not in self.strengths:
            known = ", ".join(self.strengths)
            raise BadOption("strength", "must be one of {known}", known=known)
        if not 0.01 <= speed <= 1000:
            raise BadOption("speed", "must be a number from 0.01 to 1000")
        self.seat = seat
        self.strength = strength
        self.dice = dice
        self.speed = speed

    @abstractmethod
    def think(self, view: View, at: Millis) -> Plan | None:
        """What to do next, given what can be seen now; None to wait for something to happen."""

    def plan(self, move: Move, human_millis: float) -> Plan:
        """This move, after the time a person would need, at this bot's speed."""
        return Plan(move, Millis(max(1, round(human_millis / self.speed))))
