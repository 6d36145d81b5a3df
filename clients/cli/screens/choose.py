"""The choice of a game: the first screen of a new player, where one key is enough."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from watai.clients.cli.screens.setting import SettingScreen
from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import clipped, left, wrap
from watai.clients.cli.ui.screen import EnterRoom, OpenRoom, Scene, Screen, ScreenStep, Show, moved
from watai.engine.catalogue import GAMES

NAME: Final = 20


class ChooseScreen(Screen):
    """All games, each with a fixed digit; below them an unfinished game, if there is one, which Enter resumes."""

    def __init__(self, *, set_up: bool = False) -> None:
        self._set_up = set_up
        self._cursor: int | None = None
        """None until it is moved."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        lines: list[Line] = [[], [("title", "  " + scene.say("choose.title"))], []]
        rows, cursor = self._rows(scene), self._at(scene)
        for number, (name, short, _) in enumerate(rows, 1):
            lines += [self._line(scene, number, name, short, number - 1 == cursor), []]
        about = wrap(rows[cursor][2], size.columns - 8)
        lines += [[], *([("hint", f"    {each}")] for each in about)]
        return [clipped(line, size.columns) for line in lines[: size.lines]]

    def _at(self, scene: Scene) -> int:
        """Where the cursor is: at first on the unfinished game, if there is one."""
        first = len(GAMES) if scene.waiting else 0
        return first if self._cursor is None else self._cursor

    def _line(self, scene: Scene, number: int, name: str, short: str, here: bool) -> Line:
        pointer = scene.glyphs.pointer if here else " "
        style = "selected" if here else "strong"
        return [
            ("selected" if here else "plain", f" {pointer} "),
            ("key", f" {scene.keymap.label(f'menu.{number}')} "),
            (style, left(f" {name}", NAME, scene.glyphs.ellipsis)),
            ("plain", f" {short}"),
        ]

    def _rows(self, scene: Scene) -> list[tuple[str, str, str]]:
        """What can be chosen: its name, a few words about it, and a sentence or two."""
        say = scene.text.say
        games = [
            (say(f"games.{game}"), say(f"games.short.{game}"), say(f"games.about.{game}"))
            for game in GAMES
        ]
        if scene.waiting:
            about = scene.say("choose.unfinished", code=scene.waiting)
            return [*games, (scene.say("choose.go_on"), scene.waiting, about)]
        return games

    def options(self, scene: Scene) -> Sequence[Option]:
        return [
            Option("menu.pick", scene.say("choose.pick")),
            Option("menu.down", scene.say("choose.next")),
        ]

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        rows = len(self._rows(scene))
        number = command.removeprefix("menu.")
        if command == "menu.pick":
            return self._chosen(self._at(scene), scene)
        if number.isdecimal() and 1 <= int(number) <= rows:
            return self._chosen(int(number) - 1, scene)
        self._cursor = moved(self._at(scene), command, rows)
        return None

    def _chosen(self, row: int, scene: Scene) -> ScreenStep:
        if row == len(GAMES):
            return EnterRoom(scene.waiting)
        game = list(GAMES)[row]
        setup = scene.setup if scene.setup.game == game else scene.setup.with_game(game)
        if self._set_up:
            return Show(SettingScreen(setup))
        return OpenRoom(replace(setup, start=True))
