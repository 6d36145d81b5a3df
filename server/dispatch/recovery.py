"""Sessions and rooms as the journal has them, when the server starts again."""

import logging
from collections.abc import Iterator

from msgspec import DecodeError

from watai.server.clock import Nanos
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room
from watai.server.rooms.session_journal import SESSIONS
from watai.server.storage import records
from watai.server.storage.journal import GameDamaged, Journal

log = logging.getLogger("watai.recovery")


def recover(journal: Journal, lobby: Lobby, now: Nanos) -> Iterator[Room]:
    """Restore every session, then every room. A room that cannot be restored does not keep the others away.

    Of damaged sessions, those before the damage are restored; the other guests are strangers when they come back.
    """
    streams = journal.recover()
    sessions = streams.pop(SESSIONS, [])
    for damaged in journal.damaged:
        log.error("damaged, set aside", extra={"room": damaged.name, "error": damaged.fault})
        if damaged.name == SESSIONS:
            sessions = [*damaged.before, *sessions]
    for body in sessions:
        _restore_session(lobby, body)
    for code, bodies in streams.items():
        try:
            yield lobby.restore(code, [records.decode(body) for body in bodies], now)
        except GameDamaged as error:  # the room stands at the end of a game that is damaged
            log.error("a room cannot be recovered", extra={"room": code, "error": str(error)})
            drop(lobby, code)
        except Exception:  # its records stay in the journal, for an engineer to look at
            log.exception("a room cannot be recovered", extra={"room": code})
            drop(lobby, code)


def _restore_session(lobby: Lobby, body: bytes) -> None:
    """Restore one guest. If its record cannot be read, that guest is a stranger, and everybody else comes back."""
    try:
        lobby.sessions.restore(body)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        log.error("a guest cannot be recovered", extra={"error": str(error)})


def drop(lobby: Lobby, code: str) -> None:
    """Remove a room that was restored in part."""
    room = lobby.rooms.pop(code, None)
    if room is not None:
        lobby.public.remove(room)
