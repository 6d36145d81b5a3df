"""The journal of live rooms in Redis: a stream for each room, to which only the room's owner can append.

*Storing.* A pass is handed over whole and stored later. One task sends everything that waits in one pipeline, a script
call for each room (`scripts.STORE`), and the passes count as stored when Redis has answered, in order.

*Redis away.* What Redis has not answered is sent again until it does: a script that was carried out before changes nothing.

*Refused.* If Redis refuses a room's records, another node owns the room, or Redis has lost records. Nobody has been told
what was refused: `on_refused` is called first, and the room is no longer served here.

*Finished games* are kept in this node's own file as well, for `export` and `verify`; Redis has the newest of all nodes.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import trio

from watai.server.cluster import keys, scripts
from watai.server.cluster.redis import Redis, RedisAway, ScriptCall
from watai.server.storage.journal import Journal

RETRY_SECONDS: Final = 0.05
CREATION_SECONDS: Final = 3_600
"""How long a guest who repeats its request to open a room is given the same room."""
SHARED_GAMES: Final = 1_000
"""Finished games that Redis keeps for all nodes: about 20 MB."""
NOTE_SECONDS: Final = 60
"""How long a process that lives may be without Redis, and still learn which of its guests are elsewhere."""
FENCE: Final = 1
"""The seq of the record with which an epoch begins, after a claim."""
MOST_PASSES: Final = 64
"""Passes in one pipeline: the first of them waits for the answers to all."""
log = logging.getLogger("watai.journal")


@dataclass(slots=True)
class Changes:
    """What one pass changes in one stream."""

    node: str
    """Under which name this node owned the stream when it made them."""
    epoch: int
    before: int
    """The seq of the last record before this pass."""
    begins: bool = False
    once: str = ""
    trims: bool = False
    ends: bool = False
    bodies: list[bytes] = field(default_factory=list)
    games: list[tuple[str, int, bytes, bytes]] = field(default_factory=list)


class SessionWrite(NamedTuple):
    """A guest's session, as `scripts.KEEP` takes it."""

    body: bytes
    logins: int
    writes: int
    writer: str
    seconds: float


@dataclass(slots=True)
class Pass:
    """Everything that one pass changes."""

    streams: dict[str, Changes] = field(default_factory=dict)
    sessions: dict[str, SessionWrite] = field(default_factory=dict)


@dataclass(slots=True)
class Position:
    """Where this node continues a stream that it owns."""

    epoch: int
    seq: int
    once: str = ""


class RedisJournal(Journal):
    """The journal of one node. `games` keeps the games that are finished here."""

    def __init__(self, redis: Redis, node: str, games: Journal) -> None:
        self.node = node
        """Under which name this node owns rooms; another one after its lease has run out."""
        self.away: str | None = None
        """Why Redis does not answer, while it does not."""
        self.on_refused: Callable[[str], None] = lambda stream: None
        self.on_session_refused: Callable[[str, int], None] = lambda session, logins: None
        """Called with a session whose guest has said hello elsewhere, and how often it had to this node's knowledge."""
        self._redis = redis
        self._games = games
        self._fetched: dict[str, bytes] = {}
        self._positions: dict[str, Position] = {}
        self._pass = Pass()
        self._waiting: deque[Pass] = deque()
        self._news = trio.Event()
        self._progress = trio.Event()
        self._appended = 0

    # rooms that come and go

    def adopt(self, stream: str, epoch: int) -> None:
        """This node has claimed the stream, in this epoch."""
        self._positions[stream] = Position(epoch, FENCE)

    def drop(self, stream: str) -> None:
        """Write nothing more to this stream, not even what waits: the room is not served here any more."""
        self._positions.pop(stream, None)
        self._pass.streams.pop(stream, None)

    def knows(self, stream: str) -> bool:
        """Whether this node owns the stream."""
        return stream in self._positions

    async def read(self, stream: str) -> list[bytes]:
        """The records of a stream that was claimed. Raises RedisAway."""
        return await self._redis.records(keys.room(stream))

    async def fetch(self, match: str) -> None:
        """Get a finished game that another node has finished, so that `archived` finds it. Raises RedisAway."""
        if self._games.archived(match) is None and match not in self._fetched:
            (body,) = await self._redis.get(keys.game(match))
            if body is not None:
                self._fetched.clear()  # one at a time is asked for, and read at once
                self._fetched[match] = body

    # the interface of a journal

    def begin(self, stream: str, once: str) -> None:
        self._positions[stream] = Position(1, 0, once)

    def append(self, stream: str, body: bytes) -> None:
        changes = self._changes(stream)
        changes.bodies.append(body)
        changes.ends = False

    def _changes(self, stream: str) -> Changes:
        changes = self._pass.streams.get(stream)
        if changes is None:
            at = self._positions.setdefault(stream, Position(1, 0))
            begins = (at.epoch, at.seq) == (1, 0)
            changes = Changes(self.node, at.epoch, at.seq, begins, at.once if begins else "")
            self._pass.streams[stream] = changes
        return changes

    def archive(
        self, stream: str, summary: bytes, body: bytes, at: int, room: str | None = None
    ) -> None:
        self.forget(stream)
        owner = stream if room is None else room
        self._positions.setdefault(owner, Position(1, 0))
        self._changes(owner).games.append((stream, at, summary, body))

    def forget(self, stream: str) -> None:
        if stream in self._positions:
            changes = self._changes(stream)
            changes.bodies.clear()
            changes.trims = changes.ends = not changes.begins

    def submit(self) -> int:
        done = self._pass
        if done.streams or done.sessions:
            for stream, changes in done.streams.items():
                self._appended += len(changes.bodies)
                seq = changes.before + len(changes.bodies)
                if changes.ends or not seq:
                    self._positions.pop(stream, None)
                elif stream in self._positions:
                    self._positions[stream] = Position(changes.epoch, seq)
            self._waiting.append(done)
            self._pass = Pass()
            self._news.set()
        return self.stored + len(self._waiting)

    def keep_session(self, id_: str, record: SessionWrite) -> None:
        """Buffer the record of a session, for all nodes to know."""
        self._pass.sessions[id_] = record

    # storing

    async def run(self) -> None:
        """Store what is submitted, for ever."""
        while True:
            await self._news.wait()
            while self._waiting:
                await self._store(list(self._waiting)[:MOST_PASSES])
            self._news = trio.Event()

    async def _store(self, passes: list[Pass]) -> None:
        """Store these passes, the oldest ones. Sent again until Redis answers."""
        streams = [item for each in passes for item in each.streams.items()]
        sessions = [item for each in passes for item in each.sessions.items()]
        calls = [self._call(stream, changes) for stream, changes in streams]
        kept = [_keep(id_, record) for id_, record in sessions]
        try:
            answers = await self._redis.send([*calls, *kept])
        except RedisAway as away:
            if self.away is None:
                log.error("Redis is away", extra={"error": str(away)})
            self.away = str(away)
            await trio.sleep(RETRY_SECONDS)
            return
        if self.away is not None:
            log.warning("Redis is back")
            self.away = None
        for (id_, record), kept_ in zip(sessions, answers[len(calls) :], strict=True):
            if not kept_:
                self.on_session_refused(id_, record.logins)
        for (stream, changes), answer in zip(streams, answers, strict=False):
            if not answer:
                self._refuse(stream, changes.epoch)
                continue
            for match, at, summary, body in changes.games:
                self._games.archive(match, summary, body, at)
        self._games.submit()
        for _ in passes:
            self._waiting.popleft()
        self.stored += len(passes)
        self._progress.set()
        self._progress = trio.Event()
        if self.on_stored is not None:
            self.on_stored()

    def _call(self, stream: str, changes: Changes) -> ScriptCall:
        creation = keys.creation(changes.once) if changes.once else ""
        games = [value for match, at, _, body in changes.games for value in (match, at, body)]
        return ScriptCall(
            scripts.STORE,
            [keys.NODES, keys.OWNERS, keys.FREE, keys.GAMES, keys.room(stream), creation],
            [
                *(changes.node, stream, changes.epoch, changes.before),
                *(int(changes.begins), int(changes.trims), int(changes.ends)),
                *(CREATION_SECONDS, SHARED_GAMES, keys.game(""), len(changes.bodies)),
                *changes.bodies,
                *games,
            ],
        )

    def _refuse(self, stream: str, epoch: int) -> None:
        at = self._positions.get(stream)
        if at is not None and at.epoch != epoch:
            log.info("late records of a room that was claimed anew", extra={"room": stream})
            return  # they are from before its lease had run out, and nobody was told them
        log.error(
            "Redis refuses the records of a room: another node owns it", extra={"room": stream}
        )
        self.drop(stream)
        self.on_refused(stream)

    @property
    def settled(self) -> bool:
        """Whether everything is stored that was submitted."""
        return not self._waiting

    async def settle(self, number: int) -> None:
        """Wait until this pass is stored."""
        while self.stored < number:
            await self._progress.wait()

    # the rest of the interface

    def recover(self) -> dict[str, list[bytes]]:
        return {}  # rooms are claimed one by one, while the node runs

    def archived(self, stream: str) -> bytes | None:
        found = self._games.archived(stream)
        return self._fetched.get(stream) if found is None else found

    def archives(self, limit: int) -> list[tuple[str, int, bytes]]:
        return self._games.archives(limit)

    def maintain(self, now: int) -> None:
        self._games.maintain(now)

    def close(self) -> None:
        self._games.close()

    @property
    def pending(self) -> int:
        return sum(len(each.bodies) for each in self._pass.streams.values())

    @property
    def unstored(self) -> int:
        """How many passes wait for Redis."""
        return len(self._waiting)

    @property
    def live_streams(self) -> int:
        return len(self._positions)

    @property
    def log_rows(self) -> int:
        return self._appended

    @property
    def wal_bytes(self) -> int:
        return self._games.wal_bytes


def _keep(id_: str, record: SessionWrite) -> ScriptCall:
    milliseconds = int(record.seconds * 1_000)
    version = (record.logins, record.writes, record.writer)
    where = [keys.session(id_), keys.version(id_)]
    note = (id_, keys.notes(""), NOTE_SECONDS)
    return ScriptCall(scripts.KEEP, where, [*version, milliseconds, record.body, *note])
