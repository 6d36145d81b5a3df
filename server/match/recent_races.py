"""Races that are decided and not long ago: a play that comes too late may still be about one of them."""

from typing import Final

from engine.game import Seat, Slot
from server.arbitration.arbiter import late
from server.arbitration.races import Late, Verdict
from server.arbitration.view_time import Play

REMEMBERED: Final = 64


class Decided:
    """The last races of a match, by slot."""

    def __init__(self) -> None:
        self._races: dict[Slot, Verdict] = {}
        self._late: dict[Slot, set[Seat]] = {}
        """Whose late plays for these are on record."""

    def __contains__(self, slot: Slot) -> bool:
        return slot in self._races

    def add(self, verdict: Verdict) -> None:
        self._races[verdict.slot] = verdict
        self._late[verdict.slot] = set()
        if len(self._races) > REMEMBERED:
            oldest = next(iter(self._races))
            del self._races[oldest], self._late[oldest]

    def late(self, slot: Slot, play: Play) -> Late | None:
        """By whom and by how much this play was beaten, if it was."""
        found = late(self._races[slot], play)
        return None if found is None or found.by == play.seat else found

    def first(self, slot: Slot, seat: Seat) -> bool:
        """Whether this is its first late play: a client may try for ever, and is put on record once."""
        if seat in self._late[slot]:
            return False
        self._late[slot].add(seat)
        return True
