"""The sessions of players in the journal, in one stream whose size is bounded by the number of players."""

from typing import Final

from watai.server.rooms.sessions import Session, Sessions
from watai.server.storage.journal import Journal

SESSIONS: Final = "sessions"  # the name of the stream; unlike room codes it has no dash
FEW: Final = 1_000
"""A stream with fewer outdated records, about 150 KB, is not worth writing again."""


class SessionJournal:
    """Appends the records of players. Strangers have none: after a restart they are new guests, and have lost nothing."""

    strangers = False
    """Whether strangers have records too."""

    def __init__(self, journal: Journal, sessions: Sessions) -> None:
        self._journal = journal
        self._sessions = sessions
        self._kept = 0
        self._appended = 0

    def write(self, session: Session) -> None:
        """Append a player's record. The stream is written again when most of its records are outdated."""
        self._journal.append(SESSIONS, session.record())
        self._appended += 1
        if self._appended > max(FEW, 2 * self._kept):
            self.write_all()

    def moved(self, session: Session) -> None:
        """A session is in another room, or in none. The records of rooms say who sits where, so nothing is written."""

    def write_all(self) -> None:
        """Replace the stream by one record for each player."""
        players = [session for session in self._sessions if session.player]
        self._journal.forget(SESSIONS)
        for session in players:
            self._journal.append(SESSIONS, session.record())
        self._kept, self._appended = len(players), 0
