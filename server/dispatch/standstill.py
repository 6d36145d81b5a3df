"""What becomes of the passes while nothing can be stored: a journal that takes nothing is tried again for a while, and
while a journal does not answer at all, nothing happens and no time passes."""

import logging
from collections.abc import Callable

import trio

from watai.server import clock
from watai.server.clock import Nanos
from watai.server.dispatch.due_rooms import DueRooms
from watai.server.rooms.lobby import Lobby
from watai.server.storage.journal import JournalError, JournalGone
from watai.server.transport.connection import Connection

JOURNAL_PAUSE = 0.2  # seconds between two tries on a journal that takes nothing
log = logging.getLogger("watai.loop")


class Standstill:
    """Whether passes are run, since when they are not, and which connections have ended since."""

    def __init__(
        self,
        lobby: Lobby,
        due_rooms: DueRooms,
        close: Callable[[Connection], None],
        wake: Callable[[], None],
    ) -> None:
        self.fault: str | None = None
        """Why the journal takes nothing, while it does not."""
        self.since: Nanos | None = None
        """Since when no pass is run because nothing could be stored; None while passes are run."""
        self.until: Nanos | None = None
        """When passes were run again after the last time in which none was: what had arrived by then counts as arrived then."""
        self.closed_meanwhile: list[Connection] = []
        """Connections that have ended since no pass is run: they are closed when passes are run again."""
        self._lobby = lobby
        self._due_rooms = due_rooms
        self._close = close
        self._wake = wake
        self._over = trio.Event()

    @property
    def lasts(self) -> bool:
        """Whether nothing happens here, because nothing could be stored."""
        return self.since is not None

    def begin(self) -> None:
        """Let nothing happen until `end`: no message is read, no bot plays, and the clocks of games stand still."""
        if not self.lasts:
            self.since = clock.now()
            self._over = trio.Event()
            self._wake()

    def end(self) -> None:
        """Passes are run again. Their rooms go on as if no time had passed."""
        since, now = self.since, clock.now()
        if since is None:
            return
        self.since = None
        self.until = now
        for room in list(self._lobby.rooms.values()):
            room.skip(since, now)
            self._lobby.dirty[room] = None
            self._due_rooms.schedule(room)
        closed, self.closed_meanwhile = self.closed_meanwhile, []
        for connection in closed:
            self._close(connection)
        self._over.set()
        self._wake()

    async def over(self) -> None:
        """Wait until passes are run again."""
        await self._over.wait()

    async def outlast(self, error: JournalError, run_pass: Callable[[], object]) -> None:
        """Try again for a while. Everything is kept and nothing is written to anybody, so nothing is lost if it comes back.

        A journal whose files are gone does not come back.
        """
        if isinstance(error, JournalGone):
            raise error
        log.error("the journal takes nothing", extra={"error": str(error)})
        patience = trio.current_time() + self._lobby.limits.journal_failing_seconds
        while trio.current_time() < patience:
            self.fault = str(error)
            await trio.sleep(JOURNAL_PAUSE)
            try:
                run_pass()
            except JournalError as again:
                error = again
            else:
                self.fault = None
                log.warning("the journal is back")
                return
        raise error
