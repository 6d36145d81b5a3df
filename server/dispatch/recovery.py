"""Sessions and rooms as the journal has them, when the server starts again."""

import logging
from collections.abc import Iterator

from server.clock import Nanos
from server.rooms.lobby import Lobby
from server.rooms.room import Room
from server.rooms.session_journal import SESSIONS
from server.storage import records
from server.storage.journal import GameDamaged, Journal

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
        lobby.sessions.restore(body)
    for code, bodies in streams.items():
        try:
            yield lobby.restore(code, [records.decode(body) for body in bodies], now)
        except GameDamaged as error:  # the room stands at the end of a game that is damaged
            log.error("a room cannot be recovered", extra={"room": code, "error": str(error)})
            lobby.rooms.pop(code, None)
        except Exception:  # its records stay in the journal, for an engineer to look at
            log.exception("a room cannot be recovered", extra={"room": code})
            broken = lobby.rooms.pop(code, None)
            if broken is not None:
                lobby.public.remove(broken)
