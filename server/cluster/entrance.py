"""What a node must ask the directory before it can answer: who a guest is, and which node has or opens a room.

The message waits, and everything behind it from the same connection. Then it is dispatched as usual, or the guest is
sent to the node that can answer it.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from watai.protocol.messages import ClientMessage, Create, Done, Hello, Join, Resume, Watch
from watai.protocol.rooms import read_code
from watai.server.clock import Nanos
from watai.server.cluster.directory import LEASE_SECONDS
from watai.server.cluster.membership import Membership
from watai.server.cluster.redis import RedisAway
from watai.server.cluster.shared_sessions import SharedSessions
from watai.server.dispatch.loop import Loop
from watai.server.rooms.guest import Guest
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection, SeenPong

PATIENCE: Final = LEASE_SECONDS + 3.0
"""Seconds until a room of a dead node has a new owner, and more. Then the guest comes back later."""
PAUSE: Final = 0.05
"""Seconds between two questions about a room that has no owner yet."""
LATER: Final = "this cannot be answered now; come back in a moment"
ELSEWHERE: Final = "another node has this room"

Incoming = ClientMessage | SeenPong
log = logging.getLogger("watai.cluster")


class Moved(Exception):
    """The guest is to ask another node, at this address."""


class Entrance:
    """The messages that wait for the directory, by connection."""

    def __init__(
        self,
        loop: Loop,
        membership: Membership,
        sessions: SharedSessions,
        claim: Callable[[str], Awaitable[None]],
        nursery: trio.Nursery,
    ) -> None:
        self._loop = loop
        self._lobby = loop.lobby
        self._membership = membership
        self._directory = membership.directory
        self._sessions = sessions
        self._claim = claim
        self._nursery = nursery
        self._waiting: dict[Connection, list[tuple[Incoming, Nanos]]] = {}
        self._cleared: dict[Connection, Incoming] = {}
        self.leaving: set[Connection] = set()
        """Whose room is handed over or given up: what they say now, or had said, they say again to its next owner."""

    def defer(
        self, connection: Connection, guest: Guest | None, message: Incoming, stamp: Nanos
    ) -> bool:
        """Whether this message is taken here, to be dispatched later or elsewhere."""
        if connection in self.leaving:
            return True
        if connection in self._waiting:
            self._waiting[connection].append((message, stamp))
            return True
        if self._cleared.pop(connection, None) is message:
            return False
        question = self._question(guest, message)
        if question is None:
            return False
        self._waiting[connection] = [(message, stamp)]
        self._nursery.start_soon(self._wait, connection, message, question)
        return True

    def _question(
        self, guest: Guest | None, message: Incoming
    ) -> Callable[[], Awaitable[None]] | None:
        """What is to be found out first, if anything is. It raises Moved, or returns when the message can be dispatched."""
        if isinstance(message, Hello):
            token = message.token
            return (lambda: self._know(token)) if token else None
        if guest is None or isinstance(message, SeenPong) or guest.room is not None:
            return None
        if isinstance(message, Create):
            n, session = message.n, guest.session
            return None if n in session.answers else lambda: self._open(guest, n)
        if isinstance(message, Join | Watch | Resume):
            code = read_code(message.code)
            if code in self._lobby.rooms or message.n in guest.session.answers:
                return None
            return lambda: self._locate(code)
        return None

    async def _wait(
        self,
        connection: Connection,
        message: Incoming,
        question: Callable[[], Awaitable[None]],
    ) -> None:
        moved = None
        with trio.move_on_after(PATIENCE) as patience:
            while True:
                try:
                    await question()
                except RedisAway:
                    await trio.sleep(PAUSE)
                    continue
                except Moved as elsewhere:
                    moved = str(elsewhere)
                except Exception:
                    log.exception(
                        "a question to the directory broke", extra={"said": type(message).__name__}
                    )
                    connection.end(Ending(1011, "the server has failed; try again"))
                break
        waiting = self._waiting.pop(connection)
        if connection not in self._loop.connections or connection.fault is not None:
            return
        if moved is not None:
            connection.end(Ending(1001, ELSEWHERE, moved))
        elif patience.cancelled_caught:
            connection.end(Ending(1001, LATER))
        else:
            self._cleared[connection] = message
            for each, stamp in waiting:
                self._loop.receive(connection, each, stamp)

    def gone(self, connection: Connection) -> None:
        """A connection is over."""
        self._cleared.pop(connection, None)
        self.leaving.discard(connection)

    # questions

    async def _know(self, token: str) -> None:
        """Who this guest is, by what another node may have written last."""
        for body in await self._directory.sessions([token.partition(".")[0]]):
            self._sessions.take_in(body)

    async def _open(self, guest: Guest, n: int) -> None:
        """Which node opens a room for this request. If one has, the guest is given that room."""
        once = f"{guest.session.id}:{n}"
        while True:
            await self._membership.joined()
            found = await self._directory.reserve(once, self._membership.least_loaded())
            if not found.startswith("@"):
                await self._locate(found)
                done = Done(n, code=found)
                guest.session.remember(n, done)
                return
            node = found.removeprefix("@")
            if node == self._membership.id:
                return
            if (url := self._membership.url_of(node)) is not None:
                self._send_on(url)
            await trio.sleep(PAUSE)  # it has only just joined, or is about to be found dead

    def _send_on(self, url: str) -> None:
        """Raises Moved, unless this is the address of this node: then its earlier name, which is about to be found dead."""
        if url != self._membership.url:
            raise Moved(url)

    async def _locate(self, code: str) -> None:
        """Where this room is: here, nowhere, or elsewhere. A room without an owner is claimed here."""
        while True:
            await self._membership.joined()
            owner = await self._directory.owner(code)
            if owner is None or code in self._lobby.rooms:
                return
            if not owner.node:
                await self._claim(code)
            elif owner.node != self._membership.id:
                self._send_on(owner.url)
            if code not in self._lobby.rooms:
                await trio.sleep(PAUSE)
