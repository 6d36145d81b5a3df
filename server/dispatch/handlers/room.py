"""Every message but hello has one answer: which function gives it, and those inside a room."""

from collections.abc import Callable
from time import time
from typing import Any, Final

from engine.game import IllegalMove
from protocol.errors import Denied
from protocol.messages import (
    Act,
    AddBot,
    Chat,
    ClientMessage,
    Create,
    Done,
    Join,
    Leave,
    ListRooms,
    Look,
    Ping,
    Ready,
    Refused,
    Rematch,
    RemoveBot,
    Replay,
    Resume,
    ServerMessage,
    Start,
    Watch,
)
from server.dispatch.handlers import entry
from server.rooms.lobby import Guest, Lobby
from server.rooms.names import clean_chat
from server.rooms.room import Room
from server.storage.archive import recorded


def respond(lobby: Lobby, guest: Guest, message: Any, stamp: int) -> ServerMessage:
    """Do what a guest asks for, and say how it went."""
    try:
        return _ANSWERS[type(message)](lobby, guest, message, stamp)
    except Denied as denied:
        return Refused(message.n, denied.code, denied.why)
    except IllegalMove as illegal:
        return Refused(message.n, "move/illegal", illegal.why, illegal.clause)


def _look(lobby: Lobby, guest: Guest, message: Look, now: int) -> ServerMessage:
    lobby.room_of(guest).table.show(guest, guest.session.id, now)
    return Done(message.n)


def _ready(lobby: Lobby, guest: Guest, message: Ready, now: int) -> ServerMessage:
    lobby.room_of(guest).set_ready(guest.session.id, message.ready)
    return Done(message.n)


def _start(lobby: Lobby, guest: Guest, message: Start, now: int) -> ServerMessage:
    room = _hosted(lobby, guest)
    if lobby.stopping:
        raise Denied("server/stopping")
    room.start(now, int(time()))
    return Done(message.n)


def _add_bot(lobby: Lobby, guest: Guest, message: AddBot, now: int) -> ServerMessage:
    _hosted(lobby, guest).add_bot(message.strength, message.seat, message.n)
    return Done(message.n)


def _remove_bot(lobby: Lobby, guest: Guest, message: RemoveBot, now: int) -> ServerMessage:
    _hosted(lobby, guest).remove_bot(message.seat)
    return Done(message.n)


def _rematch(lobby: Lobby, guest: Guest, message: Rematch, now: int) -> ServerMessage:
    _hosted(lobby, guest).rematch()
    return Done(message.n)


def _hosted(lobby: Lobby, guest: Guest) -> Room:
    room = lobby.room_of(guest)
    room.require_host(guest.session.id)
    return room


def _act(lobby: Lobby, guest: Guest, message: Act, stamp: int) -> ServerMessage:
    room = guest.room
    if room is None:
        raise Denied("room/none")
    lobby.dirty[room] = None
    move = guest.codec.read_move(room.game, message)
    return room.table.act(guest.session.id, move, message, stamp)


def _chat(lobby: Lobby, guest: Guest, message: Chat, now: int) -> ServerMessage:
    text = clean_chat(message.text, lobby.limits)
    lobby.room_of(guest).say(guest.session.name, guest.session.id, text)
    return Done(message.n)


def _ping(lobby: Lobby, guest: Guest, message: Ping, now: int) -> ServerMessage:
    return Done(message.n)


def _replay(lobby: Lobby, guest: Guest, message: Replay, now: int) -> ServerMessage:
    return recorded(message.n, lobby.finished(message.game))


_ANSWERS: Final[dict[type[ClientMessage], Callable[[Lobby, Guest, Any, int], ServerMessage]]] = {
    ListRooms: entry.list_rooms,
    Create: entry.create,
    Join: entry.join,
    Watch: entry.watch,
    Resume: entry.resume,
    Look: _look,
    Leave: entry.leave,
    Ready: _ready,
    Start: _start,
    AddBot: _add_bot,
    RemoveBot: _remove_bot,
    Rematch: _rematch,
    Act: _act,
    Chat: _chat,
    Ping: _ping,
    Replay: _replay,
}
