"""The sessions of guests: a name, and a token that changes at every connection. Only its hash is kept."""

import hmac
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from msgspec import Struct, msgpack

from protocol.messages import ServerMessage
from server import chance
from server.arbitration.rtt import RttMeter


class SessionRecord(Struct, frozen=True, array_like=True):
    """What the journal keeps of a guest."""

    id: str
    name: str
    hashes: tuple[bytes, bytes]
    seen: int = 0


@dataclass(slots=True)
class Session:
    """One guest. Two tokens open it, the newest and the last one used, because the newest may not have reached the guest."""

    id: str
    name: str
    hashes: tuple[bytes, bytes] = (b"", b"")
    seen: int = 0
    """Unix seconds of the last hello."""
    room: str | None = None
    rooms_opened: int = 0
    answers: dict[int, ServerMessage] = field(default_factory=dict)
    forgotten: int = -1
    """The greatest number whose answer is no longer kept."""
    meter: RttMeter | None = None
    """Of the newest connection. What is left of its quota goes over to the next one."""

    def measured_by(self, meter: RttMeter) -> None:
        """The guest has a new connection, with this meter."""
        if self.meter is not None:
            meter.tokens = self.meter.tokens
        self.meter = meter

    def remember(self, number: int, answer: ServerMessage, most: int) -> None:
        """Keep an answer, for a guest who asks again after losing the connection; forget the oldest beyond `most`."""
        self.answers[number] = answer
        if len(self.answers) > most:
            oldest = next(iter(self.answers))
            del self.answers[oldest]
            self.forgotten = max(self.forgotten, oldest)

    @property
    def last_number(self) -> int:
        """The greatest number that is known to have been answered."""
        return max(self.answers, default=max(self.forgotten, 0))

    def record(self) -> bytes:
        return msgpack.encode(SessionRecord(self.id, self.name, self.hashes, self.seen))


class Sessions:
    """All sessions by id."""

    def __init__(self) -> None:
        self._by_id: dict[str, Session] = {}

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

    def open(self, name: str) -> Session:
        """A new session."""
        session = Session(chance.token_hex(8), name)
        self._by_id[session.id] = session
        return session

    def get(self, id_: str) -> Session | None:
        return self._by_id.get(id_)

    def rotate(self, session: Session, unix: int, used: str) -> str:
        """A new token. The one that the guest has used stays valid until the new one is used."""
        session.seen = unix
        secret = chance.token_urlsafe(24)
        session.hashes = (_hash(secret), _hash(used.partition(".")[2]) if used else b"")
        return f"{session.id}.{secret}"

    def forget_before(self, unix: int, keep: Container[str]) -> None:
        """Drop sessions without a hello since then, unless they have a seat or are in `keep`."""
        self._by_id = {
            session.id: session
            for session in self
            if session.seen >= unix or session.room is not None or session.id in keep
        }

    def restore(self, body: bytes) -> None:
        """Take in a record from the journal; the last record of a session counts."""
        record = msgpack.decode(body, type=SessionRecord)
        self._by_id[record.id] = Session(record.id, record.name, record.hashes, record.seen)


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
