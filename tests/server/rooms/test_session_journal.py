"""The stream of players in the journal: one record for each, however often it is written again."""

import msgspec

from tests.proofs.storm.memory_journal import MemoryJournal
from watai.server.rooms.session_journal import FEW, SESSIONS, SessionJournal
from watai.server.rooms.sessions import Sessions
from watai.server.storage.records import SessionRecord


def written(journal: MemoryJournal) -> list[str]:
    """The names in the stream, record by record."""
    journal.submit()
    bodies = journal.streams.get(SESSIONS, [])
    return [msgspec.msgpack.decode(body, type=SessionRecord).name for body in bodies]


def test_written_again_the_stream_has_one_record_for_each_player_and_nothing_older() -> None:
    journal, sessions = MemoryJournal(), Sessions()
    kept = SessionJournal(journal, sessions)
    for name in ("Ada", "Bo"):
        session = sessions.open(name)
        session.player = True
        kept.write(session)
        kept.write(session)
    assert written(journal) == ["Ada", "Ada", "Bo", "Bo"]
    kept.write_all()
    kept.write_all()
    assert written(journal) == ["Ada", "Bo"]


def test_a_stream_of_mostly_outdated_records_is_written_again() -> None:
    journal, sessions = MemoryJournal(), Sessions()
    kept = SessionJournal(journal, sessions)
    ada = sessions.open("Ada")
    ada.player = True
    for _ in range(FEW):
        kept.write(ada)
    assert written(journal) == ["Ada"] * FEW
    kept.write(ada)
    assert written(journal) == ["Ada"]
