"""The timing of plays: what each player had seen and when, by the RTT meter of its connection."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from watai.engine.game import Move, Seat, Slot
from watai.protocol.messages import Act
from watai.protocol.replay import Numbered
from watai.server.arbitration.races import Rival
from watai.server.arbitration.rtt import RttMeter
from watai.server.arbitration.view_time import (
    GUESSES,
    LinkSnapshot,
    Play,
    Timing,
    reacts_from,
    timing_of,
)
from watai.server.clock import Micros
from watai.server.match.attempt import Attempt
from watai.server.match.broadcast import Broadcast
from watai.server.match.match import Match
from watai.server.storage import records

OPENINGS: Final = 1_024
"""How many slots are remembered with the event that opened each: more than there are cards in a round."""
AIMS: Final = 512
"""How many piles are remembered for each player's misplaced plays. To send so many takes longer than they count."""
NOTED_EVERY: Final = Micros(1_000_000)
"""A client that repeats a misplaced play all the time makes as many records in this time as make a guess, and no more."""

_UNMEASURED: Final[LinkSnapshot] = RttMeter().snapshot()


class PlayerTiming:
    """The players of one match, and when they were sent what."""

    def __init__(self, match: Match, broadcast: Broadcast) -> None:
        self._match = match
        self._broadcast = broadcast
        self._openings: dict[Slot, Numbered] = {}
        self._misplaced: list[dict[str, tuple[Micros, ...]]] = [{} for _ in broadcast.players]
        """By seat and pile, the arrivals of the last misplaced plays on record."""

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

    # slots and the events that opened them

    def note(self, events: Sequence[Numbered]) -> None:
        """Remember which slots these events opened."""
        opens = self._match.game.opens
        for each in events:
            slot = opens(each.event)
            if slot is not None:
                self._openings[slot] = each
                if len(self._openings) > OPENINGS:
                    del self._openings[next(iter(self._openings))]

    def opening(self, slot: Slot) -> Numbered | None:
        """The event that opened a slot, if it is among the last ones."""
        return self._openings.get(slot)

    def _shown(self, meter: RttMeter | None, opening: Numbered | None) -> Micros | None:
        """When an event was written to a player; if that is unknown, when it happened: no write can be earlier."""
        if opening is None:
            return None
        written = None if meter is None else meter.written(opening.seq)
        return Micros(opening.t if written is None else max(written, opening.t))

    # misplaced plays

    def misplaced(self, attempt: Attempt) -> records.Misplaced | None:
        """The record of a player's play that fitted nothing on its pile; None if the last records say enough already."""
        aim = self._match.game.aim(attempt.move)
        if aim is None or not attempt.session:
            return None
        known, arrived = self._misplaced[attempt.seat].get(aim, ()), attempt.play.arrived
        if len(known) == GUESSES and arrived - known[0] < NOTED_EVERY:
            return None
        return records.Misplaced(attempt.seat, aim, arrived)

    def note_misplaced(self, noted: records.Misplaced) -> None:
        """Take in a record of a misplaced play."""
        known = self._misplaced[noted.seat]
        last = (*known.pop(noted.aim, ()), noted.arrived)
        known[noted.aim] = last[-GUESSES:]
        if len(known) > AIMS:
            del known[next(iter(known))]

    # plays and rivals

    def play_for(self, attempt: Attempt, opening: Numbered | None, takes: bool) -> Play:
        """The play of an attempt, with the moment from which its player's reaction counts."""
        meter = self.meter(attempt.seat) if attempt.session else None
        opened = self._shown(meter, opening)
        aim = self._match.game.aim(attempt.move)
        if opened is not None and aim is not None:
            misplaced = self._misplaced[attempt.seat].get(aim, ())
            opened = reacts_from(opened, attempt.play.arrived, misplaced)
        return structs.replace(attempt.play, opened=opened, takes=takes)

    def rival(self, seat: Seat, takes: bool, opening: Numbered | None) -> Rival:
        """A player whose play for a slot may be on its way."""
        meter = self.meter(seat)
        if meter is None:  # disconnected in this very instant: the referee is about to note it
            return Rival(seat, _UNMEASURED, Micros(0), None, takes)
        meter.catch_up()
        return Rival(seat, meter.snapshot(), meter.seen_until, self._shown(meter, opening), takes)

    def charge(self, attempt: Attempt, timing: Timing) -> None:
        """Take from a connected player's quota what the play was compensated for."""
        meter = self.meter(attempt.seat) if attempt.session else None
        if meter is not None:
            meter.spend(timing.spent)
            meter.acted(timing.view_time)
