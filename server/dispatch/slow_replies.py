"""Replays, records and scenes take too long to be made during a pass: a thread makes them, one after the other."""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from watai.protocol.errors import Denied
from watai.protocol.messages import FetchRecord, FetchReplay, FetchScenes, Refused, ServerMessage
from watai.protocol.replay import Replay
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.storage.archive import record_part, recorded, scenes

SlowRequest = FetchReplay | FetchRecord | FetchScenes
WAITING_REPLAYS: Final = 64
"""Requests for finished games that may wait. Each keeps a thread busy for up to a tenth of a second."""


class SlowReplies:
    """The replays, records and scenes that guests wait for."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._waiting: deque[tuple[Guest, SlowRequest]] = deque()
        self._asked = trio.Event()
        self.fetch: Callable[[str], Awaitable[None]] | None = None
        """Gets a finished game from another server, so that the lobby finds it."""

    def ask(self, guest: Guest, message: SlowRequest) -> None:
        """Have this answered later; Denied if too many wait already."""
        if len(self._waiting) >= WAITING_REPLAYS:
            raise Denied("limit/busy")
        self._waiting.append((guest, message))
        self._asked.set()

    async def run(self) -> None:
        """Make the replies, for ever. A connection that has ended meanwhile takes its reply and sends nothing."""
        while True:
            await self._asked.wait()
            while self._waiting:
                guest, message = self._waiting.popleft()
                self._lobby.replies.send(guest, await self._make(message))
            self._asked = trio.Event()

    def answer_waiting(self) -> None:
        """Answer everything that waits, here and now: a simulation has no threads."""
        while self._waiting:
            guest, message = self._waiting.popleft()
            try:
                answer = _reply(message, self._lobby.finished(message.game))
            except Denied as denied:
                answer = Refused(message.n, denied.code, denied.why)
            self._lobby.replies.send(guest, answer)

    async def _make(self, message: SlowRequest) -> ServerMessage:
        try:
            if self.fetch is not None:
                await self.fetch(message.game)
            finished = self._lobby.finished(message.game)
            return await trio.to_thread.run_sync(_reply, message, finished)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)


def _reply(message: SlowRequest, finished: Replay) -> ServerMessage:
    if isinstance(message, FetchRecord):
        return record_part(message.n, finished, message.offset)
    if isinstance(message, FetchScenes):
        return scenes(message.n, finished, message.seat, message.after)
    return recorded(message.n, finished)
