"""What every journal promises: the embedded one, and the one in Redis."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
import trio

from tests.support.cluster.redis_server import POLL, RedisServer, redis_server
from watai.server.cluster.directory import Directory, NodeLine
from watai.server.cluster.redis_client import connect
from watai.server.cluster.redis_journal import RedisJournal
from watai.server.storage.journal import Journal
from watai.server.storage.sqlite.maintenance import DAY
from watai.server.storage.sqlite.writer import Durability, SqliteJournal


class Opener(Protocol):
    """Opens the same journal, again and again."""

    def __call__(
        self, *, keep_days: int | None = None, keep_games: int | None = None
    ) -> AbstractAsyncContextManager[Journal]: ...


@pytest.fixture(params=["sqlite-process", "sqlite-power", "redis"])
async def reopen(
    request: pytest.FixtureRequest, path: Path, tmp_path: Path
) -> AsyncIterator[Opener]:
    """The journals under contract; another kind is another parameter."""

    @asynccontextmanager
    async def sqlite(
        *, keep_days: int | None = None, keep_games: int | None = None
    ) -> AsyncIterator[Journal]:
        durability: Durability = "power" if request.param == "sqlite-power" else "process"
        with SqliteJournal(
            path, durability=durability, keep_days=keep_days, keep_games=keep_games
        ) as journal:
            yield journal

    if request.param != "redis":
        yield sqlite
        return
    async with redis_server(tmp_path / "redis") as server:

        @asynccontextmanager
        async def redis(
            *, keep_days: int | None = None, keep_games: int | None = None
        ) -> AsyncIterator[Journal]:
            with SqliteJournal(path, keep_days=keep_days, keep_games=keep_games) as games:
                async with node_journal(server, games) as journal:
                    yield journal

        yield redis


@asynccontextmanager
async def node_journal(server: RedisServer, games: Journal) -> AsyncIterator[RedisJournal]:
    """The journal of a node that owns all rooms, until it leaves them to the next."""
    async with connect(server.url) as redis, trio.open_nursery() as nursery:
        directory = Directory(redis)
        await directory.join(NodeLine("node", "ws://here"))
        journal = RedisJournal(redis, "node", games)
        for code in await directory.bury():
            epoch = await directory.claim(code, "node")
            assert epoch is not None
            journal.adopt(code, epoch)
        nursery.start_soon(journal.run)
        yield journal
        await directory.leave("node")
        await directory.bury()
        nursery.cancel_scope.cancel()


async def store(journal: Journal) -> None:
    """Submit, and wait until it is stored."""
    number = journal.submit()
    while journal.stored < number:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def fill(journal: Journal, stream: str, *bodies: bytes) -> None:
    for body in bodies:
        journal.append(stream, body)
    await store(journal)


async def recover(journal: Journal) -> dict[str, list[bytes]]:
    """Every live stream with its records. A node claims rooms one by one, so that those in Redis have no order."""
    if not isinstance(journal, RedisJournal):
        return journal.recover()
    found = {name: await journal.read(name) for name in sorted(journal._positions)}
    return {name: bodies for name, bodies in found.items() if bodies}


@pytest.fixture
async def journal(reopen: Opener) -> AsyncIterator[Journal]:
    async with reopen() as journal:
        yield journal


async def test_records_come_back_in_order_and_streams_in_order_of_first_append(
    reopen: Opener,
) -> None:
    async with reopen() as journal:
        for stream, body in ("b", b"1"), ("a", b"2"), ("b", b""), ("c", b"\0\xff"), ("a", b"3"):
            journal.append(stream, body)
        await store(journal)
        await fill(journal, "b", b"4")
    async with reopen() as journal:
        recovered = await recover(journal)
        assert recovered == {"b": [b"1", b"", b"4"], "a": [b"2", b"3"], "c": [b"\0\xff"]}
        if not isinstance(journal, RedisJournal):
            assert list(recovered) == ["b", "a", "c"]


async def test_nothing_is_stored_before_it_is_submitted(journal: Journal) -> None:
    journal.append("a", b"1")
    assert await recover(journal) == {}
    assert journal.pending == 1
    await store(journal)
    assert await recover(journal) == {"a": [b"1"]}
    assert journal.pending == 0


async def test_a_pass_of_nothing_is_nothing(journal: Journal) -> None:
    await store(journal)
    assert await recover(journal) == {}


async def test_an_archived_stream_is_kept_whole_and_lives_no_more(reopen: Opener) -> None:
    async with reopen() as journal:
        await fill(journal, "a", b"1")
        journal.archive("a", b"summary", b"body", at=7)
        assert journal.archived("a") is None
        await store(journal)
        assert journal.live_streams == 0
    async with reopen() as journal:
        assert await recover(journal) == {}
        assert journal.archived("a") == b"body"
        assert journal.archived("b") is None
        assert journal.archives(10) == [("a", 7, b"summary")]


async def test_a_name_archived_twice_keeps_the_later_game(journal: Journal) -> None:
    journal.archive("a", b"s1", b"b1", at=7)
    journal.archive("a", b"s2", b"b2", at=8)
    await store(journal)
    assert journal.archived("a") == b"b2"
    assert journal.archives(10) == [("a", 8, b"s2")]


async def test_archives_are_listed_newest_first_and_by_pages(journal: Journal) -> None:
    for name, at in ("a", 5), ("b", 9), ("c", 7), ("d", 7):
        journal.archive(name, name.encode(), b"", at)
    await store(journal)
    assert [name for name, _, _ in journal.archives(10)] == ["b", "d", "c", "a"]
    assert [name for name, _, _ in journal.archives(2)] == ["b", "d"]


async def test_a_forgotten_stream_is_gone(reopen: Opener) -> None:
    async with reopen() as journal:
        await fill(journal, "a", b"1")
        await fill(journal, "b", b"2")
        journal.forget("a")
        journal.forget("never begun")
        await store(journal)
        assert await recover(journal) == {"b": [b"2"]}
    async with reopen() as journal:
        assert await recover(journal) == {"b": [b"2"]}
        assert journal.live_streams == 1


async def test_a_stream_is_replaced_by_its_summary_in_one_pass(reopen: Opener) -> None:
    async with reopen() as journal:
        await fill(journal, "sessions", b"1", b"2")
        await fill(journal, "a", b"3")
        journal.append("sessions", b"4")
        journal.forget("sessions")
        journal.append("sessions", b"1+2+4")
        await store(journal)
    async with reopen() as journal:
        assert await recover(journal) == {"a": [b"3"], "sessions": [b"1+2+4"]}


async def test_games_too_old_go(reopen: Opener) -> None:
    async with reopen(keep_days=2) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number * DAY)
        await store(journal)
        journal.maintain(now=39 * DAY)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]
        assert journal.archived("g36") is None


async def test_games_too_many_go_oldest_first(reopen: Opener) -> None:
    async with reopen(keep_games=3) as journal:
        for number in range(40):
            journal.archive(f"g{number}", b"", b"body", at=number // 2)
        await store(journal)
        journal.maintain(now=0)
        assert [name for name, _, _ in journal.archives(99)] == ["g39", "g38", "g37"]


async def test_without_a_limit_all_games_stay(journal: Journal) -> None:
    for number in range(40):
        journal.archive(f"g{number}", b"", b"body", at=number)
    await store(journal)
    journal.maintain(now=10_000 * DAY)
    assert len(journal.archives(99)) == 40
