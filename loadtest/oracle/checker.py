"""The checker: every stream of every player held against the protocol and the rules, while it runs.

seq        gapless
t          strictly increasing
the same   at all players of a room, byte for byte
events     possible: one card per place, cards conserved, scores as recomputed (`table`)
answers    one for each play, none twice
view       what the server shows is what its events told
"""

from typing import Any, Final

import msgspec

from loadtest.oracle.table import Impossible, Table

KEPT: Final = 20


class Event(msgspec.Struct):
    """An event message, read for its content."""

    seq: int
    t: int
    event: str
    data: dict[str, Any] | None


read_event = msgspec.msgpack.Decoder(Event).decode


class Faults:
    """How often the server was wrong, and the first of it in words."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: list[str] = []

    def add(self, what: str) -> None:
        self.count += 1
        if len(self.kept) < KEPT:
            self.kept.append(what)


class Checker:
    """One room's history. The first player to hear an event has it read; the others must hear the same bytes."""

    def __init__(self, room: str, faults: Faults) -> None:
        self.room = room
        self.faults = faults
        self.table: Table | None = None
        self.seq = 0
        self.t = 0
        self.rounds = 0
        self.finished = False

    def fault(self, what: str) -> None:
        self.faults.add(f"room {self.room}, after event {self.seq}: {what}")

    def begin(self, view: dict[str, Any]) -> None:
        """A match begins with this view, as `view` told it."""
        self.seq, self.t = view["seq"], view["t"]
        self.table = Table(view["view"])
        self.finished = False

    def hear(self, payload: bytes) -> str:
        """The next event, as the first player to hear it got it; its name."""
        try:
            event = read_event(payload)
        except msgspec.DecodeError as error:
            self.fault(f"an event that cannot be read: {error}")
            return ""
        if event.seq != self.seq + 1:
            self.fault(f"event {event.seq} instead of {self.seq + 1}")
        if event.t <= self.t:
            self.fault(f"event {event.seq} at {event.t} µs, not after {self.t} µs")
        self.seq, self.t = event.seq, event.t
        self._apply(event)
        return event.event

    def _apply(self, event: Event) -> None:
        if self.table is None:
            return
        try:
            self.table.apply(event.event, event.data or {})
        except Impossible as impossible:
            self.fault(str(impossible))
            self._lost()
        except (KeyError, IndexError, TypeError, ValueError) as error:
            self.fault(f"{event.event} makes no sense: {error!r}")
            self._lost()
        if event.event == "Scored":
            self.rounds += 1
        elif event.event == "Won":
            self.finished = True

    def _lost(self) -> None:
        """One impossible event makes all that follow doubtful: this room is not followed any further."""
        self.table = None

    def compare(self, view: dict[str, Any]) -> None:
        """The server's whole table, when nothing is on its way."""
        if view["seq"] != self.seq:
            self.fault(f"the view is after event {view['seq']}")
        elif self.table is not None:
            for difference in self.table.differences(view["view"]):
                self.fault(difference)
