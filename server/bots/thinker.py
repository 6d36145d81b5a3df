"""What a process of bots is asked and answers, and the bots it keeps."""

import traceback
from dataclasses import dataclass
from typing import Final

from watai.engine.bots.bot import Bot, Plan
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis, Seat, View

PREFIX_BYTES: Final = 4
"""Before each answer of the process: how many bytes it has."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make a bot."""

    game: str
    seat: Seat
    strength: str
    seed: bytes
    speed: float

    def make(self) -> Bot:
        return GAMES[self.game].bot(self.seat, self.strength, Dice(self.seed), self.speed)


@dataclass(frozen=True, slots=True)
class ThinkRequest:
    """A bot is shown a view. The process makes the bot if it does not know it: it may be new itself."""

    bot: int
    recipe: Recipe
    view: View
    at: Millis


@dataclass(frozen=True, slots=True)
class Dismissal:
    """A bot is not needed any more."""

    bot: int


@dataclass(frozen=True, slots=True)
class ThinkAnswer:
    """What a bot will do; or, after a bug of ours, the traceback."""

    bot: int
    at: Millis
    plan: Plan | None
    fault: str = ""


class Thinker:
    """The bots of one process, which remember what they have seen."""

    def __init__(self) -> None:
        self._bots: dict[int, Bot] = {}

    def __len__(self) -> int:
        return len(self._bots)

    def take(self, message: ThinkRequest | Dismissal) -> ThinkAnswer | None:
        """Let a bot think, or forget it."""
        if isinstance(message, Dismissal):
            self._bots.pop(message.bot, None)
            return None
        try:
            if message.bot not in self._bots:
                self._bots[message.bot] = message.recipe.make()
            plan = self._bots[message.bot].think(message.view, message.at)
        except Exception:
            return ThinkAnswer(message.bot, message.at, None, traceback.format_exc())
        return ThinkAnswer(message.bot, message.at, plan)
