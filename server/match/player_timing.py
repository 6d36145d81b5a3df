"""The timing of plays: what each player had seen and when, by the RTT meter of its connection."""

from itertools import islice
from typing import Final

from msgspec import structs

from engine.game import Move, Seat, Slot
from protocol.messages import Act
from server.arbitration.races import Rival
from server.arbitration.rtt import RttMeter
from server.arbitration.view_time import LinkSnapshot, Play, timing_of
from server.clock import Micros
from server.match.attempt import Attempt
from server.match.broadcast import Broadcast
from server.match.match import Match

LOOKED_BACK: Final = 64
"""How many of the last events are searched for the one that opened a slot."""

_UNMEASURED: Final[LinkSnapshot] = RttMeter().snapshot()


class PlayerTiming:
    """The players of one match, and when they were sent what."""

    def __init__(self, match: Match, broadcast: Broadcast) -> None:
        self._match = match
        self._broadcast = broadcast

    def meter(self, seat: int) -> RttMeter | None:
        """The RTT meter of a player's connection; None while the player is disconnected."""
        player = self._broadcast.players[seat]
        return None if player is None else player.meter

    def attempt(self, seat: Seat, session: str, move: Move, said: Act, now: Micros) -> Attempt:
        """A connected player's move, with the RTT as measured and as claimed."""
        meter = self.meter(seat)
        assert meter is not None, "a player who acts is connected"
        meter.catch_up()
        play = meter.play(seat, said.n, now, said.seen, said.el)
        return Attempt(seat, move, play, session, said.n)

    def acted(self, attempt: Attempt) -> Micros:
        """Note that a player has made this play; returns its view time."""
        moment, meter = timing_of(attempt.play).view_time, self.meter(attempt.seat)
        if meter is not None:
            meter.acted(moment)
        return moment

    def opening(self, slot: Slot) -> int | None:
        """The number of the event that opened a slot, if it is among the last ones."""
        recent = islice(reversed(self._match.history), LOOKED_BACK)
        opens = self._match.game.opens
        return next((each.seq for each in recent if opens(each.event) == slot), None)

    def play_for(self, attempt: Attempt, opened: int | None, takes: bool) -> Play:
        """The play of an attempt, with when its player was sent the event that opened the slot."""
        meter = self.meter(attempt.seat) if attempt.session else None
        sent = None if meter is None else meter.written(opened)
        return structs.replace(attempt.play, opened=sent, takes=takes)

    def rival(self, seat: Seat, takes: bool, opened: int | None) -> Rival:
        """A player whose play for a slot may be on its way."""
        meter = self.meter(seat)
        if meter is None:  # disconnected in this very instant: the referee is about to note it
            return Rival(seat, _UNMEASURED, Micros(0), None, takes)
        meter.catch_up()
        return Rival(seat, meter.snapshot(), meter.seen_until, meter.written(opened), takes)

    def charge(self, attempt: Attempt, play: Play) -> None:
        """Take from a connected player's quota what the play was compensated for."""
        meter = self.meter(attempt.seat) if attempt.session else None
        if meter is not None:
            seen = timing_of(play)
            meter.spend(seen.spent)
            meter.acted(seen.view_time)
