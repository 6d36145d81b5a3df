"""A bot as the loop knows it: it passes each view on to a process, and its plan comes later."""

from collections.abc import Callable

from watai.engine.bots.bot import Bot, Plan
from watai.engine.dice import Dice
from watai.engine.game import Millis, View
from watai.server.bots.thinker import Dismissal, Recipe, ThinkAnswer, ThinkRequest


class BotFailed(Exception):
    """A bot has raised an exception: a bug of ours."""


class RemoteBot(Bot):
    """Has no plan at first: `think` sends the view, and `take_plan` returns the plan when it has come.

    It thinks about one view at a time. Of the views it is shown meanwhile only the last is kept, and it looks at that one
    only if it has no plan for the first.
    """

    def __init__(
        self,
        number: int,
        recipe: Recipe,
        send: Callable[["RemoteBot", ThinkRequest | Dismissal], None],
        answered: Callable[[], None],
    ) -> None:
        super().__init__(recipe.seat, recipe.strength, Dice(recipe.seed), recipe.speed)
        self.number = number
        self._recipe = recipe
        self._send = send
        self._answered = answered
        self._asked = False
        self._newer: tuple[View, Millis] | None = None
        self._answer: ThinkAnswer | None = None

    def think(self, view: View, at: Millis) -> Plan | None:
        if self._asked:
            self._newer = (view, at)
        elif self._answer is None:
            self._ask(view, at)
        return None

    def _ask(self, view: View, at: Millis) -> None:
        self._asked = True
        self._newer = None
        self._send(self, ThinkRequest(self.number, self._recipe, view, at))

    def take_answer(self, answer: ThinkAnswer) -> None:
        """The process has answered."""
        self._asked = False
        if answer.plan is not None or answer.fault:
            self._answer = answer
            self._newer = None
            self._answered()
        elif self._newer is not None:
            self._ask(*self._newer)

    def take_plan(self) -> tuple[Millis, Plan] | None:
        """When it looked and what it will do, once; None if there is no plan yet. Raises BotFailed."""
        answer, self._answer = self._answer, None
        if answer is None:
            return None
        if answer.plan is None:
            raise BotFailed(answer.fault)
        return answer.at, answer.plan

    def dismiss(self) -> None:
        """It is not needed any more."""
        self._send(self, Dismissal(self.number))
