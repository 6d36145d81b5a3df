"""Damage to a journal: every changed, lost or moved record is noticed, its stream set aside, and the others are whole."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.support.server.memory_lobby import fill
from watai.server.storage.journal import GameDamaged, JournalError
from watai.server.storage.sqlite.reader import SqliteReader
from watai.server.storage.sqlite.writer import SqliteJournal

ROOMS: Final = {
    name: [random.Random(f"{name} {number}").randbytes(20 + number) for number in range(25)]
    for name in ("sessions", "AAA-111", "BBB-222")
}


@pytest.fixture
def written(path: Path) -> Path:
    """A journal at rest: three streams whose records take turns, and a finished game."""
    with SqliteJournal(path) as journal:
        for records in zip(*ROOMS.values(), strict=True):
            for name, record in zip(ROOMS, records, strict=True):
                journal.append(name, record)
            journal.submit()
        journal.archive("game", b"summary", bytes(range(256)) * 20, at=7)
    return path


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement, values).rowcount > 0


def row_of(name: str, index: int) -> int:
    """The number of a room's record in the log."""
    return index * len(ROOMS) + list(ROOMS).index(name) + 1


def check_set_aside(path: Path, name: str, fault: str) -> None:
    """The stream is set aside, now and at every later start; its name can be used again, and its records are kept."""
    others = {each: ROOMS[each] for each in ROOMS if each != name}
    with SqliteReader(path) as reader:
        assert reader.recover() == others
    for _ in range(2):
        with SqliteJournal(path) as journal:
            assert journal.recover() == others
            ((found, why, _),) = journal.damaged
            assert (found, fault in why) == (name, True), why
    with SqliteJournal(path) as journal:
        journal.recover()
        fill(journal, name, b"anew")
        assert journal.recover() == {**others, name: [b"anew"]}
        assert len(journal.damaged) == 1
    with SqliteJournal(path) as journal:
        assert journal.recover() == {**others, name: [b"anew"]}
        assert len(journal.damaged) == 1
    with closing(sqlite3.connect(path)) as db:
        (kept,) = db.execute("SELECT COUNT(*) FROM log").fetchone()
    assert kept >= sum(map(len, ROOMS.values())) - len(ROOMS[name])


def test_a_whole_journal_shows_no_damage(written: Path) -> None:
    with SqliteJournal(written) as journal:
        assert journal.recover() == ROOMS
        assert journal.damaged == []
        assert journal.missing == 0


@pytest.mark.parametrize("index", range(25))
def test_a_flipped_bit_in_any_record_sets_its_room_aside(written: Path, index: int) -> None:
    body = bytearray(ROOMS["AAA-111"][index])
    chance = random.Random(index)
    body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
    change(written, "UPDATE log SET body = ? WHERE id = ?", bytes(body), row_of("AAA-111", index))
    check_set_aside(written, "AAA-111", f"record {index + 1} is not the one")


@pytest.mark.parametrize("index", [0, 12, 23])
def test_a_deleted_record_sets_its_room_aside(written: Path, index: int) -> None:
    change(written, "DELETE FROM log WHERE id = ?", row_of("BBB-222", index))
    check_set_aside(written, "BBB-222", f"record {index + 1} is not the one")


@pytest.mark.parametrize("left", [0, 1, 24])
def test_a_deleted_tail_sets_its_room_aside(written: Path, left: int) -> None:
    ids = [row_of("AAA-111", index) for index in range(left, 25)]
    change(written, f"DELETE FROM log WHERE id IN ({','.join(map(str, ids))})")
    check_set_aside(written, "AAA-111", f"records are missing after record {left}")


def test_exchanged_and_moved_records_are_noticed(written: Path) -> None:
    change(written, "UPDATE log SET stream = 2 WHERE id = ?", row_of("BBB-222", 5))
    with SqliteJournal(written) as journal:
        assert journal.recover() == {"sessions": ROOMS["sessions"]}
        assert {each.name for each in journal.damaged} == {"AAA-111", "BBB-222"}


def test_a_stream_under_another_name_is_set_aside(written: Path) -> None:
    change(written, "UPDATE streams SET name = 'AAB-111' WHERE name = 'AAA-111'")
    with SqliteJournal(written) as journal:
        assert set(journal.recover()) == {"sessions", "BBB-222"}
        assert [each.name for each in journal.damaged] == ["AAB-111"]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM streams WHERE number = 2",
        "UPDATE streams SET name = NULL WHERE number = 2",
        "UPDATE log SET stream = 77 WHERE stream = 2",
        "UPDATE log SET stream = 9223372036854775807 WHERE stream = 2",
        "UPDATE streams SET name = CAST(x'ff41' AS TEXT) WHERE number = 2",
        "UPDATE log SET body = NULL WHERE id = 5",
        "UPDATE log SET body = CAST(x'ff41' AS TEXT) WHERE id = 5",
        "UPDATE log SET seal = NULL WHERE id = 5",
        "UPDATE log SET seal = 'text' WHERE id = 74",
    ],
)
def test_records_without_a_stream_and_values_of_any_kind_are_noticed(
    written: Path, statement: str
) -> None:
    change(written, statement)
    for _ in range(2):
        with SqliteJournal(written) as journal:
            streams = journal.recover()
            assert {name: ROOMS[name] for name in ("sessions", "BBB-222")} == streams
            assert journal.damaged
            fill(journal, "AAA-111", b"anew")  # its name and any number can be used again
            assert journal.recover() == {**streams, "AAA-111": [b"anew"]}
            journal.forget("AAA-111")


def test_a_lost_record_shows_after_a_kill_too(path: Path, tmp_path: Path) -> None:
    """Records since the last mark: their streams have no seal yet that could be missing, but their numbers have a gap."""
    with SqliteJournal(path) as journal:
        fill(journal, "a", b"1", b"2")
        journal.maintain(0)
        fill(journal, "b", b"3")
        fill(journal, "a", b"4")
        killed = tmp_path / "killed.db"
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{killed}{suffix}")
    change(killed, "DELETE FROM log WHERE body = ?", b"3")
    with SqliteJournal(killed) as journal:
        assert journal.recover() == {"a": [b"1", b"2", b"4"]}
        assert [each.fault for each in journal.damaged] == [
            "records are missing after record 0",
            "1 of the records 2 to 4 are missing, of any room",
        ]


@pytest.mark.parametrize("seed", range(4))
def test_no_flipped_bit_of_the_file_is_taken_for_what_was_written(written: Path, seed: int) -> None:
    """Anywhere in the file: it is refused, or the stream is set aside, or it changes nothing that is read."""
    content = written.read_bytes()
    copy = written.with_name("copy.db")
    chance = random.Random(seed)
    noticed = 0
    for _ in range(150):
        damaged = bytearray(content)
        damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        copy.write_bytes(damaged)
        try:
            with SqliteReader(copy) as reader:
                found = reader.recover()
                if reader.damaged:
                    noticed += 1
                    assert all(ROOMS[name] == found[name] for name in found)
                else:
                    assert found == ROOMS
                assert reader.archived("game") in (bytes(range(256)) * 20, None)
        except JournalError:
            noticed += 1
    assert noticed > 50


def test_a_damaged_game_is_not_handed_out(written: Path) -> None:
    change(written, "UPDATE archive SET body = zeroblob(length(body))")
    with SqliteReader(written) as reader, pytest.raises(GameDamaged, match="game game is damaged"):
        reader.archived("game")


def test_half_a_wal_is_said(path: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.db"
    with SqliteJournal(path) as journal:
        for number in range(40):
            fill(journal, "a", b"%d" % number)
        journal.maintain(0)
        fill(journal, "a", b"unmarked")
        for suffix in ("", "-wal", ".lock"):
            shutil.copy(f"{path}{suffix}", f"{cut}{suffix}")
    wal = cut.with_name("cut.db-wal")
    wal.write_bytes(wal.read_bytes()[: wal.stat().st_size // 2])
    with SqliteJournal(cut) as journal:
        left = journal.recover()["a"]
        assert left == [b"%d" % number for number in range(len(left))]
        assert journal.damaged == []
        assert journal.missing == 40 - len(left) > 0
    with SqliteJournal(cut) as journal:
        assert journal.missing == 0  # it is said once
