"""Plays that wait for rivals: the open race of each slot, and the queue of plays behind them.

carried out at once    no connected rival could still have been earlier
opens a race           the first play for a slot that rivals want too
joins a race           a play for a slot whose race is open
queues                 its player's earlier play is held, or a play that sweeps the table is involved
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from watai.engine.game import Move, Seat, Slot, Stake
from watai.server.arbitration.arbiter import due, join, opened, seen_proof
from watai.server.arbitration.races import STRICT, Case
from watai.server.arbitration.view_time import Timing, timing_of
from watai.server.clock import Micros
from watai.server.match.attempt import Attempt
from watai.server.match.ledger import Ledger
from watai.server.match.player_timing import PlayerTiming


@dataclass(slots=True)
class Hold:
    """The open race of one slot: its case, and the attempts whose plays are in it."""

    case: Case
    since: int
    """How many records the match had when the race was opened."""
    attempts: dict[int, Attempt]
    """By seat."""
    sweeping: bool
    timings: list[Timing]
    """Of the case's plays."""
    due: Micros = field(init=False)
    """When the arbiter is to decide it if nothing more arrives."""

    def __post_init__(self) -> None:
        self.due = due(self.case, self.timings)

    @property
    def slot(self) -> Slot:
        return self.case.slot

    @property
    def moves(self) -> list[Move]:
        """The moves of the case's plays, in the same order."""
        return [self.attempts[play.seat].move for play in self.case.plays]

    def update(self, case: Case) -> None:
        """Replace the case by one that knows more."""
        if case is not self.case:
            self.case, self.due = case, due(case, self.timings)


class Holds:
    """The open races of a match, and the queue of plays that wait for them."""

    def __init__(self, ledger: Ledger, timing: PlayerTiming, cap: Micros) -> None:
        self.connected_seats: tuple[int, ...] = ()
        """Seats with a connected human. Only they count as rivals."""
        self._ledger = ledger
        self._match = ledger.match
        self._timing = timing
        self._cap = cap
        self.open: dict[Slot, Hold] = {}
        """The open race of each slot."""
        self._queue: list[Attempt] = []

    def connect(self, seats: tuple[int, ...]) -> None:
        """From now on these seats have a connected human."""
        self.connected_seats = seats

    # plays come in

    def contestable(self, stake: Stake | None) -> bool:
        """Whether a rival could still have been earlier with a play for the same slot."""
        if stake is None or not stake.rivals:
            return False
        return bool(self._rivals(stake))

    def enter(self, attempt: Attempt, stake: Stake | None) -> bool:
        """Hold or queue a play that is for this stake; False if it may be carried out at once."""
        slot = None if stake is None else stake.slot
        if stake is not None:
            attempt.spends, attempt.sweeping = stake.spends, stake.sweeping
        if self._must_queue(attempt, stake):
            self._queue.append(attempt)
        elif (hold := self._race_of(slot)) is not None:
            takes = stake is not None and stake.takes and hold.slot == slot
            self._join(hold, attempt, takes)
        elif stake is None or slot is None or not (rivals := self._rivals(stake)):
            return False
        else:
            self._open_race(attempt, stake, slot, rivals)
        return True

    def _rivals(self, stake: Stake) -> list[tuple[Seat, bool]]:
        """The connected rivals, whose plays may be on their way."""
        if self._cap == STRICT:
            return []
        return [rival for rival in stake.rivals if rival[0] in self.connected_seats]

    def _race_of(self, slot: Slot | None) -> Hold | None:
        """The open race that a play for this slot joins.

        A race for sweeping the table takes in every play: one that was made before the sweep counts.
        """
        for hold in self.open.values():
            if hold.sweeping or hold.slot == slot:
                return hold
        return None

    def _must_queue(self, attempt: Attempt, stake: Stake | None) -> bool:
        """Whether an earlier play must be decided before it is known what this one does."""
        if any(each.sweeping or each.seat == attempt.seat for each in self._queue):
            return True
        slot = None if stake is None else stake.slot
        if stake is not None and stake.sweeping and any(each != slot for each in self.open):
            return True
        own = [hold for hold in self.open.values() if attempt.seat in hold.attempts]
        if not own:
            return False
        if stake is None or slot is None or any(hold.sweeping or hold.slot == slot for hold in own):
            return True
        return any(hold.attempts[attempt.seat].spends == stake.spends for hold in own)

    def _open_race(
        self, attempt: Attempt, stake: Stake, slot: Slot, rivals: Sequence[tuple[Seat, bool]]
    ) -> None:
        opening = self._timing.opening(slot)
        there = [self._timing.rival(seat, takes, opening) for seat, takes in rivals]
        attempt.play = play = self._timing.play_for(attempt, opening, stake.takes)
        case, timing = opened(self._match.id, slot, self._cap, play, there), timing_of(play)
        attempts = {int(attempt.seat): attempt}
        self.open[slot] = Hold(case, len(self._ledger), attempts, stake.sweeping, [timing])
        self._timing.charge(attempt, timing)

    def _join(self, hold: Hold, attempt: Attempt, takes: bool) -> None:
        opening = self._timing.opening(hold.slot)
        attempt.play = play = self._timing.play_for(attempt, opening, takes)
        timing = timing_of(play)
        hold.attempts[attempt.seat] = attempt
        hold.timings.append(timing)
        hold.update(join(hold.case, play))
        self._timing.charge(attempt, timing)

    # what is known of them

    def waits(self, seat: Seat, n: int) -> bool:
        """Whether the player's play with this number is held or queued."""
        for hold in self.open.values():
            held = hold.attempts.get(seat)
            if held is not None and held.n == n:
                return True
        return any(each.seat == seat and each.n == n for each in self._queue)

    def prove(self, seat: int, arrived: Micros, moment: Micros | None) -> None:
        """A player had seen everything up to this moment without playing; None: it is disconnected."""
        for hold in self.open.values():
            hold.update(seen_proof(hold.case, seat, arrived, moment, hold.timings))

    def contested(self) -> tuple[str, ...]:
        """The places that everybody may be told are contested now."""
        if not self.open:
            return ()
        told = (self._match.game.contested(slot) for slot in self.open)
        return tuple(sorted({place for place in told if place is not None}))

    def due(self) -> Micros | None:
        """When the next race is to be decided."""
        return min([hold.due for hold in self.open.values()]) if self.open else None

    def ripe(self, micros: Micros) -> Hold | None:
        """The first race that is to be decided by then."""
        ripe = [hold for hold in self.open.values() if hold.due <= micros]
        return min(ripe, key=lambda hold: hold.due) if ripe else None

    # plays go out

    def close(self, hold: Hold) -> None:
        """Take out a race that is decided."""
        del self.open[hold.slot]

    def release(self) -> list[Attempt]:
        """Empty the queue: its plays are to enter again."""
        queue, self._queue = self._queue, []
        return queue

    def clear(self) -> list[Attempt]:
        """Empty everything: the plays in open races, then those of the queue."""
        held = [each for hold in self.open.values() for each in hold.attempts.values()]
        self.open.clear()
        return [*held, *self.release()]
