"""Replays take too long to be made during a pass: a thread makes them, one after the other."""

from collections import deque

import trio

from protocol.errors import Denied
from protocol.messages import Refused, Replay, ServerMessage
from server.rooms.guest import Guest
from server.rooms.lobby import Lobby
from server.storage.archive import recorded


class SlowReplies:
    """The replays that guests wait for."""

    def __init__(self, lobby: Lobby, most: int) -> None:
        self._lobby = lobby
        self._most = most
        self._waiting: deque[tuple[Guest, Replay]] = deque()
        self._asked = trio.Event()

    def ask(self, guest: Guest, message: Replay) -> None:
        """Have this answered later; Denied if too many wait already."""
        if len(self._waiting) >= self._most:
            raise Denied("limit/busy")
        self._waiting.append((guest, message))
        self._asked.set()

    async def run(self) -> None:
        """Make the replays, for ever. A connection that has ended meanwhile takes its reply and sends nothing."""
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
                answer: ServerMessage = recorded(message.n, self._lobby.finished(message.game))
            except Denied as denied:
                answer = Refused(message.n, denied.code, denied.why)
            self._lobby.replies.send(guest, answer)

    async def _make(self, message: Replay) -> ServerMessage:
        try:
            finished = self._lobby.finished(message.game)
            return await trio.to_thread.run_sync(recorded, message.n, finished)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)
