"""Which handler takes which message, and the handlers of messages that are sent inside a room."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from watai.engine.game import IllegalMove
from watai.protocol.errors import Denied
from watai.protocol.messages import (
    Act,
    AddBot,
    AskCatalogue,
    Chat,
    ClientMessage,
    Create,
    Done,
    Join,
    Kick,
    Leave,
    ListRooms,
    Look,
    Pause,
    Ping,
    Ready,
    Refused,
    Rematch,
    RemoveBot,
    Resume,
    ServerMessage,
    Start,
    Watch,
)
from watai.server import clock
from watai.server.clock import Nanos
from watai.server.dispatch.handlers import entry
from watai.server.rooms import host_rights
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.names import checked_chat
from watai.server.rooms.room import Room


def respond(lobby: Lobby, guest: Guest, message: Any, stamp: Nanos) -> ServerMessage | None:
    """Do what a guest asks for; returns the answer, or None for a play, which the referee answers."""
    try:
        answer = _HANDLERS[type(message)](lobby, guest, message, stamp)
    except Denied as denied:
        return Refused(message.n, denied.code, denied.why)
    except IllegalMove as illegal:
        return Refused(message.n, "move/illegal", illegal.why, illegal.clause)
    if answer is not None and guest.room is not None:
        guest.room.tell_state(guest, guest.session.id)
    return answer


def _look(lobby: Lobby, guest: Guest, message: Look, now: Nanos) -> ServerMessage:
    room = lobby.room_of(guest)
    if room.match is None:
        raise Denied("game/not_running")
    room.catch_up(guest, guest.session.id, None, now)
    return Done(message.n)


def _ready(lobby: Lobby, guest: Guest, message: Ready, now: Nanos) -> ServerMessage:
    lobby.room_of(guest).set_ready(guest.session.id, message.ready)
    return Done(message.n)


def _start(lobby: Lobby, guest: Guest, message: Start, now: Nanos) -> ServerMessage:
    room = _hosted(lobby, guest)
    if lobby.stopping:
        raise Denied("server/stopping")
    room.start(now, clock.unix())
    return Done(message.n)


def _add_bot(lobby: Lobby, guest: Guest, message: AddBot, now: Nanos) -> ServerMessage:
    host_rights.add_bot(_hosted(lobby, guest), message.strength, message.seat, message.n)
    return Done(message.n)


def _remove_bot(lobby: Lobby, guest: Guest, message: RemoveBot, now: Nanos) -> ServerMessage:
    host_rights.remove_bot(_hosted(lobby, guest), message.seat)
    return Done(message.n)


def _kick(lobby: Lobby, guest: Guest, message: Kick, now: Nanos) -> ServerMessage:
    room = _hosted(lobby, guest)
    kicked = dict(_named(room, message))
    if not kicked or guest.session.id in kicked:
        raise Denied("guest/unknown")
    if message.ban:
        host_rights.check_bans(room, len(kicked))
    for session, target in kicked.items():
        if message.ban:
            host_rights.ban(room, session, _far_address(lobby, guest, target))
        lobby.kick(room, session, target, message.ban, now)
    return Done(message.n)


def _far_address(lobby: Lobby, host: Guest, target: Guest | None) -> str:
    """The address to ban with a guest. Empty if it says nothing about the guest: unknown, the proxy's, or the host's own."""
    if target is None or not lobby.address_limits.by_address or target.address == host.address:
        return ""
    return target.address


def _named(room: Room, message: Kick) -> Iterator[tuple[str, Guest | None]]:
    """The sessions that a host wants to send away, each with its guest while it is connected."""
    if message.seat is not None:
        session, player = room.seating.guest_at(message.seat), room.broadcast.players[message.seat]
        yield session, player if isinstance(player, Guest) else None
        return
    for watcher in room.broadcast.watchers:
        if isinstance(watcher, Guest) and watcher.session.name == message.name:
            yield watcher.session.id, watcher


def _rematch(lobby: Lobby, guest: Guest, message: Rematch, now: Nanos) -> ServerMessage:
    _hosted(lobby, guest).rematch()
    return Done(message.n)


def _hosted(lobby: Lobby, guest: Guest) -> Room:
    room = lobby.room_of(guest)
    host_rights.require_host(room, guest.session.id)
    return room


def _act(lobby: Lobby, guest: Guest, message: Act, stamp: Nanos) -> None:
    room = guest.room
    if room is None:
        raise Denied("room/none")
    lobby.dirty[room] = None
    move = guest.codec.read_move(room.game, message)
    room.act(guest.session.id, move, message, stamp)


def _pause(lobby: Lobby, guest: Guest, message: Pause, now: Nanos) -> ServerMessage:
    room = lobby.room_of(guest)
    room.seating.check_alone(guest.session.id)
    room.pause(message.on, now)
    return Done(message.n)


def _chat(lobby: Lobby, guest: Guest, message: Chat, now: Nanos) -> ServerMessage:
    text = checked_chat(message.text)
    lobby.room_of(guest).say(guest.session.name, guest.session.id, text)
    guest.session.spoke(message.n)
    if guest.session.player:  # a stranger is another guest after a restart, and cannot repeat it
        lobby.session_journal.write(guest.session)
    return Done(message.n)


def _ping(lobby: Lobby, guest: Guest, message: Ping, now: Nanos) -> ServerMessage:
    return Done(message.n)


_HANDLERS: Final[
    dict[type[ClientMessage], Callable[[Lobby, Guest, Any, Nanos], ServerMessage | None]]
] = {
    ListRooms: entry.list_rooms,
    AskCatalogue: entry.tell_catalogue,
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
    Kick: _kick,
    Rematch: _rematch,
    Act: _act,
    Pause: _pause,
    Chat: _chat,
    Ping: _ping,
}
