"""How guests go from a room: they lose the connection, leave for good, or stay away until their seat is given up."""

from watai.engine.catalogue import GAMES
from watai.server.clock import Nanos
from watai.server.match.broadcast import Listener
from watai.server.rooms.room import PLAYING, Room
from watai.server.storage import records


def detach(room: Room, listener: Listener, now: Nanos) -> None:
    """A connection is gone; a player's seat is held for a while."""
    seat = room.presence.remove(listener, now)
    if seat is not None and room.runner is not None:
        room.runner.referee.update_connected(now)
    room.announce()


def leave(room: Room, session: str, listener: Listener | None, now: Nanos) -> None:
    """A guest gives its seat up for good, or is sent away; in a running match a bot takes the seat."""
    seat = room.seating.seat_of(session)
    if listener is not None:
        detach(room, listener, now)
    if seat is None:
        return
    if room.seating.host == session:
        heir = room.seating.heir(session, room.presence.connected())
        room.change(records.HostPassed(heir or ""))
    if room.runner is not None and room.status == PLAYING:
        room.change(records.BotSeated(seat, GAMES[room.game].bot.strengths[0]))
        room.runner.seat_bot(seat, now)
        room.pause(False, now)
    else:
        room.change(records.Vacated(seat))
    room.announce()


def give_up_seats(room: Room, now: Nanos) -> list[str]:
    """Give up the seats of guests who have been away too long; returns the sessions of those who have lost theirs.

    Such a guest loses the host's rights, if another guest is connected. In a running match a bot then plays for the
    guest; otherwise the seat becomes free, if somebody is connected who may want it.
    """
    gone = []
    for seat, held_until in room.presence.held(room.status == PLAYING):
        if held_until > now:
            continue
        place = room.seating.places[seat]
        connected = room.presence.connected()
        if place.session == room.seating.host and connected:
            heir = room.seating.heir(place.session or "", connected)
            room.change(records.HostPassed(heir or ""))
            room.announce()
        if room.runner is not None and room.status == PLAYING:
            place.away_since = None
            room.runner.seat_bot(seat, now)
            room.announce()
            if room.presence.empty_since is None:
                room.pause(False, now)
        else:
            gone.append(place.session or "")
            room.change(records.Vacated(seat))
            room.announce()
    return gone
