"""The sessions of guests: a name, and a token that changes at every connection. Only its hash is kept.

A guest is a *stranger* until it first takes a seat, a *player* from then on. Whoever is connected or has a seat is never
forgotten. The others are: strangers after minutes, players after days, and the longest absent first if there are too many.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from msgspec import msgpack

from watai.protocol.messages import Done, ServerMessage
from watai.server import chance
from watai.server.arbitration.rtt import RttMeter
from watai.server.clock import Micros
from watai.server.storage.records import SessionRecord

NUMBERS: Final = 1_000_000
"""How many numbers a connection has for its messages: five hours at the fastest rate that is allowed."""
LINES_KEPT: Final = 8
"""A client repeats what was not answered when the connection broke: few lines of chat at most."""
REMEMBERED_ANSWERS: Final = 256
"""Answers kept per guest, for messages that a client repeats after reconnecting."""
ABSENT_ANSWERS: Final = 8
"""Answers kept for a guest who is absent and has no seat: a client repeats only the few messages that were under way."""
STRANGER_SECONDS: Final = 300
"""How long a guest who never took a seat is remembered after its connection is gone. Nothing is lost with it but the name."""
ABSENT_STRANGERS: Final = 2_000
"""How many of those are remembered at most. Beyond, the longest absent is forgotten at once: thousands that only say hello
leave no memory behind."""


@dataclass(slots=True)
class Session:
    """One guest. Two tokens open it, the newest and the last one used, because the newest may not have reached the guest."""

    id: str
    name: str
    hashes: tuple[bytes, bytes] = (b"", b"")
    seen: int = 0
    """Unix seconds of the last hello."""
    player: bool = False
    """Whether this guest has ever taken a seat; only then the journal has a record of it."""
    connected: bool = False
    room: str | None = None
    rooms_opened: int = 0
    answers: dict[int, ServerMessage] = field(default_factory=dict)
    forgotten: int = -1
    """The greatest number whose answer is no longer kept."""
    said: tuple[int, ...] = ()
    """The numbers of the last lines of chat: one that is sent again after a crash is not said twice."""
    logins: int = 0
    """How often this guest has said hello: it says which numbers are whose, and which of two records of a guest is newer."""
    writes: int = 0
    """How often its record was written since."""
    tokens: Micros | None = None
    """What the last connection left of the quota; the next connection goes on with it."""

    def connect(self, meter: RttMeter) -> None:
        """The guest has a connection, with this meter."""
        self.connected = True
        if self.tokens is not None:
            meter.tokens = self.tokens

    def disconnect(self, meter: RttMeter) -> None:
        """The connection with this meter no longer counts."""
        self.connected = False
        self.tokens = meter.tokens

    def remember(self, number: int, answer: ServerMessage) -> None:
        """Keep an answer, for a guest who asks again after losing the connection; forget the oldest if there are too many."""
        self.answers[number] = answer
        if len(self.answers) > REMEMBERED_ANSWERS:
            self._forget_answer()

    def trim(self, most: int) -> None:
        """Forget the oldest answers beyond `most`, and give their memory back."""
        if len(self.answers) > most:
            while len(self.answers) > most:
                self._forget_answer()
            self.answers = dict(self.answers)

    def _forget_answer(self) -> None:
        oldest = next(iter(self.answers))
        del self.answers[oldest]
        self.forgotten = max(self.forgotten, oldest)

    def drop_answers(self) -> None:
        """Forget what was answered, because some of it may never be told: the guest asks again."""
        self.answers.clear()

    def spoke(self, number: int) -> None:
        """A line of chat with this number was said."""
        self.said = (*self.said, number)[-LINES_KEPT:]

    @property
    def last_number(self) -> int:
        """The greatest number that the newest connection may use: each has its own, above those of all before it."""
        return self.logins * NUMBERS

    def record(self) -> bytes:
        return msgpack.encode(
            SessionRecord(self.id, self.name, self.hashes, self.seen, self.said, self.logins)
        )


class Sessions:
    """All sessions by id, and since when those are absent that may be forgotten."""

    def __init__(self) -> None:
        self._by_id: dict[str, Session] = {}
        self._absent_strangers: dict[str, int] = {}
        self._absent_players: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Session]:
        return iter(self._by_id.values())

    def find(self, token: str) -> Session | None:
        """The session that a token opens. Secrets are compared in constant time; the id before the dot is no secret."""
        id_, _, secret = token.partition(".")
        session = self._by_id.get(id_)
        if session is None:
            return None
        given = _hash(secret)
        known = [hmac.compare_digest(given, each) for each in session.hashes]
        return session if any(known) else None

    def open(self, name: str, token: str = "") -> Session:
        """A new session. The guest of a token that opens none goes on above the numbers that it had."""
        session = Session(chance.token_hex(8), name, logins=_logins(token))
        self._by_id[session.id] = session
        return session

    def add(self, session: Session) -> Session:
        """A session that was opened elsewhere."""
        self._by_id[session.id] = session
        return session

    def get(self, id_: str) -> Session | None:
        return self._by_id.get(id_)

    def rotate(self, session: Session, unix: int, used: str) -> str:
        """A new token. The one that the guest has used stays valid until the new one is used."""
        session.seen = unix
        session.logins, session.writes = session.logins + 1, 0
        secret = f"{session.logins}.{chance.token_urlsafe(24)}"
        session.hashes = (_hash(secret), _hash(used.partition(".")[2]) if used else b"")
        return f"{session.id}.{secret}"

    def update(self, session: Session, unix: int) -> None:
        """A session got or lost its connection or seat.

        One that has neither is absent, and keeps only so many answers. Of absent strangers only so many are kept.
        """
        self._absent_strangers.pop(session.id, None)
        self._absent_players.pop(session.id, None)
        if session.connected or session.room is not None or session.id not in self._by_id:
            return
        session.trim(ABSENT_ANSWERS)
        absent = self._absent_players if session.player else self._absent_strangers
        absent[session.id] = unix
        if len(self._absent_strangers) > ABSENT_STRANGERS:
            self._forget_longest(self._absent_strangers)

    def forget_absent(self, unix: int, guest_days: int) -> None:
        """Drop those who have been absent for too long at this unix second: players for so many days."""
        strangers_before, players_before = unix - STRANGER_SECONDS, unix - guest_days * 86_400
        limits = (self._absent_strangers, strangers_before), (self._absent_players, players_before)
        for absent, before in limits:
            while absent:
                longest = next(iter(absent))
                if absent[longest] >= before:
                    break
                del absent[longest], self._by_id[longest]

    def forget_longest_absent(self) -> bool:
        """Drop one session to make room for another: strangers before players. False if all are connected or seated."""
        absent = self._absent_strangers or self._absent_players
        if not absent:
            return False
        self._forget_longest(absent)
        return True

    def _forget_longest(self, absent: dict[str, int]) -> None:
        longest = next(iter(absent))
        del absent[longest], self._by_id[longest]

    def restore(self, body: bytes) -> None:
        """Take in a record from the journal; the last record of a session counts."""
        record = msgpack.decode(body, type=SessionRecord)
        self._by_id.pop(
            record.id, None
        )  # so that the sessions are in the order of their last hello
        session = Session(record.id, record.name, record.hashes, record.seen, player=True)
        session.said, session.logins = record.said, record.logins
        session.answers.update((number, Done(number)) for number in record.said)
        self._by_id[record.id] = session


def _logins(token: str) -> int:
    """How often its guest had said hello, as the token says; whoever changes it, changes their own numbers only."""
    _, count, *_ = [*token.split("."), ""]
    return int(count) if count.isdecimal() and len(count) < 10 else 0


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
