"""`watai bench race` on a real server: every play answered, everything checked, and the codes it ends with."""

import json
from pathlib import Path
from typing import Any

import pytest

from watai.clients.cli.__main__ import main
from watai.loadtest.bench.race import INVALID, exit_code
from watai.loadtest.load.plan import Plan
from watai.loadtest.results.race_result import invalid_because
from watai.loadtest.results.schema import LatencySummary

pytestmark = pytest.mark.slow

TRIES = 10


def run(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    """A run that measured something. One by a generator that stood still itself says so, and is made again."""
    for _ in range(TRIES):
        ended = main(["bench", "race", "--rooms", "1", "--seconds", "0.5", "--json", "-", *words])
        said = capsys.readouterr().out
        if ended != INVALID:
            break
    assert ended == code
    result: dict[str, Any] = json.loads(said)
    return result


def test_a_closed_loop_keeps_eight_players_busy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "race.html"
    result = run(["--play", "turn", "--html", str(page)], capsys)
    assert "✓ VALID" in page.read_text(encoding="utf-8")
    assert result["schema"] == 2
    assert result["valid"] is True
    assert result["plays_per_s"] > 0
    assert (result["refused"], result["violations"], result["faults"]) == (0, 0, [])
    assert result["frames_per_s"] >= 8 * result["plays_per_s"]  # everybody hears of every play
    for figures in (result["ack_ms"], result["seen_by_all_ms"], result["skew_ms"]):
        assert 0 < figures["p50"] <= figures["p90"] <= figures["p99"] <= figures["max"]
    assert result["seen_by_all_ms"]["p50"] >= result["skew_ms"]["p50"]
    assert result["server"]["rss_mb"] > 0
    assert result["environment"]["cores"] >= 1


def test_a_race_over_tls_is_checked_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(["--tls", "--notice", "1"], capsys)
    assert result["tls"] is True
    assert result["plays_per_s"] > 0
    assert (result["violations"], result["faults"]) == (0, [])


def test_an_open_loop_shows_a_server_that_stalls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--rooms", "2", "--rate", "10", "--arrivals", "poisson", "--processes", "2"]
    words += ["--warm-up", "0.5", "--seconds", "2", "--stop-server", "0.8", "--budget", "2000"]
    words += ["--assert", "ack.p50>0ms", "--assert", "plays_per_s<1"]
    result = run(words, capsys, 10)
    assert result["generator"]["processes"] == 2
    assert result["violations"] == 0
    assert 0 < result["plays_per_s"] <= 16 * 10 * 2
    assert [each["passed"] for each in result["asserts"]] == [True, False]
    assert {row["stage"] for row in result["series"]} <= {"warm-up", "hold", "drain"}
    assert result["ack_ms"]["max"] >= 700  # Poisson: some play was due soon after the stop
    assert result["ack_ms"]["p90"] >= 200  # four plays in ten fell into it
    assert result["service_ms"]["max"] >= 700


def test_a_generator_that_is_late_makes_a_run_invalid() -> None:
    plan, lag = Plan(rate=5.0), LatencySummary(p99=1.5)
    assert invalid_because(plan, 9, lag, [], 2.0) == []
    (reason,) = invalid_because(plan, 9, lag, [], 1.0)
    assert "late" in reason
    assert exit_code(violations=0, valid=False, asserts=[]) == 11
    assert exit_code(violations=1, valid=False, asserts=[]) == 1


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["--rooms", "0"],
        ["--rate", "-1"],
        ["--players", "9"],
        ["--ramp", "1"],
        ["--spike", "often", "--rate", "1"],
        ["--think", "1", "--rate", "1"],
        ["--assert", "fast enough"],
        ["--stop-server", "9"],
    ):
        assert main(["bench", "race", *words]) == 2
    assert "is not like 'ack.p99<25ms'" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "race", "--rooms", "1", "--server", "ws://127.0.0.1:1"]) == 11
    assert "refused" in capsys.readouterr().err
