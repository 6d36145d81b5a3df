"""The streams of an SQLite journal as they are read back, each checked against its seals.

Everything is read as bytes: a damaged file may have any value of any type in any place, and one bad name or record must
not keep the other streams from being read.
"""

import sqlite3

from watai.server.storage.journal import DamagedStream
from watai.server.storage.sqlite.seals import first_seal, next_seal

_STREAMS = "SELECT number, CAST(name AS BLOB), CAST(seal AS BLOB), CAST(fault AS BLOB) FROM streams"
# the log is the outer table: it is read once, in order
_RECORDS = """SELECT stream, CAST(body AS BLOB), CAST(log.seal AS BLOB)
    FROM log LEFT JOIN streams ON number = stream
    WHERE number IS NULL OR (fault IS NULL AND (name IS NOT NULL OR streams.seal IS NOT NULL))
    ORDER BY log.id"""


class StoredStream:
    """One stream: its records up to the first that does not fit its seal."""

    def __init__(self, number: object, name: bytes | None, marked: bytes | None) -> None:
        self.number = number
        """An integer, unless it is damaged."""
        self.name = f"stream {number}" if name is None else name.decode(errors="replace")
        self.records: list[bytes] = []
        self.fault = ""
        """What is wrong with the stream; empty if nothing is."""
        self.begun = name is not None
        """False if records have no stream, or their stream no name. A stream that has ended is not read at all."""
        self.aside = False
        """Whether an earlier server has set it aside; its records are not read then."""
        self._marked = marked
        self._seal = first_seal(name or b"")
        self._rows = 0

    def add(self, body: bytes | None, seal: bytes | None) -> None:
        """Take in the next record with the seal it was stored with."""
        self._rows += 1
        if self.fault:
            return
        self._seal = next_seal(self._seal, body or b"")
        if self._seal == seal:
            self.records.append(body or b"")
            if seal == self._marked:
                self._marked = None
        else:
            self.fault = f"record {self._rows} is not the one that was written there"

    def finish(self) -> None:
        """There are no more records."""
        if not self.begun:
            self.fault = f"{self._rows} records have lost their stream"
        elif not self.fault and (self._marked is not None or not self._rows):
            self.fault = f"records are missing after record {self._rows}"


def read_streams(db: sqlite3.Connection) -> list[StoredStream]:
    """Every stream that has not ended, in the order of their first records. Call it in a transaction."""
    begun: dict[object, StoredStream] = {}
    found: dict[object, StoredStream] = {}
    for number, name, marked, fault in db.execute(_STREAMS):
        if name is None and marked is None:
            continue  # it has ended
        stream = begun[number] = StoredStream(number, name, marked)
        if fault is not None:
            stream.aside, stream.fault = True, fault.decode(errors="replace")
    for number, body, seal in db.execute(_RECORDS):
        if number not in found:
            found[number] = (
                begun.pop(number) if number in begun else StoredStream(number, None, None)
            )
        found[number].add(body, seal)
    streams = [*found.values(), *begun.values()]  # the rest has no records left, or was set aside
    for stream in streams:
        if not stream.aside:
            stream.finish()
    return streams


def find_gap(db: sqlite3.Connection) -> DamagedStream | None:
    """Records that are missing after the last mark; nobody can tell from which stream."""
    (marked,) = db.execute("SELECT IFNULL(MAX(last), 0) FROM marked").fetchone()
    # the marked record itself is never deleted
    found, last = db.execute(
        "SELECT COUNT(*), IFNULL(MAX(id), 0) FROM log WHERE id >= ?", (marked,)
    ).fetchone()
    missing = last - max(marked, 1) + 1 - found
    if missing <= 0:
        return None
    fault = f"{missing} of the records {max(marked, 1)} to {last} are missing, of any room"
    return DamagedStream("unknown", fault)
