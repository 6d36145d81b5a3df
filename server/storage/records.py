"""What the journal keeps of a room, one small record per change; folding them gives the room back."""

from typing import Any

from msgspec import Struct, convert, msgpack, to_builtins

from protocol import replay
from protocol.messages import OptionValue, Race
from server.arbitration.races import Case, Late, Verdict


class Record(Struct, frozen=True, array_like=True):
    """A change of a room. Arrays with a tag in front: short, and old ones stay readable when fields are added."""


class Opened(Record, frozen=True, tag="opened"):
    """The room exists; by whom, and with which of that guest's numbers."""

    code: str
    game: str
    options: dict[str, OptionValue]
    seats: int
    public: bool
    session: str = ""
    n: int | None = None


class Seated(Record, frozen=True, tag="seated"):
    """A guest has a seat; the first one is the host."""

    seat: int
    session: str
    name: str


class BotSeated(Record, frozen=True, tag="bot"):
    """A bot has a seat; with which of the host's numbers."""

    seat: int
    strength: str
    n: int | None = None


class Vacated(Record, frozen=True, tag="vacated"):
    """A seat is free again."""

    seat: int


class HostPassed(Record, frozen=True, tag="host"):
    """The rights of the host went to another session."""

    session: str


class Started(Record, frozen=True, tag="started"):
    """A match begins; its seed and its seats make everything that is not an input."""

    match: str
    seed: bytes
    names: tuple[str, ...]
    unix: int


class Played(Record, frozen=True, tag="played"):
    """An accepted move: when on the game clock, when in µs, by whom, and which of the player's numbers it was."""

    at: int
    t: int
    seat: int
    move: str
    args: bytes
    n: int | None = None
    race: Race | None = None


class Ticked(Record, frozen=True, tag="ticked"):
    """The rules acted by themselves at this instant of the game clock."""

    at: int
    t: int


class Attending(Record, frozen=True, tag="attending"):
    """From now on the players at these seats are connected: nobody else can be in anybody's way."""

    seats: tuple[int, ...]


class Judged(Record, frozen=True, tag="judged"):
    """A race was decided: all that was known, what came of it, and the hash of everything kept before.

    `moves` are what the plays of the case were, `since` how many records there were when it was opened.
    """

    case: Case
    verdict: Verdict
    moves: tuple[tuple[str, dict[str, Any]], ...]
    since: int
    chain: str


class Missed(Record, frozen=True, tag="missed"):
    """A play came when its slot was taken already."""

    late: Late


class Ended(Record, frozen=True, tag="ended"):
    """The match on the table is over; its inputs are in the archive."""

    match: str


class Again(Record, frozen=True, tag="again"):
    """A finished match is cleared from the table for a rematch."""


Input = Played | Ticked
"""What changes a game."""
Note = Attending | Judged | Missed
"""What was known when its order was decided."""

AnyRecord = (
    Opened | Seated | BotSeated | Vacated | HostPassed | Started | Ended | Again | Input | Note
)

encode = msgpack.Encoder().encode
decode = msgpack.Decoder(AnyRecord).decode
decode_kept = msgpack.Decoder(Input | Note).decode


def as_input(record: Input) -> replay.Input:
    """An input as a replay keeps it, readable without the types of the game."""
    if isinstance(record, Ticked):
        return replay.Input(record.at, record.t)
    args = msgpack.decode(record.args)
    return replay.Input(record.at, record.t, record.seat, record.move, args, record.n, record.race)


def from_input(given: replay.Input) -> Input:
    """The input of a replay as the journal had it."""
    if given.seat is None:
        return Ticked(given.at, given.t)
    args = msgpack.encode(given.args)
    return Played(given.at, given.t, given.seat, given.move, args, given.n, given.race)


def as_note(record: Note, after: int) -> replay.Note:
    """A note as a replay keeps it."""
    return replay.Note(after, to_builtins(record))


def from_note(given: replay.Note) -> Note:
    """The note of a replay as the journal had it; ValueError if it is none."""
    record: Note = convert(given.record, Note)
    return record
