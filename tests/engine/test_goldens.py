"""The engine does today what its golden files say it did; `make golden` writes them anew."""

import pytest

from tests.support.engine.goldens import (
    DATA,
    GOLDENS,
    PROGRAM,
    excerpt,
    hash_line,
    main,
    perft_lines,
    transcript_lines,
    transcripts,
)
from watai.engine.catalogue import GAMES

pytestmark = pytest.mark.slow


def recorded(path: str) -> list[str]:
    return (DATA / path).read_text(encoding="utf-8").splitlines()


HASHES = {line.partition(":")[0]: line for line in recorded("transcripts.txt")}


@pytest.mark.parametrize("name", list(GAMES))
def test_exhaustive_counts_are_as_recorded(name: str) -> None:
    assert list(perft_lines(name)) == recorded(f"perft/{name}.txt")


@pytest.mark.parametrize("name", list(transcripts()))
def test_whole_games_go_as_recorded(name: str) -> None:
    assert hash_line(name) == HASHES.get(name), (
        f"{name} goes otherwise. What has changed since the last commit, or any other: "
        f"python -m {PROGRAM} --show {name} --against HEAD"
    )


@pytest.mark.parametrize("name", list(GAMES))
def test_the_game_to_read_goes_as_recorded(name: str) -> None:
    assert list(excerpt(name)) == recorded(f"transcripts/{name}.txt")


def test_a_whole_game_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    name = next(iter(transcripts()))
    main(["--show", name])
    assert capsys.readouterr().out.splitlines() == list(transcript_lines(*transcripts()[name]))


def test_every_game_has_goldens_and_nothing_recorded_is_stale() -> None:
    assert {golden.game for golden in GOLDENS} == set(GAMES)
    assert list(HASHES) == list(transcripts())
    assert {path.stem for path in (DATA / "transcripts").iterdir()} == set(GAMES)
