"""The records of a room in the journal, one per change, and those of players. After a restart the server folds them again."""

from typing import Any

from msgspec import Struct, convert, msgpack, to_builtins

from watai.protocol import replay
from watai.protocol.chain import Played as Played
from watai.protocol.chain import Record as Record
from watai.protocol.chain import Started as Started
from watai.protocol.chain import Ticked as Ticked
from watai.protocol.messages import OptionValue
from watai.server.arbitration.races import Case, Late, Verdict
from watai.server.clock import Micros


class Opened(Record, frozen=True, tag="opened"):
    """A guest opened the room; `n` is that guest's number for the request."""

    code: str
    game: str
    options: dict[str, OptionValue]
    seats: int
    public: bool
    session: str
    n: int


class Seated(Record, frozen=True, tag="seated"):
    """A guest took a seat. The first guest is the host."""

    seat: int
    session: str
    name: str


class BotSeated(Record, frozen=True, tag="bot"):
    """A bot took a seat; `n` is the host's number for the request, if a host asked for it."""

    seat: int
    strength: str
    n: int | None = None


class Vacated(Record, frozen=True, tag="vacated"):
    """A guest or bot left its seat."""

    seat: int


class HostPassed(Record, frozen=True, tag="host"):
    """Another session became the host."""

    session: str


class Banned(Record, frozen=True, tag="banned"):
    """The host sent a guest away for good: this session, and this address unless it is empty."""

    session: str
    address: str


class Paused(Record, frozen=True, tag="paused"):
    """The only human player stopped the game clock, or let it go on. No part of the match: replays know nothing of it."""

    on: bool


class ConnectedSeats(Record, frozen=True, tag="attending"):
    """From now on these seats have a connected human. Only they count as rivals in a race."""

    seats: tuple[int, ...]


class Judged(Record, frozen=True, tag="judged"):
    """The arbiter decided a race.

    `moves` are the moves of the case's plays, `since` is how many records the match had when the case was opened, and
    `chain` the hash of all records before this one.
    """

    case: Case
    verdict: Verdict
    moves: tuple[tuple[str, dict[str, Any]], ...]
    since: int
    chain: str


class Missed(Record, frozen=True, tag="missed"):
    """A play arrived after its slot was taken."""

    late: Late


class Misplaced(Record, frozen=True, tag="misplaced"):
    """A player's play fitted nothing on its pile, and arrived at this moment. Two of them make the next play there a guess."""

    seat: int
    aim: str
    """The pile, by the name that the rules give it."""
    arrived: Micros


class Ended(Record, frozen=True, tag="ended"):
    """The match is over; its records are in the archive."""

    match: str


class Again(Record, frozen=True, tag="again"):
    """The host cleared the finished match from the table for a rematch."""


class SessionRecord(Struct, frozen=True, array_like=True):
    """What the journal keeps of a player."""

    id: str
    name: str
    hashes: tuple[bytes, bytes]
    seen: int
    said: tuple[int, ...]
    """The guest's numbers for the last lines of chat."""
    logins: int


InputRecord = Played | Ticked
"""A record that changes the game."""
NoteRecord = ConnectedSeats | Judged | Missed | Misplaced
"""A record of how the order of moves was decided."""

AnyRecord = (
    Opened
    | Seated
    | BotSeated
    | Vacated
    | HostPassed
    | Banned
    | Started
    | Ended
    | Again
    | Paused
    | InputRecord
    | NoteRecord
)

encode = msgpack.Encoder().encode
decode = msgpack.Decoder(AnyRecord).decode
decode_match_record = msgpack.Decoder(InputRecord | NoteRecord).decode


def as_note(record: NoteRecord, after: int) -> replay.Note:
    """A note in the form of a replay, where it follows `after` inputs."""
    return replay.Note(after, to_builtins(record))


def from_note(given: replay.Note) -> NoteRecord:
    """A note of a replay in the form of the journal. Raises ValueError if it is none."""
    record: NoteRecord = convert(given.record, NoteRecord)
    return record
