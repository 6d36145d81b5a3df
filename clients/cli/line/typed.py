"""Typed lines and what they mean: a number from the menu, a move in words, something for the room or for oneself."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from clients.cli.games.watai.cards import Cards
from clients.cli.line.typed_race import FACES, read_face, read_race
from clients.cli.ui.screen import Again, Leave, Play, Quit, Scene, Send, Step
from clients.state.room_setup import strengths
from engine.game import Move
from engine.watai.view import WataiView
from protocol.messages import AddBot, Chat, Ready, RemoveBot, Start

HERE = ("help", "status", "moves", "back", "quit")
"""Words that are answered without the server."""
ROOM = ("say", "ready", "start", "bot", "unbot", "again", "leave")


@dataclass(frozen=True, slots=True)
class Tell(Step):
    """Answer the player: the name of an answer of line mode, or a text with its blanks."""

    what: str
    word: str = ""
    near: str = ""


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """Take what is offered under this number; None to go back a step."""

    number: int | None


def read_line(line: str, scene: Scene) -> Step | None:
    """What a typed line leads to."""
    words = line.split()
    if not words:
        return None
    if words[0].isdecimal():
        return Pick(int(words[0]))
    if (room := scene.model.room) is not None and room.game == "watai":
        letters = Cards(scene.text).letters
        words = [read_face(word, letters) for word in words]
    verb = _verb(scene, words[0])
    if verb in HERE:
        return {"quit": Quit(), "back": Pick(None)}.get(verb, Tell(verb))
    move = _move(verb, words[1:], scene)
    if move is not None:
        return Play(move)
    if verb in ROOM:
        return _room(verb, line, scene)
    if verb in FACES:
        return Tell("no_card", line.split()[0])
    known = [*_verbs(scene), *_names(scene)]
    near = get_close_matches(words[0].lower(), known, 1)
    return Tell("unknown", words[0], near[0] if near else "")


def _verbs(scene: Scene) -> dict[str, str]:
    """Every word that may be typed, with the English one it stands for."""
    table = scene.text.find("lines.verbs") or {}
    return {word: verb for verb, words in table.items() for word in words.split()}


def _verb(scene: Scene, word: str) -> str:
    return _verbs(scene).get(word.lower(), word.lower())


def _names(scene: Scene) -> list[str]:
    table = scene.model.table
    return [] if table is None else [type(move).__name__.lower() for move in table.moves]


def _move(verb: str, rest: Sequence[str], scene: Scene) -> Move | None:
    table = scene.model.table
    if table is None or table.seat is None:
        return None
    if isinstance(table.view, WataiView):
        return read_race(verb, rest, table.view, table.seat, scene.model.names)
    said = [verb, *(word.lower() for word in rest)]
    found = [move for move in table.moves if _spelled(move) == said]
    if not found and len(said) == 1:  # the name alone will do where it leaves no choice
        found = [move for move in table.moves if _spelled(move)[0] == verb]
    return found[0] if len(found) == 1 else None


def _spelled(move: Any) -> list[str]:
    return [
        type(move).__name__.lower(),
        *(str(getattr(move, each.name)).lower() for each in fields(move)),
    ]


def _room(verb: str, line: str, scene: Scene) -> Step | None:
    room = scene.model.room
    words = line.split()
    match verb:
        case "say":
            text = line.split(maxsplit=1)[1:]
            return Send(lambda n: Chat(n, text[0].strip())) if text else Tell("say_what")
        case "leave":
            return Leave()
        case "again":
            return Again()
        case "start":
            return Send(Start)
        case "ready":
            return Send(Ready)
    if room is None:
        return Tell("no_room")
    if verb == "unbot":
        bots = [seat for seat, state in enumerate(room.seats) if state.kind == "bot"]
        return Send(lambda n: RemoveBot(n, bots[-1])) if bots else Tell("no_bot")
    known = strengths(room.game)
    strength = words[1].lower() if len(words) > 1 and words[1].lower() in known else known[0]
    return Send(lambda n: AddBot(n, strength))
