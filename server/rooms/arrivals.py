"""How guests come into a room: they take a seat, come back to theirs, or watch."""

from watai.engine.game import Seat
from watai.protocol.errors import Denied
from watai.server.clock import Nanos
from watai.server.match.broadcast import Listener
from watai.server.rooms.room import PLAYING, Room
from watai.server.storage import records


def sit(
    room: Room,
    session: str,
    name: str,
    listener: Listener,
    seat: int | None,
    now: Nanos,
) -> None:
    """Give a guest a seat; a guest who has one already gets it back."""
    own = room.seating.seat_of(session)
    if own is None:
        if room.status == PLAYING:
            raise Denied("game/running")
        own = room.seating.free_seat(seat)
        unique = room.seating.unique_name(name)
        room.change(records.Seated(own, session, unique))
    attach(room, listener, own, now)


def attach(room: Room, listener: Listener, seat: Seat, now: Nanos) -> None:
    """The guest at this seat has connected, perhaps again."""
    _add(room, listener, seat, now)
    if room.runner is not None:
        room.runner.seat_player(listener, seat, now)
    room.announce()


def watch(room: Room, listener: Listener, now: Nanos) -> None:
    """Let a guest in as a spectator."""
    if len(room.broadcast.watchers) >= room.limits.spectators_per_room:
        raise Denied("limit/spectators")
    _add(room, listener, None, now)
    room.announce()


def _add(room: Room, listener: Listener, seat: Seat | None, now: Nanos) -> None:
    """Somebody is here: a match that nobody followed goes on, unless its player has paused it and may come back."""
    room.presence.add(listener, seat)
    room.distances.forget_told()
    if room.runner is None:
        return
    if not room.paused:
        room.runner.go_on(now)
    elif not room.presence.connected() and not room.presence.held(room.status == PLAYING):
        room.pause(False, now)  # a bot has taken the player's seat while nobody was here
