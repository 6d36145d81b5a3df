"""The engine does today what its golden files say it did; `make golden` writes them anew."""

import pytest

from tests.support.engine.goldens import DATA, GOLDENS, Golden, perft_lines, transcript_lines
from watai.engine.catalogue import GAMES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", list(GAMES))
def test_exhaustive_counts_are_as_recorded(name: str) -> None:
    recorded = (DATA / "perft" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(perft_lines(name)) == recorded


@pytest.mark.parametrize(
    "golden", [each for each in GOLDENS if each.transcript], ids=lambda each: each.title()
)
def test_whole_games_go_as_recorded(golden: Golden) -> None:
    path = DATA / "transcripts" / f"{golden.title()}.txt"
    assert list(transcript_lines(golden)) == path.read_text(encoding="utf-8").splitlines()


def test_every_game_has_goldens_and_no_file_is_stale() -> None:
    assert {golden.game for golden in GOLDENS} == set(GAMES)
    kept = {f"{golden.title()}.txt" for golden in GOLDENS if golden.transcript}
    assert {path.name for path in (DATA / "transcripts").iterdir()} == kept
