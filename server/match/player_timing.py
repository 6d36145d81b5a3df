"""What each player of a match had before their eyes, and when: the measured side of moves, read from the meters of their connections."""

from itertools import islice
from typing import Final

from engine.game import Move, Seat, Slot
from protocol.messages import Act
from server.arbitration.races import Rival
from server.arbitration.rtt import RttMeter
from server.arbitration.view_time import Play, timing_of
from server.clock import Micros
from server.match.broadcast import Audience
from server.match.holds import Attempt, placed
from server.match.match import Match

LOOKED_BACK: Final = 64
"""Events among which the one that opened a slot is looked for; it is never long ago."""


class Sights:
    """The players of one match, as far as they can be seen from here."""

    def __init__(self, match: Match, audience: Audience) -> None:
        self._match = match
        self._audience = audience

    def meter(self, seat: int) -> RttMeter:
        player = self._audience.players[seat]
        return RttMeter() if player is None else player.meter

    def attempt(self, seat: Seat, session: str, move: Move, said: Act, now: Micros) -> Attempt:
        """A move with what its player had seen, as measured and as claimed."""
        meter = self.meter(seat)
        meter.catch_up()
        play = meter.play(seat, said.n, now, said.seen, said.el)
        return Attempt(seat, move, play, session, said.n)

    def opening(self, slot: Slot) -> int | None:
        """The number of the event that opened a slot, if it is not long ago."""
        recent = islice(reversed(self._match.history), LOOKED_BACK)
        opens = self._match.game.opens
        return next((each.seq for each in recent if opens(each.event) == slot), None)

    def play_for(self, attempt: Attempt, opened: int | None, takes: bool) -> Play:
        """A play for a slot that this event opened."""
        sent = self.meter(attempt.seat).written(opened) if attempt.session else None
        return placed(attempt.play, sent, takes)

    def rival(self, seat: Seat, takes: bool, opened: int | None) -> Rival:
        """Somebody whose move for that slot may be under way."""
        meter = self.meter(seat)
        meter.catch_up()
        return Rival(seat, meter.snapshot(), meter.seen_until, meter.written(opened), takes)

    def charge(self, attempt: Attempt, play: Play) -> None:
        """Take from the player's quota what the play was helped by."""
        if attempt.session:
            meter, seen = self.meter(attempt.seat), timing_of(play)
            meter.spend(seen.spent)
            meter.acted(seen.view_time)
