"""The lobby of a server: its public rooms, and ways to open a room or to enter one by its code."""

from collections.abc import Collection, Sequence
from typing import Final

from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import clipped, left, right, wrap
from watai.clients.cli.ui.screen import (
    EnterRoom,
    Refresh,
    Scene,
    Screen,
    ScreenStep,
    Show,
    Type,
    moved,
)
from watai.protocol.messages import RoomLine

CODE: Final = 15
GAME: Final = 18
FREE: Final = 6
STATE: Final = 12


class LobbyScreen(Screen):
    """The public rooms to join or to watch; other rooms are entered by their code."""

    def __init__(self) -> None:
        self._cursor = 0

    def scopes(self, scene: Scene) -> Sequence[str]:
        return ("lobby", "menu")

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        lines: list[Line] = [[], [("title", "  " + scene.say("lobby.title"))], []]
        rooms = scene.rooms
        if not rooms:
            word = "lobby.asking" if rooms is None else "lobby.empty"
            told = wrap(scene.say(word), size.columns - 4)
            return [*lines, *([("plain", f"  {each}")] for each in told)]
        lines.append([("dim", self._row(scene, *scene.say("lobby.heads").split("|")))])
        first = max(0, self._cursor - (size.lines - len(lines) - 1))
        for index, room in list(enumerate(rooms))[first:]:
            lines.append(self._line(scene, room, index == self._cursor))
        return [clipped(line, size.columns) for line in lines[: size.lines]]

    def _line(self, scene: Scene, room: RoomLine, here: bool) -> Line:
        game = scene.text.say(f"games.{room.game}")
        status = scene.say(f"lobby.{room.status}")
        seats = f"{room.free}/{room.seats}"
        style = "selected" if here else "plain"
        return [(style, self._row(scene, room.code, game, seats, status, room.host, here=here))]

    def _row(self, scene: Scene, *cells: str, here: bool = False) -> str:
        code, game, free, status, host = cells
        more = scene.glyphs.ellipsis
        pointer = scene.glyphs.pointer if here else " "
        return (
            f" {pointer} {left(code, CODE, more)}{left(game, GAME, more)}"
            f"{right(free, FREE, more)}  {left(status, STATE, more)}{host}"
        )

    def options(self, scene: Scene) -> Sequence[Option]:
        into = [
            Option("menu.pick", scene.say("lobby.join")),
            Option("lobby.watch", scene.say("lobby.watch")),
        ]
        return [
            *(into if scene.rooms else ()),
            Option("lobby.create", scene.say("lobby.create")),
            Option("lobby.code", scene.say("lobby.code")),
            Option("lobby.refresh", scene.say("lobby.refresh")),
        ]

    def commands(self, scene: Scene) -> Collection[str]:
        moves = {f"menu.{name}" for name in ("up", "down", "page_up", "page_down")}
        offered = {option.command for option in self.options(scene)}
        return offered | moves if scene.rooms else offered

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        rooms = scene.rooms or []
        if command == "lobby.create":
            return Show(ChooseScreen(set_up=True))
        if command == "lobby.refresh":
            return Refresh()
        if command == "lobby.code":
            return Type(scene.say("lobby.which"), lambda code: EnterRoom(code) if code else None)
        if rooms and command in ("menu.pick", "lobby.watch"):
            room = rooms[min(self._cursor, len(rooms) - 1)]
            return EnterRoom(room.code, watching=command == "lobby.watch")
        self._cursor = moved(self._cursor, command, len(rooms))
        return None
