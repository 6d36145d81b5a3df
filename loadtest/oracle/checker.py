"""Checks one room's events against the protocol and the rules while the race runs.

seq        gapless
t          strictly increasing
events     possible: one card per place, cards conserved, scores as recomputed (`table`)
view       what the server shows is what its events told

`load/room` checks the rest: all players of a room get the same bytes, and each play one answer.
"""

from typing import Any, Final

from watai.loadtest.net.messages import Unreadable, read_message
from watai.loadtest.oracle.side import Side
from watai.loadtest.oracle.table import Impossible, OracleTable

KEPT: Final = 20
MOST_PILES: Final = 64
"""More piles than eight players can open in a round."""
SENSELESS: Final = (KeyError, IndexError, TypeError, ValueError)
"""What reading an event raises whose fields are missing or of the wrong type."""


class Faults:
    """How often the server was wrong, and the first cases in words."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: list[str] = []

    def add(self, what: str) -> None:
        self.count += 1
        if len(self.kept) < KEPT:
            self.kept.append(what)


class Checker:
    """One room's history. The first player to receive an event has it read here."""

    def __init__(self, room: str, faults: Faults) -> None:
        self.room = room
        self.faults = faults
        self.table: OracleTable[Side] | None = None
        self.seq = 0
        self.t = 0
        self.rounds = 0
        self.finished = False

    def fault(self, what: str) -> None:
        self.faults.add(f"room {self.room}, after event {self.seq}: {what}")

    def begin(self, view: dict[str, Any]) -> None:
        """A match begins with this `view` message."""
        self.seq, self.t = view["seq"], view["t"]
        self.table = OracleTable(view["view"], Side)
        self.finished = False

    def check(self, payload: bytes) -> str:
        """Check the next event message; returns the event's name."""
        try:
            message = read_message(payload)
            seq, t, event = message["seq"], message["t"], message["event"]
            if seq != self.seq + 1:
                self.fault(f"event {seq} instead of {self.seq + 1}")
            if t <= self.t:
                self.fault(f"event {seq} at {t} µs, not after {self.t} µs")
        except (*Unreadable, *SENSELESS) as error:
            self.fault(f"an event that cannot be read: {error!r}")
            return ""
        self.seq, self.t = seq, t
        if self.table is not None:
            self._apply(self.table, event, message)
        return str(event)

    def check_contested(self, message: dict[str, Any]) -> None:
        """Check the places that players are said to race for: the shout, or a pile that can exist."""
        for place in message.get("contested", ()):
            what, _, number = str(place).partition("/")
            pile = what == "pile" and number.isdecimal() and int(number) < MOST_PILES
            if place != "shout" and not pile:
                self.fault(f"a race for {place!r}, which is no place")

    def _apply(self, table: OracleTable[Side], event: str, message: dict[str, Any]) -> None:
        """Follow the event. After an impossible one the room is not followed any further: all that comes is doubtful."""
        try:
            table.apply(event, message["data"] or {})
        except Impossible as impossible:
            self.fault(str(impossible))
            self.table = None
        except SENSELESS as error:
            self.fault(f"{event} makes no sense: {error!r}")
            self.table = None
        if event == "Scored":
            self.rounds += 1
        elif event == "Won":
            self.finished = True

    def compare(self, view: dict[str, Any]) -> None:
        """Compare the server's view with the table, at a moment when nothing is on its way."""
        if view["seq"] != self.seq:
            self.fault(f"the view is after event {view['seq']}")
        elif self.table is not None:
            for difference in self.table.differences(view["view"]):
                self.fault(difference)
