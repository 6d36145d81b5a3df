"""What takes long is answered beside the passes, one after the other and in a thread, so that nobody's race waits for it."""

from collections import deque
from collections.abc import Container

import trio

from protocol.errors import Denied
from protocol.messages import Refused, Replay, ServerMessage
from server.rooms.lobby import Lobby
from server.storage.archive import recorded
from server.transport.connection import Connection


class Errands:
    """The replays that guests wait for."""

    def __init__(self, lobby: Lobby, most: int) -> None:
        self._lobby = lobby
        self._most = most
        self._line: deque[tuple[Connection, Replay]] = deque()
        self._news = trio.Event()

    def take(self, connection: Connection, message: Replay) -> None:
        """Answer this later; Denied if too many wait already."""
        if len(self._line) >= self._most:
            raise Denied("limit/busy")
        self._line.append((connection, message))
        self._news.set()

    async def run(self, here: Container[Connection]) -> None:
        """Answer those who are still here by then, for ever."""
        while True:
            await self._news.wait()
            while self._line:
                connection, message = self._line.popleft()
                answer = await self._fetch(message)
                self._lobby.replies.send(connection if connection in here else None, answer)
            self._news = trio.Event()

    async def _fetch(self, message: Replay) -> ServerMessage:
        try:
            finished = self._lobby.finished(message.game)
            return await trio.to_thread.run_sync(recorded, message.n, finished)
        except Denied as denied:
            return Refused(message.n, denied.code, denied.why)
