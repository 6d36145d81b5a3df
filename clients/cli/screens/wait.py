"""Shown from the start of the program until its first room is entered."""

from collections.abc import Sequence

from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.screen import Scene, Screen, ScreenStep


class WaitScreen(Screen):
    """A sentence that asks for patience."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        return [[], [("plain", "  " + scene.say("wait.moment"))]]

    def options(self, scene: Scene) -> Sequence[Option]:
        return []

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        return None
