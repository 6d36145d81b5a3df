"""What the journal keeps of a room, one small record per change; folding them gives the room back."""

from msgspec import Struct, msgpack

from protocol.messages import OptionValue
from protocol.replay import Input


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


class Ticked(Record, frozen=True, tag="ticked"):
    """The rules acted by themselves at this instant of the game clock."""

    at: int
    t: int


class Ended(Record, frozen=True, tag="ended"):
    """The match on the table is over; its inputs are in the archive."""

    match: str


class Again(Record, frozen=True, tag="again"):
    """A finished match is cleared from the table for a rematch."""


AnyRecord = (
    Opened | Seated | BotSeated | Vacated | HostPassed | Started | Played | Ticked | Ended | Again
)

encode = msgpack.Encoder().encode
decode = msgpack.Decoder(AnyRecord).decode
decode_input = msgpack.Decoder(Played | Ticked).decode


def as_input(record: Played | Ticked) -> Input:
    """An input as a replay keeps it, readable without the types of the game."""
    if isinstance(record, Ticked):
        return Input(record.at, record.t)
    args = msgpack.decode(record.args)
    return Input(record.at, record.t, record.seat, record.move, args, record.n)
