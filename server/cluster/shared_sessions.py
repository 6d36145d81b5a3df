"""The sessions of guests in Redis, so that a guest who is sent to another node is the same guest there."""

from msgspec import Struct, msgpack

from watai.protocol.messages import Done
from watai.server import chance
from watai.server.cluster.redis_journal import RedisJournal, SessionWrite
from watai.server.rooms import sessions
from watai.server.rooms.session_journal import SessionJournal
from watai.server.rooms.sessions import Session, Sessions


class SharedSession(Struct, frozen=True, array_like=True):
    """What all nodes know of a guest."""

    id: str
    name: str
    hashes: tuple[bytes, bytes]
    seen: int
    player: bool
    room: str | None
    said: tuple[int, ...]
    logins: int
    writer: str
    """The process in which the guest said hello last."""


class SharedSessions(SessionJournal):
    """Writes each guest's record under a key of its own, which Redis forgets after the guest."""

    strangers = True

    def __init__(self, journal: RedisJournal, sessions: Sessions, guest_days: int) -> None:
        super().__init__(journal, sessions)
        self._redis = journal
        self._guest_days = guest_days
        self.process = chance.token_hex(6)
        """The name of this process, as long as it lives."""

    def write(self, session: Session) -> None:
        record = SharedSession(
            *(session.id, session.name, session.hashes, session.seen, session.player, session.room),
            said=session.said,
            logins=session.logins,
            writer=self.process,
        )
        seconds = self._guest_days * 86_400 if session.player else sessions.STRANGER_SECONDS
        body, version = msgpack.encode(record), (session.logins, session.writes, self.process)
        self._redis.keep_session(session.id, SessionWrite(body, *version, seconds))
        session.writes += 1

    def write_all(self) -> None:
        """Nothing: each record replaces the one before it."""

    def moved(self, session: Session) -> None:
        self.write(session)

    def take_in(self, body: bytes) -> None:
        """A record from Redis, which another node may have written. Answers that were given here stay known.

        What this node has written itself, and what it has not written yet, it knows better.
        """
        record = msgpack.decode(body, type=SharedSession)
        session = self._sessions.get(record.id)
        if session is None:
            session = self._sessions.add(Session(record.id, record.name))
        elif record.logins < session.logins or (record.logins, record.writer) == (
            *(session.logins, self.process),
        ):
            return
        session.logins, session.writes = record.logins, 0
        session.name, session.hashes, session.seen = record.name, record.hashes, record.seen
        session.player = session.player or record.player
        session.room = session.room or record.room
        session.said = record.said
        for number in record.said:  # a repeated line of chat is not said twice
            session.answers.setdefault(number, Done(number))
        session.trim(sessions.REMEMBERED_ANSWERS)
