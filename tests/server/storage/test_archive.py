"""Finished games as they leave the archive."""

import pytest

from protocol.replay import read_replay
from server.storage import archive
from server.storage.archive import record_part
from tests.support.protocol.played_games import played


def test_the_parts_of_a_record_make_the_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PART_CHARACTERS", 1000)
    finished = played("wapi")
    file, parts, total = "", 0, 1
    while len(file) < total:
        part = record_part(7, finished, len(file))
        total = part.total
        assert (part.n, part.match, part.offset) == (7, finished.match, len(file))
        file, parts = file + part.part, parts + 1
    assert parts == -(-len(file) // 1000) > 1
    assert file.encode() == finished.to_json()
    assert read_replay(file.encode()) == finished


@pytest.mark.parametrize("offset", [-1, 10**9, 2**63])
def test_there_is_nothing_outside_the_file(offset: int) -> None:
    part = record_part(7, played("wapi"), offset)
    assert (part.part, part.offset) == ("", offset)
