"""A room and its match as messages: what it looks like now, to one pair of eyes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import Millis, Seat
from protocol.messages import (
    MoveLine,
    PromptLine,
    Prompts,
    RoomLine,
    RoomState,
    ServerMessage,
    ViewNow,
)
from server.match.broadcast import happened
from server.match.match import Match

if TYPE_CHECKING:
    from server.rooms.room import Room


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
    game = match.game
    moves = (
        [] if seat is None else [MoveLine(type(each).__name__, each) for each in game.moves(seat)]
    )
    return ViewNow(match.seq, match.t, at, seat, game.view(seat), prompt_lines(match, at), moves)


def news_since(
    match: Match, seat: Seat | None, seq: int | None, at: Millis
) -> Sequence[ServerMessage]:
    """What somebody has missed since that number: the events and the open prompts, or the whole table."""
    missed = None if seq is None else match.since(seq)
    if missed is None:
        return [view_now(match, seat, at)]
    events = [happened(match, each, seat) for each in missed]
    return [*events, Prompts(prompt_lines(match, at))]


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
