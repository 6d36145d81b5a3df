"""The start menu in lines: letters change how a game is played, a number or an empty line starts one."""

from collections.abc import Iterator

from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.line.host_menu import game_lines, typed_game
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.room_setup import Setup


class LineMenu:
    """The games and the choices for the one that an empty line would start."""

    def __init__(self, scene: Scene, choosing: Choosing) -> None:
        self._scene = scene
        self._choosing = choosing

    def opening(self) -> Iterator[str]:
        """The games with their numbers, then the choices."""
        yield from game_lines(self._scene)
        yield from self._settings()

    def read(self, line: str) -> tuple[Setup | None, list[str]]:
        """The setup that a typed line starts; None, with the choices, if it changes one of them.

        A game may be typed by number or name.
        """
        choices = self._choosing.choices
        word = line.strip().lower()
        if word in self._letters():
            self._choosing.change(choices.game, self._letters()[word])
            return None, [*self._settings()]
        return self._choosing.choose(typed_game(word) or choices.game), []

    def _letters(self) -> dict[str, str]:
        told = self._choosing.settings(self._scene, self._choosing.choices.game)
        return {self._scene.keymap.label(f"setup.{each}"): each for each, _, _ in told}

    def _settings(self) -> Iterator[str]:
        game = self._choosing.choices.game
        for command, name, value in self._choosing.settings(self._scene, game):
            yield f"{self._scene.keymap.label(f'setup.{command}')}. {name}: {value}"
        name = self._scene.text.say(f"games.{game}")
        yield self._scene.text.say("lines.start", game=name)
