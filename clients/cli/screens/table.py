"""The table during a game and after it: the face of the game draws it and knows its keys."""

from collections.abc import Sequence

from clients.cli.ui.face import Face, Line, Option, Size
from clients.cli.ui.screen import Again, Leave, Missed, Play, Scene, Screen, Step


class TableScreen(Screen):
    """One game. The frame around it says how it ended."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.least = face.least

    def scopes(self, scene: Scene) -> Sequence[str]:
        return ("room", "menu") if _over(scene) else self.face.scopes(scene.model)

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        if scene.model.table is None:
            return [[], [("plain", "  " + scene.say("table.waiting"))]]
        return self.face.draw(scene.model, now, size)

    def options(self, scene: Scene) -> Sequence[Option]:
        room = scene.model.room
        if not _over(scene):
            return self.face.options(scene.model)
        again = [Option("room.rematch", scene.say("table.again"))]
        mine = room is not None and room.you is not None and room.you == room.host
        return [*(again if mine else []), Option("app.leave", scene.say("table.leave"))]

    def do(self, command: str, scene: Scene) -> Step | None:
        if _over(scene):
            return {"room.rematch": Again(), "app.leave": Leave()}.get(command)
        move = self.face.do(command, scene.model)
        if move is None and self.face.missed is not None:
            return Missed(self.face.missed)
        return None if move is None else Play(move)


def _over(scene: Scene) -> bool:
    return scene.model.room is not None and scene.model.room.status == "finished"
