"""The start menu: which game, how many bots, how strong, with which options, with or without the guide."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.lines import clipped, cut, left, wrap
from watai.clients.cli.ui.screen import OpenRoom, Scene, ScreenStep
from watai.engine.catalogue import GAMES

NAME: Final = 20
ROOMY: Final = 20
"""With so many lines or more there is an empty line between two games."""


class StartMenu(ChooseScreen):
    """All games with a digit each, and below them how the one under the cursor would be played."""

    def __init__(self, choosing: Choosing) -> None:
        super().__init__()
        self._choosing = choosing

    def scopes(self, scene: Scene) -> Sequence[str]:
        return ("setup", "menu")

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        games, cursor = self._rows(scene), self._at(scene)
        lines: list[Line] = [[], [("title", "  " + scene.say("choose.title"))], []]
        for number, (name, short, _) in enumerate(games, 1):
            words = cut(short, size.columns - NAME - 7, scene.glyphs.ellipsis)
            lines.append(self._line(scene, number, name, words, number - 1 == cursor))
            lines += [[]] if size.lines > ROOMY + 2 else []
        if size.lines <= ROOMY + 2:
            lines.append([])
        told = wrap(games[cursor][2], size.columns - 8)
        about: list[Line] = [[], *([("hint", f"    {each}")] for each in told)]
        settings = self._settings(scene, cursor) if cursor < len(GAMES) else []
        lines = [*lines, *settings, *about]
        return [clipped(line, size.columns) for line in lines[: size.lines]]

    def _at(self, scene: Scene) -> int:
        """Where the cursor is: at first on the unfinished game, if there is one, else on the last one played."""
        if self._cursor is None and not scene.waiting:
            return list(GAMES).index(self._choosing.choices.game)
        return super()._at(scene)

    def _settings(self, scene: Scene, cursor: int) -> list[Line]:
        return [
            [
                ("key", f"    {scene.keymap.label(f'setup.{command}')} "),
                ("plain", left(f" {name}", NAME, scene.glyphs.ellipsis)),
                ("strong", f" {value}"),
            ]
            for command, name, value in self._choosing.settings(scene, list(GAMES)[cursor])
        ]

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        place = self._at(scene)
        if place == len(GAMES) and command.startswith(("setup.", "menu.left", "menu.right")):
            return None  # how an unfinished game is played is decided
        game = list(GAMES)[min(place, len(GAMES) - 1)]
        if command in ("menu.left", "menu.right"):
            self._choosing.change(game, "bots", 1 if command == "menu.right" else -1)
        elif command.startswith("setup."):
            self._choosing.change(game, command.removeprefix("setup."))
        else:
            return super().do(command, scene)
        return None

    def _chosen(self, row: int, scene: Scene) -> ScreenStep:
        if row < len(GAMES):
            return OpenRoom(self._choosing.choose(list(GAMES)[row]))
        return super()._chosen(row, scene)
