"""A journal that is removed under a running server: the server notices, acknowledges nothing more, and stops."""

from pathlib import Path

import pytest

from tests.support.server.server_process import server_process

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_server_whose_journal_is_unlinked_says_so_and_stops(
    tmp_path: Path, suffix: str
) -> None:
    async with server_process(tmp_path) as server:
        server.journal.with_name(server.journal.name + suffix).unlink()
        assert await server.ended() == 1
    assert "critical" in server.log.lower()
    assert "the journal has failed" in server.log
    last = server.log.splitlines()[-1]
    assert last.startswith("watai serve: the journal file ")
    assert "Traceback" not in server.log
