"""Watches everything the server writes to one connection, and keeps what all of them were told."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from tests.proofs.storm.journal import StormJournal
from tests.proofs.storm.timeline import Timeline
from tests.proofs.storm.violation import Violation
from watai.protocol.codec import Codec
from watai.protocol.frames import Opcode
from watai.protocol.messages import (
    Done,
    Goodbye,
    Happened,
    Prompts,
    Recorded,
    Refused,
    RoomList,
    RoomState,
    ServerMessage,
    ViewNow,
    Welcome,
)

ANSWERS: Final = (Done, Refused, RoomList, Recorded)
REMEMBERED: Final = 64
"""So many writes are kept as frames: the next ones are often the same, for somebody else."""
_PLACE: Final = re.compile(r"pile/[0-9]+|shout")

Eyes = tuple[int | None, str]
"""A seat, or None for spectators; and the encoding."""


@dataclass(slots=True)
class Frame:
    """A frame of the server, and the message in it if there is one."""

    opcode: int
    payload: bytes
    message: ServerMessage | None = None
    searched: bool = False
    """Whether its bytes were searched for the secrets that there are."""


@dataclass(slots=True)
class Testimony:
    """What all connections together were told."""

    events: dict[tuple[str, int], dict[Eyes, bytes]] = field(default_factory=dict)
    """By match and number of the event."""
    views: dict[tuple[str, int], dict[tuple[Eyes, bytes], None]] = field(default_factory=dict)
    """By match and number of the last event in it."""
    secrets: set[bytes] = field(default_factory=set)
    """The secret halves of all tokens."""
    seeds: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    """Of the running matches, as bytes and in hexadecimal."""
    digest: "blake2b" = field(default_factory=lambda: blake2b(digest_size=8))
    _read: dict[tuple[str, bytes], list[Frame]] = field(default_factory=dict)

    def forget_told(self) -> None:
        """A power cut took back what was told: the matches may go on otherwise."""
        self.events.clear()
        self.views.clear()

    def keep_seeds(self, seeds: dict[str, bytes]) -> None:
        """These matches go on; nobody may be told their seeds."""
        if seeds.keys() != self.seeds.keys():
            self.seeds = {match: (seed, seed.hex().encode()) for match, seed in seeds.items()}
            self._read.clear()

    def keep_secret(self, token: str) -> None:
        """Nobody may be sent this token again."""
        self.secrets.add(token.partition(".")[2].encode())
        self._read.clear()

    def read(self, codec: Codec, data: bytes) -> list[Frame]:
        """The frames in a write; decoded, and later searched, once for all who are sent the same."""
        found = self._read.get((codec.name, data))
        if found is None:
            if len(self._read) > REMEMBERED:
                self._read.clear()
            found = [
                Frame(code, payload, codec.read_server(payload) if code < Opcode.CLOSE else None)
                for code, payload in split(data)
            ]
            self._read[codec.name, data] = found
        return found


def split(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames in a write of the server, which consists of whole ones."""
    at = 0
    while at < len(data):
        opcode, size = data[at] & 0x0F, data[at + 1]
        head = 2
        if size == 126:
            size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
        at += head + size
        yield opcode, data[at - size : at]


class ConnectionWitness:
    """Of one connection."""

    def __init__(
        self,
        name: str,
        codec: Codec,
        timeline: Timeline,
        journal: StormJournal,
        testimony: Testimony,
    ) -> None:
        self.name = name
        self.codec = codec
        self.asked: Counter[int] = Counter()
        """How often each number was sent over this connection."""
        self.rewinds = False
        """Whether the peer has asked for events that it was told before."""
        self.match: str | None = None
        self.seat: int | None = None
        self.seq: int | None = None
        """The last event of this match, once one is known."""
        self._t = -1
        self._answered: Counter[int] = Counter()
        self._timeline = timeline
        self._journal = journal
        self._testimony = testimony

    def wrote(self, data: bytes) -> list[Frame]:
        """Check a write; returns its frames."""
        testimony = self._testimony
        testimony.digest.update(b"%d %s " % (self._timeline.now, self.name.encode()))
        testimony.digest.update(data)
        frames = testimony.read(self.codec, data)
        for frame in frames:
            if frame.message is not None:
                self._check(frame, frame.message, frame.payload)
        return frames

    def _check(self, frame: Frame, message: ServerMessage, payload: bytes) -> None:
        early = self._journal.pending and not self._journal.later
        if early and not isinstance(message, Goodbye):  # a slow journal: the aftermath tells
            raise Violation("early", f"{self.name} is told {message} before the journal has it")
        if isinstance(message, Happened):
            self._event(message, payload)
        elif isinstance(message, ViewNow):
            self._view(message, payload)
            self._open(message)
        elif isinstance(message, Prompts):
            self._open(message)
        elif isinstance(message, ANSWERS):
            self._answer(message.n)
        elif isinstance(message, RoomState):
            if message.match != self.match:
                self.match, self.seq, self._t = message.match, None, -1
            self.seat = message.you
        if not frame.searched:
            self._search(message, payload)
            frame.searched = True

    def _event(self, message: Happened, payload: bytes) -> None:
        if self.match is None:
            raise Violation("reordered", f"{self.name} is told of an event in no match")
        if self.rewinds and self.seq is not None and message.seq <= self.seq:
            self.seq, self._t = None, -1
        if self.seq is not None and message.seq != self.seq + 1:
            raise Violation("reordered", f"{self.name} hears {message.seq} after {self.seq}")
        if message.t <= self._t:
            raise Violation("reordered", f"{self.name} hears t {message.t} after {self._t}")
        self.seq, self._t = message.seq, message.t
        told = self._testimony.events.setdefault((self.match, message.seq), {})
        if told.setdefault((self.seat, self.codec.name), payload) != payload:
            raise Violation("reordered", f"{self.name} hears event {message.seq} otherwise")

    def _view(self, message: ViewNow, payload: bytes) -> None:
        if message.seat != self.seat:
            raise Violation("leaked", f"{self.name} at {self.seat} sees as {message.seat}")
        if self.match is None:
            raise Violation("reordered", f"{self.name} is shown a table of no match")
        if self.seq is not None and message.seq < self.seq:
            raise Violation("lost", f"{self.name} is shown {message.seq} after {self.seq}")
        self.seq, self._t = message.seq, message.t
        shown = self._testimony.views.setdefault((self.match, message.seq), {})
        shown[(self.seat, self.codec.name), payload] = None

    def _open(self, message: ViewNow | Prompts) -> None:
        """A contested place is told by its name alone: nobody is to learn who wants it, or with what."""
        for place in message.contested:
            if not _PLACE.fullmatch(place):
                raise Violation("leaked", f"{self.name} is told too much of a race: {place!r}")

    def _answer(self, n: int) -> None:
        self._answered[n] += 1
        if self._answered[n] > self.asked[n]:
            raise Violation("duplicated", f"{self.name} gets more answers to {n} than it asked")

    def _search(self, message: ServerMessage, payload: bytes) -> None:
        """Look for what nobody may be sent: other guests' tokens, and seeds of games that go on."""
        testimony = self._testimony
        if isinstance(message, Welcome):
            testimony.keep_secret(message.token)
            return
        for secret in testimony.secrets:
            if secret in payload:
                raise Violation("leaked", f"{self.name} is sent a token in {message}")
        if isinstance(message, Happened) and message.event == "Revealed":
            testimony.seeds.pop(self.match or "", None)
        for match, seeds in testimony.seeds.items():
            if seeds[0] in payload or seeds[1] in payload:
                raise Violation("leaked", f"{self.name} is sent the seed of {match} in {message}")
