"""A room before its game: its code for friends, its seats, and what the player may do."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from watai.clients.cli.screens.invitation import InvitationScreen
from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import beside, clipped, left, length
from watai.clients.cli.ui.screen import (
    Scene,
    Screen,
    ScreenStep,
    SendMessage,
    Show,
    Type,
    moved,
    said_line,
)
from watai.clients.state.room_setup import strengths, stronger
from watai.clients.text.options import option_name, option_value
from watai.clients.text.seats import presence, seat_state, watchers
from watai.engine.catalogue import GAMES
from watai.engine.options import Written
from watai.protocol.messages import AddBot, Kick, Ready, RemoveBot, RoomState, SeatState, Start

NAME: Final = 24  # the longest name that the server allows
MARK: Final = len(" > 1 ")  # before a name: the cursor and the number of the seat
SEATS: Final = 46  # columns of the list of seats; options stand beside it
OPTION: Final = 18
CHAT_LINES: Final = 5


class RoomScreen(Screen):
    """Seats, options and chat."""

    def __init__(self) -> None:
        self._cursor = 0
        self._strength = ""

    def scopes(self, scene: Scene) -> Sequence[str]:
        return ("room", "menu")

    # drawing

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        room = scene.model.room
        if room is None:
            return []
        lines = [*self._head(scene, room, size.columns), []]
        lines += beside(self._seats(scene, room), self._options(scene, room), SEATS)
        lines += [[], [("hint", "  " + self._advice(scene, room))]]
        said = scene.model.said[-min(CHAT_LINES, max(0, size.lines - len(lines) - 1)) :]
        lines += [[], *(said_line(scene, each) for each in said)]
        return [clipped(line, size.columns) for line in lines[: size.lines]]

    def _head(self, scene: Scene, room: RoomState, columns: int) -> list[Line]:
        game = scene.text.say(f"games.{room.game}")
        lines: list[Line] = [
            [],
            [("title", f"  {game}")],
            [],
            [("plain", "  " + scene.say("room.code") + "   "), ("title", _large(room.code))],
        ]
        if not scene.own or scene.address:
            server = f" --server {scene.address}" if scene.address else ""
            command = f"watai join {room.code}{server}"
            told: Line = [("plain", f"  {scene.say('room.friends')}  "), ("strong", command)]
            lines.append([])
            lines += [told] if length(told) <= columns else [told[:1], [("strong", command)]]
        return lines

    def _seats(self, scene: Scene, room: RoomState) -> list[Line]:
        lines: list[Line] = [[("dim", "  " + scene.say("room.seats"))]]
        states = [
            [
                ("good" if state.ready else "dim", " " + self._state(scene, room, seat, state)),
                ("dim", self._distance(scene, room, seat)),
            ]
            for seat, state in enumerate(room.seats)
        ]
        width = min(NAME, SEATS - 1 - MARK - max(map(length, states)))
        for seat, state in enumerate(room.seats):
            here = seat == self._cursor
            style = "mine" if seat == room.you else "plain" if state.kind != "open" else "dim"
            name = state.name if state.kind != "open" else scene.say("room.free")
            if seat == room.you:
                name = scene.say("room.you", name=name)
            lines.append(
                [
                    ("selected" if here else "plain", f" {scene.glyphs.pointer if here else ' '} "),
                    ("dim", f"{seat + 1} "),
                    (style, left(name, width, scene.glyphs.ellipsis)),
                    *states[seat],
                ]
            )
        if room.watching:
            lines.append([("dim", "   " + watchers(scene.text, room))])
        return lines

    def _distance(self, scene: Scene, room: RoomState, seat: int) -> str:
        far = presence(scene.text, room, scene.model.distances, seat)
        return f"  {far} ms" if far.isdecimal() else ""

    def _state(self, scene: Scene, room: RoomState, seat: int, state: SeatState) -> str:
        if state.kind == "open":
            return ""
        word = seat_state(scene.text, room, seat)
        if state.kind == "bot" or seat == room.host or not state.here:
            return word
        return f"{scene.glyphs.yes if state.ready else scene.glyphs.no} {word}"

    def _options(self, scene: Scene, room: RoomState) -> list[Line]:
        defaults = GAMES[room.game].game.options_type()
        lines: list[Line] = [[("dim", scene.say("room.options"))]]
        for name, kind in GAMES[room.game].game.options_type.kinds().items():
            if isinstance(kind, Written):
                if room.options.get(name):
                    words = left(option_name(scene.text, name), OPTION, scene.glyphs.ellipsis)
                    lines.append([("plain", words), ("strong", scene.say("room.own"))])
                continue
            value = room.options.get(name, getattr(defaults, name))
            words = left(option_name(scene.text, name), OPTION, scene.glyphs.ellipsis)
            style = "strong" if name in room.options else "plain"
            lines.append([("plain", words), (style, option_value(scene.text, name, value))])
        return lines

    def _advice(self, scene: Scene, room: RoomState) -> str:
        away = [state.name for state in room.seats if state.kind == "player" and not state.here]
        if away:
            return scene.text.count(
                "screens.room.advice_away", len(away), names=scene.text.listed(away)
            )
        if room.you is None:
            return scene.say("room.advice_spectator")
        if room.you != room.host:
            ready = room.seats[room.you].ready
            return scene.say("room.advice_guest_ready" if ready else "room.advice_guest")
        if any(state.kind == "open" for state in room.seats):
            strength = self._bot_strength(room)
            return scene.say("room.advice_free", strength=scene.say(f"strengths.{strength}"))
        if not all(state.ready or seat == room.host for seat, state in enumerate(room.seats)):
            return scene.say("room.advice_wait")
        return scene.say("room.advice_start")

    # doing

    def _bot_strength(self, room: RoomState) -> str:
        known = strengths(room.game)
        return self._strength if self._strength in known else known[0]

    def options(self, scene: Scene) -> Sequence[Option]:
        room = scene.model.room
        if room is None:
            return []
        commands = [] if room.you is None else ["ready"]
        if room.you is not None and room.you == room.host:
            free = any(state.kind == "open" for state in room.seats)
            bots = any(state.kind == "bot" for state in room.seats)
            person = self._person(scene, room) is not None
            commands = ["bot", "strength"] if free else ["start"]
            commands += ["kick"] if bots or person else []
            commands += ["ban"] if person else []
            commands += ["spectator"] if room.watching else []
        commands += ["invite"] if scene.address else []
        return [Option(f"room.{name}", scene.say(f"room.do.{name}")) for name in commands]

    def commands(self, scene: Scene) -> Collection[str]:
        return {"menu.up", "menu.down", *(option.command for option in self.options(scene))}

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        room = scene.model.room
        if room is None:
            return None
        self._cursor = moved(self._cursor, command, len(room.seats))
        match command:
            case "room.ready" if room.you is not None:
                ready = not room.seats[room.you].ready
                return SendMessage(lambda n: Ready(n, ready))
            case "room.start":
                return SendMessage(Start)
            case "room.bot":
                strength = self._bot_strength(room)
                return SendMessage(lambda n: AddBot(n, strength))
            case "room.strength":
                self._strength = stronger(room.game, self._bot_strength(room))
            case "room.kick" | "room.ban" | "room.spectator":
                return self._send_away(command, scene, room)
            case "room.invite" if scene.address:
                return Show(InvitationScreen())
        return None

    def _send_away(self, command: str, scene: Scene, room: RoomState) -> ScreenStep | None:
        person, ban = self._person(scene, room), command == "room.ban"
        if command == "room.spectator":
            return self._which_spectator(scene)
        if person is not None:
            return SendMessage(partial(Kick, seat=person, ban=ban))
        bot = None if ban else self._bot_seat(room)
        return None if bot is None else SendMessage(partial(RemoveBot, seat=bot))

    def _which_spectator(self, scene: Scene) -> ScreenStep:
        asked = scene.say("room.which_spectator")
        return Type(asked, lambda name: SendMessage(partial(Kick, name=name)) if name else None)

    def _person(self, scene: Scene, room: RoomState) -> int | None:
        """The seat of the player under the cursor, if the player of this client may send them away."""
        there = room.seats[self._cursor] if self._cursor < len(room.seats) else None
        may = room.you == room.host and self._cursor != room.you
        return self._cursor if may and there is not None and there.kind == "player" else None

    def _bot_seat(self, room: RoomState) -> int | None:
        """The bot under the cursor, or the last one."""
        bots = [seat for seat, state in enumerate(room.seats) if state.kind == "bot"]
        return self._cursor if self._cursor in bots else (bots[-1] if bots else None)


def _large(code: str) -> str:
    return " ".join(code.upper())
