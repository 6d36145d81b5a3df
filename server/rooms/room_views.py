"""A room as messages: how its guests see it, and its line in the list of public rooms."""

from itertools import islice
from typing import TYPE_CHECKING, Final

from watai.engine.game import Seat
from watai.protocol.messages import RoomLine, RoomState

if TYPE_CHECKING:
    from watai.server.rooms.room import Room

NAMED_WATCHERS: Final = 20
"""How many spectators are named. More names than a screen shows would only make every announcement longer."""


def room_state(room: "Room", you: Seat | None) -> RoomState:
    """The room as the player at this seat sees it; None: a spectator."""
    seats = [
        room.seating.state(seat, player is not None, room.stands_in(seat))
        for seat, player in enumerate(room.broadcast.players)
    ]
    return RoomState(
        room.code,
        room.game,
        room.status,
        room.public,
        room.options,
        room.seating.host_seat(),
        seats,
        len(room.broadcast.watchers),
        you,
        None if room.match is None else room.match.id,
        room.paused,
        [watcher.name for watcher in islice(room.broadcast.watchers, NAMED_WATCHERS)],
    )


def room_line(room: "Room") -> RoomLine:
    """The room as the list shows it."""
    host = room.seating.host_seat()
    name = "" if host is None else room.seating.places[host].name
    free = sum(place.free for place in room.seating)
    return RoomLine(room.code, room.game, room.status, len(room.seating), free, name)
