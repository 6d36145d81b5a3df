"""How long a person takes to act: an ex-Gaussian reaction time, plus a search time for each thing to look at."""

from dataclasses import dataclass
from math import cos, log, pi, sqrt

from watai.engine.dice import Dice


@dataclass(frozen=True, slots=True)
class Reaction:
    """Milliseconds: a normal part (mean, spread), an exponential tail, and a cost per thing looked at."""

    mean: float
    spread: float
    tail: float
    per_thing: float
    floor: float = 120.0  # nobody sees, decides and presses in less

    def millis(self, dice: Dice, things: int) -> float:
        """One draw, for a look at so many things."""
        normal = sqrt(-2 * log(1 - dice.fraction())) * cos(2 * pi * dice.fraction())
        tail = -log(1 - dice.fraction())
        reaction = self.mean + self.spread * normal + self.tail * tail
        return max(self.floor, reaction) + self.per_thing * things
