"""`watai bench ceiling` and `watai bench idle` measure what they say."""

import json

import pytest

from watai.clients.cli.__main__ import main


def test_the_stub_answers_every_turn_and_sends_it_to_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "ceiling", "--rooms", "2", "--seconds", "0.3", "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["plays_per_s"] > 0
    assert result["frames_per_s"] >= 8 * result["plays_per_s"]


def test_idle_connections_are_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "idle", "--connections", "50", "--starts", "1", "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["start_s"] > 0
    assert result["empty_mb"] > 0
    assert main(["bench", "idle", "--connections", "0"]) == 2
    assert main(["bench", "ceiling", "--rooms", "0"]) == 2
    assert main(["bench", "neighbours", "--with", "angels"]) == 2
