"""Sessions and rooms as the journal has them, when the server starts again."""

import logging
from collections.abc import Iterator

from msgspec import DecodeError

from server.clock import Nanos
from server.rooms.lobby import Lobby
from server.rooms.login import SESSIONS
from server.rooms.room import Room
from server.storage import records
from server.storage.journal import Journal

log = logging.getLogger("watai.recovery")


def recover(journal: Journal, lobby: Lobby, now: Nanos) -> Iterator[Room]:
    """Restore every session, then every room. A room that cannot be restored does not keep the others away."""
    streams = journal.recover()
    for body in streams.pop(SESSIONS, []):
        _restore_session(lobby, body)
    for code, bodies in streams.items():
        try:
            yield lobby.restore(code, [records.decode(body) for body in bodies], now)
        except Exception:  # its records stay in the journal, for an engineer to look at
            log.exception("a room cannot be recovered", extra={"room": code})
            lobby.rooms.pop(code, None)


def _restore_session(lobby: Lobby, body: bytes) -> None:
    """Restore one guest. If its record cannot be read, that guest is a stranger, and everybody else comes back."""
    try:
        lobby.sessions.restore(body)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        log.error("a guest cannot be recovered", extra={"error": str(error)})
