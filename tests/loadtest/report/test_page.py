"""The page says what was measured, and says it first where it cannot be believed."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.support.loadtest.sample_runs import MACHINE, race, race_json, second, summary
from watai.clients.cli.__main__ import main
from watai.loadtest.report.page import html
from watai.loadtest.report.wins import wilson
from watai.loadtest.results.files import read
from watai.loadtest.results.schema import BadRun, FairnessResult, RaceResult, parse

SAMPLE = Path(__file__).parents[3] / "docs" / "samples" / "race.json"
FAIRNESS = {
    "schema": 1,
    "bench": "fairness",
    "valid": True,
    "races": 5000,
    "fastest_wins": 0.953,
    "wins": [2500, 2500],
    "rtts_ms": [150, 5],
    "arrival": {"fastest_wins": 0.41, "wins": [60, 4940]},
    "added_ms": {"contended": summary(0.1)},
    "cheats": {"clock_liar": {"share": 0.125, "gain_ms": 0.4}},
    "environment": MACHINE,
}


class Balance(HTMLParser):
    """Fails on a tag that is not closed in order."""

    empty = frozenset({"meta", "br", "path", "circle", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.empty:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.empty:
            assert self.inside.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    return html([*read(SAMPLE), race(loop="closed"), parse(FAIRNESS)])


def test_every_tag_is_closed_and_every_name_is_used_once(page: str) -> None:
    balance = Balance()
    balance.feed(page)
    assert balance.inside == []
    names = re.findall(r'id="([^"]+)"', page)
    assert len(names) == len(set(names)) > 0


def test_it_needs_no_network_and_runs_nothing(page: str) -> None:
    assert not re.search(r"https?://|src=|href=|url\(|@import|<script", page)


def test_a_valid_run_says_so_with_its_command_and_its_place(page: str) -> None:
    assert "✓ VALID" in page
    assert "<pre>watai bench race --rooms 40</pre>" in page
    assert "Abacus" in page
    assert "0.04 ms of their instant" in page


def test_each_kind_has_its_figures(page: str) -> None:
    for title in ("Latency by percentile", "Answers over time", "Seen by all, over time"):
        assert page.count(f"<h3>{title}</h3>") == 2
    assert "<h3>Share of the races won, by distance from the server</h3>" in page
    assert "fair: 50 % at 5 ms and 50 % at 150 ms; by arrival: 98.8 % at 5 ms and 1.2 %" in page


def test_the_title_says_if_races_went_over_tls(page: str) -> None:
    assert "over TLS" not in page
    assert "<h1>Fairness, 5,000 races, over TLS</h1>" in html([parse({**FAIRNESS, "tls": True})])


def test_wins_without_distances_are_not_drawn() -> None:
    assert "<svg" not in html([parse({**FAIRNESS, "rtts_ms": []})])


def test_a_closed_loop_says_what_it_cannot_see() -> None:
    assert "hardly anybody measures it" in html([race(loop="closed")])
    assert "hardly anybody measures it" not in html([race()])


@pytest.mark.parametrize(
    ("different", "word", "reason"),
    [
        (
            {"valid": False, "invalid_because": ["late & <tired>"]},
            "✗ INVALID",
            "late &amp; &lt;tired&gt;",
        ),
        ({"violations": 1, "faults": ["seq 7 came twice"]}, "✗ WRONG", "seq 7 came twice"),
        ({"asserts": [{"text": "ack.p99<1ms", "passed": False}]}, "✗ FAILED", "ack.p99&lt;1ms"),
    ],
)
def test_what_is_wrong_is_said_first(different: dict[str, Any], word: str, reason: str) -> None:
    body = html([race(**different)]).partition("<body>")[2]
    assert word in body
    assert reason in body
    assert "✓ VALID" not in body
    assert body.index(reason) < body.index("<figure>")


def test_seconds_without_an_answer_are_shaded() -> None:
    series = [second(i) for i in range(6)]
    series[3] |= {"plays": 0, "ack_ms": {"p50": None, "p99": None, "max": None}}
    assert "no answers" in html([race(series=series)])
    assert "no answers" not in html([race()])


def test_a_run_without_distribution_or_series_still_has_its_tables() -> None:
    bare = html([race(0, spectrum={}, seen_by_all_ms={"count": 0})])
    assert "<svg" not in bare
    assert "play → its answer" in bare
    assert "play → seen by all" not in bare


def test_the_command_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    assert main(["bench", "report", str(SAMPLE), str(SAMPLE), "--html", str(out)]) == 0
    assert "2 measurements" in out.read_text(encoding="utf-8")
    assert main(["bench", "report", str(SAMPLE), "--html", "-"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_what_is_no_measurement_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in ('{"bench": "wishes"}', "no JSON", "[1]", '{"bench": "race", "schema": 1}'):
        file = tmp_path / "x.json"
        file.write_text(content)
        assert main(["bench", "report", str(file), "--html", "-"]) == 2
    assert main(["bench", "report", str(tmp_path / "none"), "--html", "-"]) == 2
    assert "schema 1 of race is not 2" in capsys.readouterr().err


def test_files_hold_one_object_or_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text("\n".join(json.dumps(race_json(3, rooms=rooms)) for rooms in (1, 2)))
    assert [run.rooms for run in read(file) if isinstance(run, RaceResult)] == [1, 2]
    with pytest.raises(BadRun, match="rooms"):
        parse(race_json(rooms="many"))
    assert isinstance(parse(FAIRNESS), FairnessResult)


def test_wilsons_interval_is_that_of_the_books() -> None:
    assert wilson(10, 100) == pytest.approx((0.0552, 0.1744), abs=1e-4)
    assert wilson(0, 10)[0] == 0
