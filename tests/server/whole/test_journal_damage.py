"""A real server on a damaged journal: the damaged room is set aside and named, the others come back."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.server.guest_client import guest
from tests.support.server.server_process import server_process
from watai.protocol.messages import AddBot, Create, Done, Refused, Resume

pytestmark = pytest.mark.slow


def flip_a_bit(journal: Path, room: str) -> None:
    """Change a digit of the strength of the bot in that room: its record can still be read."""
    with closing(sqlite3.connect(journal)) as db, db:
        changed = db.execute(
            """UPDATE log SET body = CAST(replace(CAST(body AS TEXT), 'easy', 'eazy') AS BLOB)
                WHERE instr(body, 'easy') AND stream = (SELECT number FROM streams WHERE name = ?)""",
            (room,),
        )
        assert changed.rowcount == 1


@pytest.mark.parametrize("gently", [True, False])
async def test_a_damaged_room_is_set_aside_and_the_others_come_back(
    tmp_path: Path, gently: bool
) -> None:
    async with server_process(tmp_path) as server:
        tokens, codes = [], []
        for _ in range(2):
            async with guest(server.url) as host:
                created = await host.ask(Create(1, "wapi", 3))
                assert isinstance(created, Done)
                assert isinstance(await host.ask(AddBot(2, "easy")), Done)
                tokens.append(host.welcome.token)
                codes.append(created.code or "")
        await (server.stop() if gently else server.kill())
        flip_a_bit(server.journal, codes[0])
        for start in range(2):
            await server.start()
            assert server.log.count(f"damaged, set aside room={codes[0]}") == start + 1
            async with guest(server.url, token=tokens[0]) as host:
                answer = await host.ask(Resume(3 + start, codes[0], -1))
                assert isinstance(answer, Refused)
                assert answer.code == "room/not_found"
                tokens[0] = host.welcome.token
            async with guest(server.url, token=tokens[1]) as host:
                assert host.welcome.room == codes[1]
                tokens[1] = host.welcome.token
            await (server.stop() if gently else server.kill())
    assert codes[1] not in server.log
    assert "Traceback" not in server.log


async def test_a_server_says_that_the_end_of_its_journal_is_lost(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        async with guest(server.url) as host:
            assert isinstance(await host.ask(Create(1, "wapi", 3)), Done)
        assert await server.stop() == 0
        lock = server.journal.with_name(server.journal.name + ".lock")
        process, reached = lock.read_text().split()
        lock.write_text(f"{process}\n{int(reached) + 7}\n")  # as if seven more had been stored
        await server.start()
        await server.stop()
        assert "the journal ends before what the last server had stored" in server.log
        assert "records=7" in server.log
