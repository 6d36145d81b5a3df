"""The records of a match that its rules follow from, and the running hash over these and all others.

The hash begins with the game and its options, takes the body of each record in order, and ends with what only the replay
says. How races were decided stands in records that only the server reads (`server/storage/records.py`).
"""

from collections.abc import Mapping
from hashlib import sha256

from msgspec import Struct, msgpack

from watai.protocol.hashed_name import HashedName
from watai.protocol.messages import OptionValue, Race
from watai.protocol.replay import GameEnd, Input, Replay


class Record(Struct, frozen=True, array_like=True):
    """One change: an array with a tag in front. New fields go to the end with a default, so old records stay readable."""


class Started(Record, frozen=True, tag="started"):
    """A match began. Everything in it that is not an input follows from the seed, the players and the edition of the rules."""

    match: str
    seed: bytes
    names: tuple[HashedName, ...]
    unix: int
    edition: int

    def hashed(self) -> bytes:
        """The body of this record in the chain: of each name only the hash, so that a name can be taken out."""
        hashes = [each.hash for each in self.names]
        return msgpack.encode(("started", self.match, self.seed, hashes, self.unix, self.edition))

    @classmethod
    def of(cls, replay: Replay) -> "Started":
        """The record that this replay began with."""
        seed = bytes.fromhex(replay.seed)
        return cls(replay.match, seed, replay.names, replay.started, replay.edition)


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


def as_input(record: Played | Ticked) -> Input:
    """An input in the form of a replay, which can be read without the types of the game."""
    if isinstance(record, Ticked):
        return Input(record.at, record.t)
    args = msgpack.decode(record.args)
    return Input(record.at, record.t, record.seat, record.move, args, record.n, record.race)


def from_input(given: Input) -> Played | Ticked:
    """An input of a replay as it was recorded."""
    if given.seat is None:
        return Ticked(given.at, given.t)
    args = msgpack.encode(given.args)
    return Played(given.at, given.t, given.seat, given.move, args, given.n, given.race)


class Chain:
    """The hash of the records so far."""

    def __init__(self, game: str, options: Mapping[str, OptionValue], started: Started) -> None:
        self._hash = sha256(msgpack.encode((game, dict(options)), order="deterministic"))
        self.add(started.hashed())

    def add(self, body: bytes) -> None:
        """One more record."""
        self._hash.update(body)

    def so_far(self) -> str:
        return self._hash.hexdigest()

    def sealed(self, server: str, ended: GameEnd) -> str:
        """The last hash, which also covers what only the replay says."""
        whole = self._hash.copy()
        whole.update(msgpack.encode((server, ended)))
        return whole.hexdigest()
