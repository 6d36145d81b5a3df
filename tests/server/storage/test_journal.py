"""What every journal promises."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from server.storage.journal import Journal
from server.storage.sqlite.maintenance import DAY
from server.storage.sqlite.writer import Durability, SqliteJournal
from tests.support.server.memory_lobby import fill


class Opener(Protocol):
    """Opens the same journal, again and again."""

    def __call__(
        self, *, keep_days: int | None = None, keep_games: int | None = None
    ) -> Journal: ...


@pytest.fixture(params=["sqlite-process", "sqlite-power"])
def reopen(request: pytest.FixtureRequest, path: Path) -> Opener:
    """The journals under contract; another kind is another parameter."""

    def opener(*, keep_days: int | None = None, keep_games: int | None = None) -> Journal:
        durability: Durability = "power" if request.param == "sqlite-power" else "process"
        return SqliteJournal(
            path, durability=durability, keep_days=keep_days, keep_games=keep_games
        )

    return opener


@pytest.fixture
def journal(reopen: Opener) -> Iterator[Journal]:
    with reopen() as journal:
        yield journal


def test_records_come_back_in_order_and_streams_in_order_of_first_append(reopen: Opener) -> None:
    with reopen() as journal:
        for stream, body in ("b", b"1"), ("a", b"2"), ("b", b""), ("c", b"\0\xff"), ("a", b"3"):
            journal.append(stream, body)
        journal.commit()
        fill(journal, "b", b"4")
    with reopen() as journal:
        assert list(journal.recover().items()) == [
            ("b", [b"1", b"", b"4"]),
            ("a", [b"2", b"3"]),
            ("c", [b"\0\xff"]),
        ]


def test_nothing_is_stored_before_commit(journal: Journal) -> None:
    journal.append("a", b"1")
    assert journal.recover() == {}
    assert journal.pending == 1
    journal.commit()
    assert journal.recover() == {"a": [b"1"]}
    assert journal.pending == 0


def test_a_commit_of_nothing_is_nothing(journal: Journal) -> None:
    journal.commit()
    assert journal.recover() == {}


def test_close_commits_and_may_be_repeated(reopen: Opener) -> None:
    journal = reopen()
    journal.append("a", b"1")
    journal.close()
    journal.close()
    journal.maintain(0)  # a worker that comes too late does no harm
    with reopen() as journal:
        assert journal.recover() == {"a": [b"1"]}


def test_an_archived_stream_is_kept_whole_and_lives_no_more(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "a", b"1")
        journal.archive("a", b"summary", b"body", at=7)
        assert journal.archived("a") is None
        journal.commit()
        assert journal.live_streams == 0
    with reopen() as journal:
        assert journal.recover() == {}
        assert journal.archived("a") == b"body"
        assert journal.archived("b") is None
        assert journal.archives(10) == [("a", 7, b"summary")]


def test_a_name_archived_twice_keeps_the_later_game(journal: Journal) -> None:
    journal.archive("a", b"s1", b"b1", at=7)
    journal.archive("a", b"s2", b"b2", at=8)
    journal.commit()
    assert journal.archived("a") == b"b2"
    assert journal.archives(10) == [("a", 8, b"s2")]


def test_archives_are_listed_newest_first_and_by_pages(journal: Journal) -> None:
    for name, at in ("a", 5), ("b", 9), ("c", 7), ("d", 7):
        journal.archive(name, name.encode(), b"", at)
    journal.commit()
    assert [name for name, _, _ in journal.archives(10)] == ["b", "d", "c", "a"]
    assert [name for name, _, _ in journal.archives(2)] == ["b", "d"]


def test_a_forgotten_stream_is_gone(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "a", b"1")
        fill(journal, "b", b"2")
        journal.forget("a")
        journal.forget("never begun")
        journal.commit()
        assert journal.recover() == {"b": [b"2"]}
    with reopen() as journal:
        assert journal.recover() == {"b": [b"2"]}
        assert journal.live_streams == 1


def test_a_stream_is_replaced_by_its_summary_in_one_commit(reopen: Opener) -> None:
    with reopen() as journal:
        fill(journal, "sessions", b"1", b"2")
        fill(journal, "a", b"3")
        journal.append("sessions", b"4")
        journal.forget("sessions")
        journal.append("sessions", b"1+2+4")
        journal.commit()
    with reopen() as journal:
        assert list(journal.recover().items()) == [("a", [b"3"]), ("sessions", [b"1+2+4"])]


def test_games_too_old_go(reopen: Opener) -> None:
    with reopen(keep_days=2) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number * DAY)
        journal.commit()
        journal.maintain(now=39 * DAY)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]
        assert journal.archived("g36") is None


def test_games_too_many_go_oldest_first(reopen: Opener) -> None:
    with reopen(keep_games=3) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number // 2)
        journal.commit()
        journal.maintain(now=0)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]


def test_without_a_limit_all_games_stay(journal: Journal) -> None:
    for number in range(40):
        journal.archive(f"g{number}", b"", b"body", at=number)
    journal.commit()
    journal.maintain(now=10_000 * DAY)
    assert len(journal.archives(99)) == 40
