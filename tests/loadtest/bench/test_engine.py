"""`watai bench engine` measures what it says it measures."""

import json
from pathlib import Path

import pytest

from watai.clients.cli.__main__ import main
from watai.engine.game import IllegalMove
from watai.loadtest.bench.engine import feed, record


def test_a_recording_plays_a_whole_game_and_every_input_of_it_is_accepted() -> None:
    recording = record("seed", 3, 30)
    game = recording.new()
    assert feed(game, recording.inputs) >= 0
    assert game.outcome() is not None
    with pytest.raises(IllegalMove):
        feed(recording.new(), recording.inputs[1:])  # a tampered recording is noticed, not timed


def test_one_json_object_with_the_rate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    quick = ["bench", "engine", "--players", "2", "--games", "1", "--runs", "1"]
    assert main([*quick, "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["inputs_per_s"] > 0
    assert result["players"] == 2
    file = tmp_path / "result.json"
    assert main([*quick, "--json", str(file)]) == 0
    assert json.loads(file.read_text())["inputs"] == result["inputs"]
    assert "inputs_per_s" in capsys.readouterr().out


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 2
    assert main(["bench", "wishes"]) == 2
    assert main(["bench", "engine", "--runs", "0"]) == 2
    assert "at least 1" in capsys.readouterr().err
