"""A comparison finds what is there, claims nothing that is not, and refuses what cannot be compared."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from tests.support.loadtest.sample_runs import MACHINE, race, race_json
from watai.clients.cli.__main__ import main
from watai.loadtest.compare.likeness import differences
from watai.loadtest.compare.resample import Ratio, ratio, redraw
from watai.loadtest.compare.verdict import Word, judge, say

pytestmark = pytest.mark.slow


@pytest.fixture
def files(tmp_path: Path) -> "Files":
    return Files(tmp_path)


class Files:
    """Measurements on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def add(self, **different: Any) -> str:
        self.count += 1
        path = self.folder / f"{self.count}.json"
        path.write_text(json.dumps(race_json(**different)))
        return str(path)


def words(slower: float, runs: int = 1) -> dict[str, Word]:
    verdicts = judge([race()] * runs, [race(slower=slower)] * runs, 0.05, "seed")
    return {each.figure.name: each.word for each in verdicts}


def test_the_same_twice_is_no_difference() -> None:
    assert set(words(1.0).values()) == {Word.SAME}


def test_slower_is_worse_and_quicker_is_better_where_it_differs() -> None:
    assert words(1.3)["answered, p99"] is Word.WORSE
    assert words(0.7, runs=3)["answered, p99"] is Word.BETTER
    assert words(1.3)["server time per play"] is Word.WORSE
    assert words(1.3)["plays"] is Word.SAME


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (1.1, 1.3, Word.WORSE),
        (0.7, 0.9, Word.BETTER),
        (0.97, 1.03, Word.SAME),
        (1.01, 1.04, Word.SAME),  # surely slower, and surely by less than anybody minds
        (0.8, 1.2, Word.UNCLEAR),
        (1.02, 1.2, Word.UNCLEAR),
        (None, None, Word.UNCLEAR),
    ],
)
def test_a_difference_counts_when_the_whole_interval_is_beyond_the_tolerance(
    low: float | None, high: float | None, word: Word
) -> None:
    assert say(Ratio(1.0, low, high), 0.05, more_is_better=False) is word
    opposite = {Word.WORSE: Word.BETTER, Word.BETTER: Word.WORSE}
    assert say(Ratio(1.0, low, high), 0.05, more_is_better=True) is opposite.get(word, word)


def noise(seed: int, runs: int, middle: float) -> list[Sequence[float]]:
    """Runs that differ from each other, of seconds that differ too."""
    chance = Random(seed)
    levels = [chance.gauss(middle, 0.05) for _ in range(runs)]
    return [[chance.gauss(level, 0.1) for _ in range(20)] for level in levels]


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    held = 0
    for seed in range(15):
        found = ratio(noise(seed, 5, 1.0), noise(1000 + seed, 5, 1.2), median, str(seed))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 1.2 <= found.high
    assert held >= 12  # the bootstrap of five runs is known to be a little narrow


def test_the_same_seed_draws_the_same() -> None:
    sides = noise(1, 3, 1.0), noise(2, 3, 1.1)
    assert ratio(*sides, median, "a") == ratio(*sides, median, "a")
    assert ratio(*sides, median, "a") != ratio(*sides, median, "b")


def test_runs_and_seconds_are_drawn_from_what_there_is() -> None:
    drawn = redraw([[1.0, 2.0, 3.0], [4.0]], Random(1))
    assert len(drawn) == 2
    assert {value for run in drawn for value in run} <= {1.0, 2.0, 3.0, 4.0}


def test_too_few_seconds_are_no_evidence() -> None:
    verdicts = judge([race(4)], [race(4, slower=3.0)], 0.05, "seed")
    assert {each.word for each in verdicts} == {Word.UNCLEAR}


def test_runs_on_another_machine_or_with_other_work_are_named_but_not_another_version() -> None:
    other = {**MACHINE, "cpu_model": "Slide rule", "git_sha": "def"}
    found = differences([race(), race(environment=other, rate=6.0)])
    assert found == ["cpu model differs: Abacus and Slide rule", "rate differs: 5.0 and 6.0"]


def test_exit_codes_tell_what_came_of_it(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    before, slower = files.add(), files.add(slower=1.5)
    assert main(["bench", "compare", before, before]) == 0
    assert main(["bench", "compare", before, slower]) == 10
    assert main(["bench", "compare", slower, before]) == 0
    assert main(["bench", "compare", before, files.add(rooms=41)]) == 2
    assert main(["bench", "compare", "--force", before, files.add(rooms=41)]) == 0
    assert main(["bench", "compare", before, files.add(valid=False)]) == 11
    assert main(["bench", "compare", before, files.add(seconds=0)]) == 2
    assert main(["bench", "compare", before]) == 2
    assert "rooms differs: 40 and 41" in capsys.readouterr().err


def test_several_runs_a_side(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    sides = [files.add() for _ in range(3)], [files.add(slower=1.5) for _ in range(3)]
    assert main(["bench", "compare", *sides[0], "--with", *sides[1]]) == 10
    assert "Fewer than three runs" not in capsys.readouterr().out
    words = ["bench", "compare", *sides[0], "--json", "-", "--with", *sides[1]]
    assert main(words) == 10
    result = json.loads(capsys.readouterr().out)
    assert result["worse"]
    figures = {each["name"]: each for each in result["figures"]}
    assert figures["answered, p99"]["ratio"] == pytest.approx(1.5)
    assert figures["plays"]["verdict"] == "no difference"
