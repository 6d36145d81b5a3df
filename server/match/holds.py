"""Acts that wait: a move on its way to the game, and the open case of a slot with the moves in it."""

from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from engine.game import Move, Seat, Slot, Stake
from server.arbitration.arbiter import due, join, seen_proof
from server.arbitration.races import Case
from server.arbitration.view_time import LinkSnapshot, Play
from server.clock import Micros

_HERE: Final = LinkSnapshot(Micros(0), Micros(0), Micros(0), Micros(0), Micros(0))


@dataclass(slots=True)
class Attempt:
    """A move that has arrived and is not carried out yet. One of a bot has no session and no number."""

    seat: Seat
    move: Move
    play: Play
    session: str = ""
    n: int | None = None
    spends: str = ""
    sweeping: bool = False

    @classmethod
    def of_bot(cls, seat: Seat, move: Move, at: int) -> "Attempt":
        """A bot of the house is on no link: its plan arrives the moment it is carried out."""
        return cls(seat, move, Play(seat, 0, Micros(at), _HERE, Micros(0)))


@dataclass(slots=True)
class Hold:
    """A slot for which somebody has played, while somebody else could still have been earlier."""

    case: Case
    since: int
    """How many records of the match there were when it was opened."""
    attempts: dict[int, Attempt] = field(default_factory=dict)
    sweeping: bool = False
    due: Micros = field(init=False)

    @property
    def slot(self) -> Slot:
        return self.case.slot

    @property
    def moves(self) -> list[Move]:
        """What the plays of the case are, in their order."""
        return [self.attempts[play.seat].move for play in self.case.plays]

    def take(self, attempt: Attempt) -> None:
        """The attempt whose play is the case's last."""
        self.attempts[attempt.seat] = attempt
        self.due = due(self.case)

    def join(self, attempt: Attempt, play: Play) -> None:
        """One more play for the slot."""
        self.case = join(self.case, play)
        self.take(attempt)

    def glimpse(self, seat: int, arrived: Micros, moment: Micros | None) -> None:
        """A player has shown what it had seen, or is gone."""
        case = seen_proof(self.case, seat, arrived, moment)
        if case is not self.case:
            self.case = case
            self.due = due(case)


class Holds:
    """The open cases of a match, and the line of moves that wait behind them."""

    def __init__(self) -> None:
        self._open: dict[Slot, Hold] = {}
        self._line: list[Attempt] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def of(self, slot: Slot | None) -> Hold | None:
        """The open case of a slot. One that sweeps the table takes in every other move: it counts if it was before."""
        for hold in self._open.values():
            if hold.sweeping or hold.slot == slot:
                return hold
        return None

    def add(self, hold: Hold) -> None:
        self._open[hold.slot] = hold

    def close(self, hold: Hold) -> None:
        del self._open[hold.slot]

    def due(self) -> Micros | None:
        """When the next case is to be decided."""
        return min((hold.due for hold in self._open.values()), default=None)

    def ripe(self, micros: int) -> Hold | None:
        """The first case that is to be decided by then."""
        ripe = [hold for hold in self._open.values() if hold.due <= micros]
        return min(ripe, key=lambda hold: hold.due) if ripe else None

    def glimpse(self, seat: int, arrived: Micros, moment: Micros | None) -> None:
        """A player has shown what it had seen, or is gone."""
        for hold in self._open.values():
            hold.glimpse(seat, arrived, moment)

    def have(self, seat: Seat, n: int) -> bool:
        """Whether this very move waits here already."""
        held = (each for hold in self._open.values() for each in hold.attempts.values())
        return any((each.seat, each.n) == (seat, n) for each in (*held, *self._line))

    # the line

    def line_up(self, attempt: Attempt) -> None:
        self._line.append(attempt)

    def release(self) -> list[Attempt]:
        """Everybody in the line, to try again."""
        line, self._line = self._line, []
        return line

    def clear(self) -> list[Attempt]:
        """Everybody who waits, in cases and in the line; nothing is open any more."""
        held = [each for hold in self._open.values() for each in hold.attempts.values()]
        self._open.clear()
        return [*held, *self.release()]

    def must_wait(self, attempt: Attempt, stake: Stake | None) -> bool:
        """Whether a move has to stand in line: what was before it must be settled first."""
        if any(each.sweeping or each.seat == attempt.seat for each in self._line):
            return True
        slot = None if stake is None else stake.slot
        if stake is not None and stake.sweeping and any(each != slot for each in self._open):
            return True
        own = [hold for hold in self._open.values() if attempt.seat in hold.attempts]
        if not own:
            return False
        if stake is None or slot is None or any(hold.sweeping or hold.slot == slot for hold in own):
            return True
        return any(hold.attempts[attempt.seat].spends == stake.spends for hold in own)


def placed(play: Play, opened: Micros | None, takes: bool) -> Play:
    """A play now that it is known what it is for."""
    return structs.replace(play, opened=opened, takes=takes)
