"""Handlers of the messages that list rooms, and that bring a guest into a room or out of it."""

from typing import Final

from watai.protocol.catalogue import catalogue
from watai.protocol.errors import Denied
from watai.protocol.messages import (
    AskCatalogue,
    Create,
    Done,
    Join,
    Leave,
    ListRooms,
    Resume,
    RoomList,
    ServerMessage,
    Watch,
)
from watai.protocol.rooms import read_code
from watai.server.clock import Nanos
from watai.server.rooms import arrivals, departures
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room_codes import new_code
from watai.server.rooms.room_options import check_room_options
from watai.server.storage import records

RESUMED_EVENTS: Final = 50
"""So many events told again after a `resume` count as one message: each is encoded for its guest alone."""


def list_rooms(lobby: Lobby, guest: Guest, message: ListRooms, now: Nanos) -> ServerMessage:
    public = lobby.public
    if message.follow is not None:
        public.follow(guest, message.follow and guest.room is None)
    lines, more = public.page(message.after, message.limit)
    return RoomList(message.n, lines, more, guest in public.followers)


def tell_catalogue(lobby: Lobby, guest: Guest, message: AskCatalogue, now: Nanos) -> ServerMessage:
    return catalogue(message.n)


def create(lobby: Lobby, guest: Guest, message: Create, now: Nanos) -> ServerMessage:
    session = guest.session
    if lobby.stopping:
        raise Denied("server/stopping")
    if guest.room is not None:
        raise Denied("room/other")
    full = session.rooms_opened >= lobby.limits.rooms_per_guest
    if full and not lobby.close_left(session.id):
        raise Denied("limit/rooms")
    check_room_options(message.game, message.seats, message.options)
    if not lobby.address_limits.rooms.spend(guest.address, now):
        raise Denied("limit/address")
    if not lobby.make_room(now):
        raise Denied("limit/rooms")
    opened = records.Opened(
        new_code(lobby.rooms),
        message.game,
        message.options,
        message.seats,
        message.public,
        session.id,
        message.n,
    )
    room = lobby.open(opened, now)
    session.rooms_opened += 1
    arrivals.sit(room, session.id, session.name, guest, None, now)
    lobby.enter(guest, room)
    return Done(message.n, code=room.code)


def _entered(guest: Guest, message: Join | Watch | Resume, now: Nanos) -> ServerMessage | None:
    """The answer to a guest who is in this room already, on this connection: the first was late, and it asks under a new number.

    Then it is shown the table as by `look`; everything before that is on its way in order.
    """
    room = guest.room
    if room is None or room.code != read_code(message.code):
        return None
    seated = room.seating.seat_of(guest.session.id) is not None
    if isinstance(message, Watch if seated else Join):
        return None  # it wants something else than it has: it has to leave first
    room.catch_up(guest, guest.session.id, None, now)
    return Done(message.n, code=room.code)


def join(lobby: Lobby, guest: Guest, message: Join, now: Nanos) -> ServerMessage:
    if (again := _entered(guest, message, now)) is not None:
        return again
    room = lobby.room_for(guest, message.code, now)
    arrivals.sit(room, guest.session.id, guest.session.name, guest, message.seat, now)
    lobby.enter(guest, room)
    room.catch_up(guest, guest.session.id, None, now)
    return Done(message.n, code=room.code)


def watch(lobby: Lobby, guest: Guest, message: Watch, now: Nanos) -> ServerMessage:
    if (again := _entered(guest, message, now)) is not None:
        return again
    room = lobby.room_for(guest, message.code, now)
    if room.seating.seat_of(guest.session.id) is not None:
        raise Denied("seat/taken", "you have a seat in this room: join it")
    arrivals.watch(room, guest, now)
    lobby.enter(guest, room)
    room.catch_up(guest, guest.session.id, None, now)
    return Done(message.n, code=room.code)


def resume(lobby: Lobby, guest: Guest, message: Resume, now: Nanos) -> ServerMessage:
    if (again := _entered(guest, message, now)) is not None:
        return again
    room = lobby.room_for(guest, message.code, now)
    seat = room.seating.seat_of(guest.session.id)
    if seat is None:
        arrivals.watch(room, guest, now)
    else:
        arrivals.attach(room, guest, seat, now)
    lobby.enter(guest, room)
    same = message.match is None or room.match is None or message.match == room.match.id
    told = room.catch_up(guest, guest.session.id, message.seq if same else None, now)
    guest.connection.charge(told // RESUMED_EVENTS, now)
    return Done(message.n, code=room.code)


def leave(lobby: Lobby, guest: Guest, message: Leave, now: Nanos) -> ServerMessage:
    room = lobby.room_of(guest)
    guest.room = None
    guest.session.room = None
    lobby.session_journal.moved(guest.session)
    departures.leave(room, guest.session.id, guest, now)
    return Done(message.n)
