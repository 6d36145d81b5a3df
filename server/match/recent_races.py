"""The last races that were decided: a play that arrives too late for one of them is told who won and by how much."""

from typing import Final

from watai.engine.game import Seat, Slot
from watai.server.arbitration.arbiter import late
from watai.server.arbitration.races import Late, Verdict
from watai.server.arbitration.view_time import Play

REMEMBERED: Final = 64


class RecentRaces:
    """The last races of a match, by slot."""

    def __init__(self) -> None:
        self._races: dict[Slot, Verdict] = {}
        self._late: dict[Slot, set[Seat]] = {}
        """The seats whose late plays are on record."""

    def __contains__(self, slot: Slot) -> bool:
        return slot in self._races

    def add(self, verdict: Verdict) -> None:
        """Remember a race, and forget the oldest if there are too many."""
        self._races[verdict.slot] = verdict
        self._late[verdict.slot] = set()
        if len(self._races) > REMEMBERED:
            oldest = next(iter(self._races))
            del self._races[oldest], self._late[oldest]

    def late(self, slot: Slot, play: Play) -> Late | None:
        """Which rival took the slot before this play, and by how much; None if no rival did."""
        found = late(self._races[slot], play)
        return None if found is None or found.by == play.seat else found

    def first_late(self, slot: Slot, seat: Seat) -> bool:
        """Whether this is the seat's first late play for the slot. Only that one is recorded, however often a client tries."""
        if seat in self._late[slot]:
            return False
        self._late[slot].add(seat)
        return True
