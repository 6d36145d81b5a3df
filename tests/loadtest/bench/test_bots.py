"""`watai bench bots` counts what was won, for whichever seat."""

import json

import pytest

from watai.clients.cli.__main__ import main
from watai.engine.catalogue import GAMES
from watai.loadtest.bench.bots import RANDOM, Pairing, play_match


@pytest.mark.parametrize("name", [name for name in GAMES if name != "watai"])
def test_sides_change_seats_and_the_same_seed_plays_the_same_games(name: str) -> None:
    seats = next(each for each in GAMES[name].game.seats if each % 2 == 0)
    match = Pairing(name, {}, seats, "easy", RANDOM, "suite")
    results = [play_match(match, number) for number in (0, 1)]
    assert [play_match(match, number).won for number in (0, 1)] == [each.won for each in results]
    assert all(0 <= each.won <= 1 and each.millis for each in results)


def test_a_row_per_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "bots", "watai", "--games", "2", "--json", "--option", "target=5"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["side"], row["other"]) for row in rows] == [
        ("strong", "medium"),
        ("medium", "easy"),
    ]
    assert all(0 <= row["won"] <= 1 for row in rows)


def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "bots", "watai", "--seats", "3"]) == 2
    assert main(["bench", "bots", "watai", "--option", "boxes=7"]) == 2
    assert "boxes" in capsys.readouterr().err
