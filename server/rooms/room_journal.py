"""The records of one room in the journal: how its changes are written, and that a waiting room has few of them."""

from typing import Final

from watai.server.match.match import Match
from watai.server.rooms.seating import Seating
from watai.server.storage import records
from watai.server.storage.journal import Journal

WAITING_RECORDS: Final = 500
"""Records of who came, left or was seated in a room where no game runs. Beyond, the journal keeps only who sits where."""


class RoomJournal:
    """Writes the changes of a room and has its seating follow them. The inputs of its match go another way."""

    def __init__(self, opened: records.Opened, seating: Seating, journal: Journal) -> None:
        self._opened = opened
        self._seating = seating
        self._journal = journal
        self._changes = 0
        """Records of who sits where, since they were last written anew."""

    def open(self) -> None:
        """Write the first record of a new room."""
        self.write(self._opened, None)

    def write(self, record: records.Record, match: Match | None) -> None:
        """Append a change of a room with this match. Too many records are written anew before, unless the match runs."""
        waiting = match is None or match.over
        if waiting and self._changes >= WAITING_RECORDS:
            self.write_anew(match)
        self._append(record)
        self.reread(record)

    def reread(self, record: records.Record) -> None:
        """Take in a change that is in the journal."""
        self._changes += 1
        self._seating.apply(record)

    def write_anew(self, match: Match | None) -> None:
        """Keep only who sits where. While a match runs, the journal needs every record of it."""
        self._changes = 0
        self._journal.forget(self._opened.code)
        ended = () if match is None else (records.Ended(match.id),)
        for record in (self._opened, *self._seating.as_records(), *ended):
            self._append(record)

    def _append(self, record: records.Record) -> None:
        self._journal.append(self._opened.code, records.encode(record))
