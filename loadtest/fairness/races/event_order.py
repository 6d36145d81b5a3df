"""The order of the events that one client received: finds gaps, and differences between clients."""

from zlib import crc32


class EventOrder:
    """The numbers and times of one client's events, and a running checksum of their bytes."""

    def __init__(self) -> None:
        self.seq = -1
        self.t = -1
        self.checksum = 0
        self.violations = 0

    def begin(self, seq: int, t: int) -> None:
        """A match begins with a view of the whole table."""
        self.seq, self.t, self.checksum = seq, t, 0

    def add(self, seq: int, t: int, payload: bytes) -> None:
        """One event more: its number must follow, its time must grow."""
        self.violations += seq != self.seq + 1
        self.violations += t <= self.t
        self.seq, self.t = seq, t
        self.checksum = crc32(payload, self.checksum)
