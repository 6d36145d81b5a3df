"""Who is in a room just now, whose seat is held, and since when nobody has been there."""

from collections.abc import Sequence

from watai.engine.game import Seat
from watai.server.clock import SECOND, Nanos
from watai.server.match.broadcast import Broadcast, Listener
from watai.server.rooms.seating import Seating
from watai.server.settings.limits import Limits


class Presence:
    """The guests of one room, connected or away."""

    def __init__(self, seating: Seating, broadcast: Broadcast, limits: Limits, now: Nanos) -> None:
        self.players = broadcast.players
        """The connection at each seat; None where a bot or nobody sits, and where the guest is away."""
        self.empty_since: Nanos | None = now
        self._seating = seating
        self._broadcast = broadcast
        self._limits = limits

    def add(self, listener: Listener, seat: Seat | None) -> None:
        """A player has connected, or a spectator."""
        if seat is not None:
            self._seating.places[seat].away_since = None
        self._broadcast.add(listener, seat)
        self.empty_since = None

    def remove(self, listener: Listener, now: Nanos) -> Seat | None:
        """A connection is gone; returns its player's seat, which is held from now on, if it had one."""
        seat = self._broadcast.remove(listener)
        if seat is not None:
            self._seating.places[seat].away_since = now
        if not any(True for _ in self._broadcast):
            self.empty_since = now
        return seat

    def recovered(self, now: Nanos) -> None:
        """The room is back from the journal: all its players have yet to connect."""
        self.empty_since = now
        for place in self._seating:
            place.away_since = now if place.session is not None else None

    def connected(self) -> list[str]:
        """The sessions of seated guests who are connected."""
        seated = zip(self._seating, self.players, strict=True)
        return [place.session for place, player in seated if place.session and player]

    def held(self, playing: bool) -> Sequence[tuple[Seat, Nanos]]:
        """The seats that are held for guests who are away, and until when; `playing`: a match is running.

        Without a match, no seat is given up while no other player is there who may want it.
        """
        if None not in self.players:
            return ()
        if not playing and not self.connected():
            return ()
        span = int(self._limits.hold_seconds * SECOND)
        return [
            (Seat(seat), Nanos(place.away_since + span))
            for seat, place in enumerate(self._seating)
            if place.away_since is not None
        ]

    def closes(self, awaited: bool) -> Nanos | None:
        """When the room is to be closed, if it stays empty; `awaited`: a match is running that a player may come back to."""
        if self.empty_since is None:
            return None
        limits = self._limits
        seconds = limits.empty_game_seconds if awaited else limits.empty_room_seconds
        return Nanos(self.empty_since + int(seconds * SECOND))
