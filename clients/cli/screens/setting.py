"""Setting a room up: its seats, its options with what they mean, and whether it is public."""

from collections.abc import Sequence
from dataclasses import replace

from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import clipped, left, wrap
from watai.clients.cli.ui.screen import OpenRoom, Scene, Screen, ScreenStep, moved
from watai.clients.state.room_setup import Setup
from watai.clients.text.catalogue import subject_of
from watai.clients.text.options import option_name, option_value, why_not
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption, Written

NAME, VALUE = 18, 14


class SettingScreen(Screen):
    """A list of settings: left and right change the one under the cursor, the pick key opens the room."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._cursor = 0

    def _rows(self) -> list[str]:
        kinds = GAMES[self.setup.game].game.options_type.kinds()
        stepped = [name for name, kind in kinds.items() if not isinstance(kind, Written)]
        return ["seats", "public", *stepped]

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        game = scene.text.say(f"games.{self.setup.game}")
        lines: list[Line] = [[], [("title", "  " + scene.say("setting.title", game=game))], []]
        for row, name in enumerate(self._rows()):
            lines.append(self._line(scene, name, row == self._cursor))
        about = self._about(scene, self._rows()[self._cursor])
        lines += [[], *([("hint", f"    {each}")] for each in wrap(about, size.columns - 8))]
        if (bad := self._wrong()) is not None:
            name = self._word(scene, bad.option)
            wrong = scene.text.say("commands.bad_option", option=name, why=why_not(scene.text, bad))
            lines += [[], *([("error", f"    {each}")] for each in wrap(wrong, size.columns - 8))]
        return [clipped(line, size.columns) for line in lines[: size.lines]]

    def _line(self, scene: Scene, name: str, here: bool) -> Line:
        more = scene.glyphs.ellipsis
        arrows = ("<", ">") if here else (" ", " ")
        return [
            ("selected" if here else "plain", f" {scene.glyphs.pointer if here else ' '} "),
            ("strong" if here else "plain", " " + left(self._word(scene, name), NAME, more)),
            ("key", f"{arrows[0]} "),
            ("strong", left(self._value(scene, name), VALUE, more)),
            ("key", f" {arrows[1]}"),
        ]

    def _word(self, scene: Scene, name: str) -> str:
        return (
            scene.say(f"setting.{name}")
            if name in ("seats", "public")
            else option_name(scene.text, name)
        )

    def _value(self, scene: Scene, name: str) -> str:
        if name == "seats":
            return str(self.setup.seats)
        if name == "public":
            return scene.say("setting.yes" if self.setup.public else "setting.no")
        return option_value(scene.text, name, self.setup.value(name))

    def _about(self, scene: Scene, name: str) -> str:
        if name in ("seats", "public"):
            return scene.say(f"setting.about.{name}")
        subject = subject_of(self.setup.game)
        about = scene.text.say(f"{subject}.options.{name}")
        variant = self.setup.value(name) if name == "variants" else ""
        named = scene.text.find(f"{subject}.events.VariantSet.{variant}") if variant else None
        return f"{named} ({about})" if named else about

    def _wrong(self) -> BadOption | None:
        try:
            self.setup.check()
        except BadOption as bad:
            return bad
        return None

    def options(self, scene: Scene) -> Sequence[Option]:
        return [
            Option("menu.pick", scene.say("setting.open")),
            Option("menu.left", scene.say("setting.less")),
            Option("menu.right", scene.say("setting.more")),
            Option("app.back", scene.say("setting.back")),
        ]

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        if command == "menu.pick":
            return OpenRoom(self.setup) if self._wrong() is None else None
        if command in ("menu.left", "menu.right"):
            self._change(1 if command == "menu.right" else -1)
        self._cursor = moved(self._cursor, command, len(self._rows()))
        return None

    def _change(self, by: int) -> None:
        name = self._rows()[self._cursor]
        if name == "seats":
            self.setup = self.setup.seated(by)
        elif name == "public":
            self.setup = replace(self.setup, public=not self.setup.public)
        else:
            self.setup = self.setup.stepped(name, by)
