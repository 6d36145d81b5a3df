"""A room and its match as messages: what it looks like now, to one pair of eyes."""

from typing import TYPE_CHECKING

from engine.game import Millis, Seat
from protocol.messages import PromptLine, RoomLine, RoomState, ViewNow
from server.match import Match

if TYPE_CHECKING:
    from server.room import Room


def prompt_lines(match: Match | None, at: Millis) -> list[PromptLine]:
    """Who must answer what, with the time that is left."""
    if match is None:
        return []
    return [
        PromptLine(each.seat, each.ask, None if each.until is None else max(0, each.until - at))
        for each in match.game.prompts()
    ]


def view_now(match: Match, seat: Seat | None, at: Millis) -> ViewNow:
    """The whole table."""
    return ViewNow(match.seq, match.t, at, seat, match.game.view(seat), prompt_lines(match, at))


def room_state(room: "Room", you: Seat | None) -> RoomState:
    """The room around the table."""
    seats = [
        room.seating.state(seat, room.audience.players[seat] is not None)
        for seat in range(len(room.seating))
    ]
    return RoomState(
        room.code,
        room.game,
        room.status,
        room.public,
        room.options,
        room.seating.host_seat(),
        seats,
        len(room.audience.watchers),
        you,
        None if room.match is None else room.match.id,
    )


def room_line(room: "Room") -> RoomLine:
    """The room as the list shows it."""
    host = room.seating.host_seat()
    name = "" if host is None else room.seating.places[host].name
    free = sum(place.free for place in room.seating)
    return RoomLine(room.code, room.game, room.status, len(room.seating), free, name)
