"""The table during a game and after it: the face of the game draws it and knows its keys."""

from collections.abc import Collection, Sequence
from functools import partial

from watai.clients.cli.screens.keys import MENU, STEP
from watai.clients.cli.ui.face import Face, Line, Option, Size
from watai.clients.cli.ui.lines import clipped
from watai.clients.cli.ui.screen import (
    LeaveRoom,
    MakeMove,
    PlayAgain,
    Scene,
    Screen,
    ScreenStep,
    SendMessage,
    SignalMiss,
)
from watai.clients.state.rematch import proposers
from watai.protocol.messages import Ready, RoomState


class TableScreen(Screen):
    """One game. The frame around it says how it ended."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.least = face.least

    def scopes(self, scene: Scene) -> Sequence[str]:
        scopes = self.face.scopes(scene.model)
        if not _over(scene):
            return scopes
        return ("room", "menu", *(each for each in scopes if each in self.face.lasting))

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        if scene.model.table is None:
            return [[], [("plain", "  " + scene.say("table.waiting"))]]
        proposals = self._proposals(scene)
        if not proposals:
            return self.face.draw(scene.model, now, size)
        inner = Size(size.columns, size.lines - 1)
        lines = list(self.face.draw(scene.model, now, inner))[: inner.lines]
        lines += [()] * (inner.lines - len(lines))
        return [*lines, clipped(proposals, size.columns)]

    def _proposals(self, scene: Scene) -> Line:
        """Which players want another game; for the host, how to begin it."""
        room = scene.model.room
        names = [] if room is None else proposers(room)
        if room is None or not names:
            return []
        words = scene.text.count(
            "screens.table.proposed", len(names), names=scene.text.listed(names)
        )
        if not _hosts(room):
            return [("warning", f" {words}")]
        key = scene.keymap.label("room.rematch")
        return [("warning", f" {words} {scene.say('table.begin')} "), ("key", f" {key} ")]

    def options(self, scene: Scene) -> Sequence[Option]:
        room = scene.model.room
        if room is None or not _over(scene):
            return self.face.options(scene.model)
        word = self._again(scene, room)
        again = [Option("room.rematch", scene.say(f"table.{word}"))] if word else []
        return [*again, Option("app.leave", scene.say("table.leave"))]

    def commands(self, scene: Scene) -> Collection[str]:
        watches = scene.model.room is not None and scene.model.room.you is None
        if _over(scene) or watches:
            still = {option.command for option in self.face.options(scene.model)}
            lasting = {each for each in still if each.partition(".")[0] in self.face.lasting}
            return {option.command for option in self.options(scene)} | lasting
        idle = self.face.idle(scene.model)
        return {key.command for key in (*MENU, *STEP, *self.face.keys)}.difference(idle)

    def _again(self, scene: Scene, room: RoomState) -> str:
        """What the player may do about another game: begin it, propose it or think better of it."""
        if room.you is None:
            return ""
        if _hosts(room):
            return "again"
        return "withdraw" if room.seats[room.you].ready else "propose"

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        room = scene.model.room
        if room is not None and _over(scene):
            if command == "room.rematch":
                word = self._again(scene, room)
                propose = partial(Ready, ready=word == "propose")
                return {"": None, "again": PlayAgain()}.get(word, SendMessage(propose))
            if command.partition(".")[0] in self.face.lasting:
                self.face.do(command, scene.model)
            return LeaveRoom() if command == "app.leave" else None
        move = self.face.do(command, scene.model)
        if move is None and self.face.missed is not None:
            return SignalMiss(self.face.missed)
        return None if move is None else MakeMove(move)


def _over(scene: Scene) -> bool:
    return scene.model.room is not None and scene.model.room.status == "finished"


def _hosts(room: RoomState) -> bool:
    return room.you is not None and room.you == room.host
