"""The records of a room in the journal, one per change. After a restart the server folds them into the room again."""

from typing import Any

from msgspec import Struct, convert, msgpack, to_builtins

from watai.protocol import replay
from watai.protocol.messages import OptionValue, Race
from watai.server.arbitration.races import Case, Late, Verdict
from watai.server.clock import Micros


class Record(Struct, frozen=True, array_like=True):
    """One change of a room: an array with a tag in front. New fields go to the end with a default, so old records stay readable."""


class Opened(Record, frozen=True, tag="opened"):
    """A guest opened the room; `n` is that guest's number for the request."""

    code: str
    game: str
    options: dict[str, OptionValue]
    seats: int
    public: bool
    session: str = ""
    n: int | None = None


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
    address: str = ""


class Started(Record, frozen=True, tag="started"):
    """A match began. Everything in it that is not an input follows from the seed, the players and the edition of the rules."""

    match: str
    seed: bytes
    names: tuple[str, ...]
    unix: int
    edition: int


class Played(Record, frozen=True, tag="played"):
    """The rules accepted a move, at `at` ms of the game clock; `t` is in µs of the match, `n` the player's number for it."""

    at: int
    t: int
    seat: int
    move: str
    args: bytes
    n: int | None = None
    race: Race | None = None


class Ticked(Record, frozen=True, tag="ticked"):
    """The rules acted by themselves, at `at` ms of the game clock."""

    at: int
    t: int


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


Input = Played | Ticked
"""A record that changes the game."""
Note = ConnectedSeats | Judged | Missed | Misplaced
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
    | Input
    | Note
)

encode = msgpack.Encoder().encode
decode = msgpack.Decoder(AnyRecord).decode
decode_match_record = msgpack.Decoder(Input | Note).decode


def as_input(record: Input) -> replay.Input:
    """An input in the form of a replay, which can be read without the types of the game."""
    if isinstance(record, Ticked):
        return replay.Input(record.at, record.t)
    args = msgpack.decode(record.args)
    return replay.Input(record.at, record.t, record.seat, record.move, args, record.n, record.race)


def from_input(given: replay.Input) -> Input:
    """An input of a replay in the form of the journal."""
    if given.seat is None:
        return Ticked(given.at, given.t)
    args = msgpack.encode(given.args)
    return Played(given.at, given.t, given.seat, given.move, args, given.n, given.race)


def as_note(record: Note, after: int) -> replay.Note:
    """A note in the form of a replay, where it follows `after` inputs."""
    return replay.Note(after, to_builtins(record))


def from_note(given: replay.Note) -> Note:
    """A note of a replay in the form of the journal. Raises ValueError if it is none."""
    record: Note = convert(given.record, Note)
    return record
