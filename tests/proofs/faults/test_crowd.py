"""The players of `python -m tests.proofs.faults` find nothing after a kill, and find out when the journal is not what it was."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.faults.churn import slope
from tests.proofs.faults.crowd import Crowd
from tests.proofs.faults.restarted_server import RestartedServer
from tests.proofs.faults.tally import FaultTally

pytestmark = pytest.mark.slow
PLAYS = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RestartedServer]:
    made = RestartedServer(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.close()


def played(crowd: Crowd, plays: int) -> None:
    """Play until so many inputs were acknowledged, however long that takes."""
    goal = sum(len(player.acknowledged) for player in crowd.players) + plays
    crowd.run(300, lambda: sum(len(player.acknowledged) for player in crowd.players) >= goal)


def restarted(server: RestartedServer, crowd: Crowd) -> None:
    crowd.drain()
    server.start()
    crowd.come_back()


def test_a_kill_loses_nothing_and_an_older_journal_is_found_out(
    server: RestartedServer, tmp_path: Path
) -> None:
    """After the second kill the journal is one from before some of the plays: what was acknowledged since is lost."""
    crowd = Crowd(server.address, rooms=1)
    played(crowd, PLAYS)
    server.kill()
    kept = tmp_path / "kept"
    kept.mkdir()
    for path in tmp_path.glob("journal.sqlite*"):
        shutil.copy(path, kept)
    tokens = [player.token for player in crowd.players]
    restarted(server, crowd)
    assert crowd.tally.acknowledged >= PLAYS
    assert (crowd.tally.wrong, crowd.tally.words) == (0, [])

    played(crowd, PLAYS)
    server.kill()
    for path in tmp_path.glob("journal.sqlite*"):
        path.unlink()
    for path in kept.iterdir():
        shutil.copy(path, tmp_path)
    for player, token in zip(crowd.players, tokens, strict=True):
        player.token = token  # the older journal knows no other
    restarted(server, crowd)
    assert crowd.tally.lost > 0
    crowd.close()


def test_a_tally_keeps_the_first_faults_in_words() -> None:
    tally = FaultTally()
    tally.add("lost", 0, "nothing")
    tally.add("lost", 2, "two plays")
    tally.add("leaked", 1, "a hand")
    assert (tally.wrong, tally.words) == (3, ["lost: two plays", "leaked: a hand"])


def test_the_slope_is_that_of_the_second_half() -> None:
    warming = [(float(second), 100.0 * second) for second in range(10)]
    steady = [(float(second), 900.0 + second) for second in range(10, 20)]
    assert slope(warming + steady) == 1.0
    assert slope(warming[:4]) is None
