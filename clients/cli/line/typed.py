"""What a typed line means: a number of the menu, a move in words, or a command for the room or the client."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial

from watai.clients.cli.line.games.game_lines import GameLines
from watai.clients.cli.ui.screen import (
    LeaveRoom,
    MakeMove,
    PlayAgain,
    Quit,
    Scene,
    ScreenStep,
    SendMessage,
)
from watai.clients.state.room_setup import strengths
from watai.protocol.messages import AddBot, Chat, Kick, Ready, RemoveBot, RoomState, Start

HERE = ("help", "status", "moves", "rules", "back", "quit", "pause", "on", "next", "skip")
"""Commands that are answered without the server."""
GO_ON = ("go", "on")
"""Two words that end a pause in any language."""
LONGEST_NUMBER = 9
"""So many digits of a number count; nothing has a longer one, and Python refuses to read very long ones."""
ROOM = ("say", "ready", "start", "bot", "unbot", "kick", "ban", "again", "leave")


@dataclass(frozen=True, slots=True)
class Tell(ScreenStep):
    """Answer the player: `what` names an answer of line mode, or a text whose blanks are `word` and `near`."""

    what: str
    word: str = ""
    near: str = ""


@dataclass(frozen=True, slots=True)
class Pick(ScreenStep):
    """Pick what is offered under this number; None to go back a step."""

    number: int | None


def read_line(line: str, scene: Scene, game: GameLines | None) -> ScreenStep | None:
    """What a typed line leads to; `game` reads its moves, where the player is in a room."""
    words = line.split()
    if not words:
        return None
    if tuple(line.lower().split()) == GO_ON:
        return Tell("on")
    if words[0].isdecimal():
        return Pick(int(words[0][:LONGEST_NUMBER]))
    words = words if game is None else game.words(line)
    verb = _verb(scene, words[0])
    if verb in HERE:
        return {"quit": Quit(), "back": Pick(None)}.get(verb, Tell(verb))
    table = scene.model.table
    if game is not None and table is not None and table.seat is not None:
        move = game.read(verb, words[1:], table)
        if move is not None:
            return MakeMove(move)
    if verb in ROOM:
        return _room(verb, line, scene)
    if game is not None and game.is_card(verb):
        return Tell("no_card", line.split()[0])
    known = [*_verbs(scene), *_names(scene)]
    near = get_close_matches(words[0].lower(), known, 1)
    return Tell("unknown", words[0], near[0] if near else "")


def _verbs(scene: Scene) -> dict[str, str]:
    """Every command in the player's language, with the English one it stands for."""
    table = scene.text.find("lines.verbs") or {}
    return {word: verb for verb, words in table.items() for word in words.split()}


def _verb(scene: Scene, word: str) -> str:
    return _verbs(scene).get(word.lower(), word.lower())


def _names(scene: Scene) -> list[str]:
    table = scene.model.table
    return [] if table is None else [type(move).__name__.lower() for move in table.moves]


def _room(verb: str, line: str, scene: Scene) -> ScreenStep | None:
    room = scene.model.room
    words = line.split()
    match verb:
        case "say":
            text = line.split(maxsplit=1)[1:]
            return SendMessage(lambda n: Chat(n, text[0].strip())) if text else Tell("say_what")
        case "leave":
            return LeaveRoom()
        case "again":
            return PlayAgain()
        case "start":
            return SendMessage(Start)
        case "ready":
            return SendMessage(Ready)
    if room is None:
        return Tell("no_room")
    if verb in ("kick", "ban"):
        return _kick(line, scene, room, ban=verb == "ban")
    if verb == "unbot":
        bots = [seat for seat, state in enumerate(room.seats) if state.kind == "bot"]
        return SendMessage(lambda n: RemoveBot(n, bots[-1])) if bots else Tell("no_bot")
    known = strengths(room.game)
    strength = words[1].lower() if len(words) > 1 and words[1].lower() in known else known[0]
    return SendMessage(lambda n: AddBot(n, strength))


def _kick(line: str, scene: Scene, room: RoomState, *, ban: bool) -> ScreenStep:
    """Send away the player of that name or seat number, or else the spectators of that name."""
    name = " ".join(line.split()[1:])
    if not name:
        return Tell("kick_whom")
    for seat, state in enumerate(room.seats):
        if state.kind == "player" and name.lower() in (state.name.lower(), str(seat + 1)):
            return SendMessage(partial(Kick, seat=seat, ban=ban))
    return SendMessage(partial(Kick, name=name, ban=ban))
