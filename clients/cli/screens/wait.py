"""What is shown between a command and its room: one moment, and nothing to press."""

from collections.abc import Sequence

from clients.cli.ui.face import Line, Option, Size
from clients.cli.ui.screen import Scene, Screen, Step


class WaitScreen(Screen):
    """Until the first step is taken."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        return [[], [("plain", "  " + scene.say("wait.moment"))]]

    def options(self, scene: Scene) -> Sequence[Option]:
        return []

    def do(self, command: str, scene: Scene) -> Step | None:
        return None
