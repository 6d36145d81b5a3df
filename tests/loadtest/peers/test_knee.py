"""The knee of each server is found by the same rules, compared within rounds, and told with its doubts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from watai.clients.cli.__main__ import main
from watai.loadtest.load.plan import Plan
from watai.loadtest.peers.knee_figures import as_json, doubts, knee_ratios, table, tls_ratios
from watai.loadtest.peers.knee_page import knee_page, points
from watai.loadtest.peers.knees import Knee, rounds, search
from watai.loadtest.peers.rounds import Got
from watai.loadtest.results.knee import find_knee

pytestmark = pytest.mark.slow
BUDGET = 20.0
PLAN = Plan(rate=5.0)


def server(most: int, late: Callable[[int], bool] = lambda rooms: False) -> Callable[[Plan], Got]:
    """A server that meets the budget with so many rooms and no more; `late` says when the generator is."""

    def measure(plan: Plan) -> Got:
        p99 = 2.0 if plan.rooms <= most else 200.0
        lag = 9.0 if late(plan.rooms) else 0.1
        return Got(plan.rooms * 40, 0.5, p99, 0.9, lag, server_us_per_play=100.0)

    return measure


@pytest.mark.parametrize("knee", [7, 80, 133, 400])
@pytest.mark.parametrize("guess", [0, 100, 380])
def test_the_knee_of_a_server_is_found_with_and_without_a_guess(knee: int, guess: int) -> None:
    found = search(server(knee), PLAN, BUDGET, guess)
    assert found.best is not None
    assert knee * 0.94 - 1 <= found.best.rooms <= knee


def test_a_good_guess_saves_runs() -> None:
    near = len(search(server(133), PLAN, BUDGET, 130).readings)
    assert near < len(search(server(133), PLAN, BUDGET).readings)


def test_a_load_that_failed_once_is_tried_again() -> None:
    seen: list[int] = []

    def hiccups(plan: Plan) -> Got:
        seen.append(plan.rooms)
        stalled = seen.count(plan.rooms) == 1
        return Got(plan.rooms * 40, 0.5, 300.0 if stalled else 2.0, 0.9, 0.1)

    best = search(hiccups, PLAN, BUDGET).best
    assert best is not None
    assert best.rooms == 1000


def test_a_late_generator_is_asked_again_and_then_doubted() -> None:
    knee = search(server(100, late=lambda rooms: rooms > 100), PLAN, BUDGET)
    (doubt, *_) = doubts({"ws": [knee]}, BUDGET)
    assert "the generator was 9.0 ms late at p99" in doubt
    assert doubts({"ws": [search(server(100), PLAN, BUDGET)]}, BUDGET) == []


def test_a_wrong_answer_meets_no_budget() -> None:
    knee = search(lambda plan: Got(40, 0.5, 2.0, 0.9, 0.1, "3 violations"), PLAN, BUDGET)
    assert knee.best is None
    assert knee.plays_per_s == 0


def knees() -> dict[str, list[Knee]]:
    found: dict[str, list[Knee]] = {}
    everybody = {
        "ours.turn": server(240),
        "ours.fair": server(120),
        "ours.fair_tls": server(96),
        "colyseus": server(120),
    }
    for name, knee in rounds(everybody, PLAN, BUDGET, 2):
        found.setdefault(name, []).append(knee)
    return found


def test_ratios_json_table_and_page_say_the_same() -> None:
    found = knees()
    versus = knee_ratios(found)["colyseus"]
    assert versus["turn"]["median"] == pytest.approx(2, abs=0.15)
    assert versus["fair"]["median"] == pytest.approx(1, abs=0.1)
    whole = as_json(found)
    assert list(whole) == ["ours", "colyseus", "ratios", "tls_over_plain"]
    assert tls_ratios(found)["fair"]["median"] == pytest.approx(0.8, abs=0.1)
    assert json.loads(json.dumps(whole))["ours"]["turn"]["server_us_per_play"] == 100.0
    assert "× colyseus" in table(found)
    assert f"{versus['turn']['median']:.2f} (" in table(found)
    page = knee_page(found, BUDGET, "watai bench knee", [])
    assert "ours.fair × colyseus" in page
    assert "p99 over load" in page
    across = [x for x, _ in points(found["colyseus"], "p99_ms")]
    assert across == sorted(across)


def test_a_search_goes_down_from_a_guess_that_does_not_hold() -> None:
    found, tries = find_knee(lambda rooms: rooms <= 90, 130, 1000, 1.12)
    assert 85 <= found <= 90
    assert len(tries) <= 8


def test_a_real_search_of_our_server_and_a_rig(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a budget that any machine meets and no more than two rooms, so that nothing depends on speed."""
    monkeypatch.setattr("watai.loadtest.peers.knees.MOST_ROOMS", 2)
    file, page = tmp_path / "knee.json", tmp_path / "knee.html"
    words = ["--budget", "60000", "--rounds", "1", "--seconds", "1", "--warm-up", "0"]
    files = ["--json", str(file), "--html", str(page)]
    assert main(["bench", "knee", "limit", "--ours", "turn,fair", *words, *files]) == 0
    result = json.loads(file.read_text())
    assert result["valid"]
    for each in (result["ours"]["turn"], result["ours"]["fair"], result["limit"]):
        assert each["plays_per_s"]["median"] > 0
        assert each["rounds"][0]["loads"][0]["rooms"] == 2
    assert result["ratios"]["limit"]["turn"]["median"] > 0
    assert page.read_text().count("<svg") == 2


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "knee", "socket-io"]) == 2
    assert main(["bench", "knee", "--ours", "guess"]) == 2
    assert main(["bench", "knee", "--budget", "0"]) == 2
    assert "no such server: guess" in capsys.readouterr().err
