"""What the start menu offers, on the screen and in lines: how a game would be played, and the next value of each choice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from watai.clients.cli.guide.guide import Guides
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.choices import USEFUL, Choices
from watai.clients.state.room_setup import Setup
from watai.clients.text.options import option_name, option_value

OPTIONS: Final = ("option", "second")


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player's choices while they are made. `keep` saves them for next time."""

    choices: Choices
    guides: Guides
    keep: Callable[[], None]

    def settings(self, scene: Scene, game: str) -> list[tuple[str, str, str]]:
        """Each command that changes how the game is played, its name, and the value now."""
        setup, text = self.choices.setup(game), scene.text
        useful = zip(OPTIONS, USEFUL[game], strict=False)
        guided = "yes" if self.guides.is_due(game) else "no"
        return [
            ("bots", scene.say("menu.bots"), str(setup.seats - 1)),
            ("strength", scene.say("menu.strength"), scene.say(f"strengths.{setup.strength}")),
            *(
                (which, option_name(text, option), option_value(text, option, setup.value(option)))
                for which, option in useful
            ),
            ("guide", scene.say("menu.guide"), scene.say(f"menu.{guided}")),
        ]

    def change(self, game: str, command: str, by: int = 1) -> None:
        """Carry out a command of the menu: the next value of what it names, or the one before."""
        if command == "bots":
            self.choices.with_more_bots(game, by)
        elif command == "strength":
            self.choices.with_stronger_bots(game)
        elif command == "guide":
            self.guides.wanted = not self.guides.is_due(game)
        elif command in OPTIONS[: len(USEFUL[game])]:
            self.choices.with_next_value(game, [*USEFUL[game]][OPTIONS.index(command)])

    def choose(self, game: str) -> Setup:
        """Play this game: the setup for it, which is saved."""
        setup = self.choices.setup(game)
        self.choices.choose(setup)
        self.keep()
        return setup
