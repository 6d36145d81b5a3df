"""Which moves must wait: those for which somebody else may have been quicker go into a case, those that need them into the line."""

from collections.abc import Sequence

from engine.game import Move, Seat, Slot, Stake
from server.arbitration.arbiter import opened
from server.arbitration.races import STRICT
from server.clock import Micros
from server.match.holds import Attempt, Hold, Holds
from server.match.ledger import Ledger
from server.match.player_timing import Sights


class Docket:
    """The way of moves into the holds of one match."""

    def __init__(self, ledger: Ledger, holds: Holds, sights: Sights, cap: Micros) -> None:
        self.attending: tuple[int, ...] = ()
        """The players who are here themselves. Bots have no way to go: their moves are carried out when they are made."""
        self._ledger = ledger
        self._match = ledger.match
        self._holds = holds
        self._sights = sights
        self._cap = cap

    def contested(self, seat: Seat, move: Move) -> bool:
        """Whether somebody else could still have been earlier."""
        if self._cap == STRICT:
            return False
        stake = self._match.game.stake(seat, move)
        return stake is not None and bool(self._eligible(stake))

    def enter(self, attempt: Attempt) -> bool:
        """Put a move into a case or into the line; False if nothing keeps it from being carried out."""
        stake = self._match.game.stake(attempt.seat, attempt.move)
        slot = None if stake is None else stake.slot
        if stake is not None:
            attempt.spends, attempt.sweeping = stake.spends, stake.sweeping
        if self._holds.must_wait(attempt, stake):
            self._holds.line_up(attempt)
        elif (hold := self._holds.of(slot)) is not None:
            takes = stake is not None and stake.takes and hold.slot == slot
            self._join(hold, attempt, takes)
        elif stake is None or slot is None or not (rivals := self._eligible(stake)):
            return False
        else:
            self._open(attempt, stake, slot, rivals)
        return True

    def _eligible(self, stake: Stake) -> list[tuple[Seat, bool]]:
        """The rivals whose moves may be under way."""
        if self._cap == STRICT:
            return []
        return [rival for rival in stake.rivals if rival[0] in self.attending]

    def _open(
        self, attempt: Attempt, stake: Stake, slot: Slot, rivals: Sequence[tuple[Seat, bool]]
    ) -> None:
        seq = self._sights.opening(slot)
        there = [self._sights.rival(seat, takes, seq) for seat, takes in rivals]
        play = self._sights.play_for(attempt, seq, stake.takes)
        case = opened(self._match.id, slot, self._cap, play, there)
        hold = Hold(case, len(self._ledger), sweeping=stake.sweeping)
        hold.take(attempt)
        self._holds.add(hold)
        self._sights.charge(attempt, hold.case.plays[-1])

    def _join(self, hold: Hold, attempt: Attempt, takes: bool) -> None:
        seq = self._sights.opening(hold.slot)
        hold.join(attempt, self._sights.play_for(attempt, seq, takes))
        self._sights.charge(attempt, hold.case.plays[-1])
