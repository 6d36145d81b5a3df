"""The player's own games in a file that may be damaged, and what is told of them."""

import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from wcwidth import width

from watai.clients.cli.history import history
from watai.clients.cli.history.history import History
from watai.clients.cli.history.played import VERSION, FinishedGame
from watai.clients.cli.history.report import listed, statistics
from watai.clients.cli.ui.chart import bars
from watai.clients.text.catalogue import LANGUAGES, Text

NAMES = ["Ana", "Félix", "Bot 3"]
GAME = FinishedGame(VERSION, "m0", "watai", 1_700_000_000, "own", "00", NAMES, 0, [0], 425, 5, 151)


def games(count: int) -> list[FinishedGame]:
    """The newest first, each better than the one before."""
    speeds = [30 + number for number in range(count)]
    made = [
        replace(GAME, match=f"m{number}", cards_a_minute=speed + 0.5, reaction=900 - number, won=3)
        for number, speed in enumerate(speeds)
    ]
    return made[::-1]


def test_games_are_kept_once_and_read_the_newest_first(tmp_path: Path) -> None:
    kept = History(tmp_path)
    assert kept.games() == []
    for game in reversed(games(3)):
        kept.add(game)
        kept.add(game)
    assert kept.games() == games(3)


@pytest.mark.parametrize(
    "damage",
    [b"{", b"\xff\xfe", b'{"v":2,"match":"later"}', b"[" * 5000, b"null", b'{"v":1,"match":3}'],
)
def test_a_damaged_line_costs_one_game_and_is_kept(tmp_path: Path, damage: bytes) -> None:
    kept, file = History(tmp_path), tmp_path / "games.jsonl"
    kept.add(GAME)
    file.write_bytes(file.read_bytes() + damage)  # without an end: a crash cut it short
    kept.add(replace(GAME, match="m1"))
    assert [game.match for game in kept.games()] == ["m1", "m0"]
    assert damage in file.read_bytes()


def test_a_seat_that_nobody_has_is_damage_too(tmp_path: Path) -> None:
    kept = History(tmp_path)
    kept.add(replace(GAME, seat=3))
    assert kept.games() == []


def test_the_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST", 20)
    kept = History(tmp_path)
    for number in range(50):
        kept.add(replace(GAME, match=f"m{number}"))
    matches = [game.match for game in kept.games()]
    assert len(matches) <= 20
    assert matches[0] == "m49"
    assert list(tmp_path.iterdir()) == [tmp_path / "games.jsonl"]


def test_a_huge_file_is_read_from_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = msgspec.json.encode(GAME)
    (tmp_path / "games.jsonl").write_bytes((line + b"\n") * 100)
    monkeypatch.setattr(history, "LONGEST", 3 * len(line))
    assert len(History(tmp_path).games()) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_the_list_fits_the_terminal(language: str, columns: int) -> None:
    far = replace(GAME, server="wss://games.example.org", winners=[1])
    lines = listed(Text(language), [far, *games(30)], columns, time.gmtime)
    assert all(width(line) <= columns for line in lines)
    if columns >= 80:
        assert "games.example.org" in lines[1]
        assert "Félix" in lines[1]
        assert "7:05" in lines[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_tell_the_bests_and_show_a_chart(language: str) -> None:
    told = statistics(Text(language), games(12), plain=False)
    assert any("41" in line and "2023-11-14" in line for line in told)
    assert any("889 ms" in line for line in told)
    assert any("█" in line for line in told)
    assert all(line.isascii() for line in statistics(Text("en"), games(12), plain=True)[1:])
    assert statistics(Text(language), [], plain=True) == [Text(language).say("history.none")]


def test_bars_are_as_high_as_their_values() -> None:
    assert bars([0, 1, 2, 4], 2, plain=False) == ["   █", " ▄██"]
    assert bars([1, 2, 4], 2, plain=True) == ["  #", ".##"]
    assert bars([], 3, plain=True) == bars([0, 0], 3, plain=False) == []
