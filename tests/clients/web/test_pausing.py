"""What the page does about a pause, by the modules themselves, run in Node: the clock that it shows, and when it tells the server."""

from pathlib import Path
from typing import Any

from tests.support.web.node import run_in_node

SCRIPT = """
import { clock, empty, hear } from "./web/state/model.js";
import { Pausing } from "./web/state/pausing.js";
let model = empty();
const pausing = new Pausing();
const found = [];
for (const { now, message, does } of given) {
  if (message) model = hear(model, message, now);
  if (does === "p") pausing.asked = !pausing.asked;
  if (does === "space") pausing.goOn(model);
  if (does === "play") found.push(["let go", pausing.letGo(model)]);
  if (does === "open" || does === "close") pausing.reading = does === "open";
  found.push([pausing.reason(model), pausing.due(model), model.table && clock(model.table, now)]);
}
console.log(JSON.stringify(found));
"""


def told(folder: Path, *steps: dict[str, Any]) -> list[list[Any]]:
    """Why the game stands still after each step, what the server is told, and the game clock."""
    found: list[list[Any]] = run_in_node(folder, SCRIPT, list(steps))
    return found


def room(now: int, *kinds: str, paused: bool = False) -> dict[str, Any]:
    seats = [{"kind": kind, "name": kind} for kind in kinds or ("player", "bot")]
    state = {"code": "c", "game": "watai", "match": "m", "status": "playing", "you": 0}
    return {"now": now, "message": {"type": "room", **state, "seats": seats, "paused": paused}}


def view(now: int, phase: str, number: int = 1) -> dict[str, Any]:
    shown = {"phase": phase, "round": number}
    return {"now": now, "message": {"type": "view", "seq": 1, "at": 500, "seat": 0, "view": shown}}


def test_the_clock_stands_still_while_the_game_is_paused(tmp_path: Path) -> None:
    steps = (room(0), view(1_000, "race"), {"now": 2_000, "does": "p"}, room(2_100, paused=True))
    later = ({"now": 9_000, "does": "p"}, room(9_000), {"now": 9_100})
    assert told(tmp_path, *steps, *later) == [
        [None, None, None],
        [None, None, 500],
        ["asked", True, 1_500],
        ["asked", None, 1_600],
        [None, False, 1_600],
        [None, None, 1_600],
        [None, None, 1_700],
    ]


def test_a_round_waits_until_its_player_has_read_what_comes_before_it(tmp_path: Path) -> None:
    steps = (room(0), view(0, "waiting"), room(0, paused=True), {"now": 0, "does": "space"})
    assert told(tmp_path, *steps, room(0), view(0, "race"), view(0, "naming", 2)) == [
        [None, None, None],
        ["round", True, 500],
        ["round", None, 500],
        [None, False, 500],
        [None, None, 500],
        [None, None, 500],
        ["round", True, 500],
    ]


def test_a_move_lets_the_game_go_on_first(tmp_path: Path) -> None:
    steps = (room(0), view(0, "waiting"), room(0, paused=True), {"now": 0, "does": "play"})
    assert told(tmp_path, *steps)[3] == ["let go", True]


def test_with_other_people_nothing_stands_still(tmp_path: Path) -> None:
    steps = (room(0, "player", "player"), view(0, "waiting"), {"now": 0, "does": "open"})
    assert [each[:2] for each in told(tmp_path, *steps)] == [[None, None]] * 3


def test_reading_pauses_and_closing_goes_on(tmp_path: Path) -> None:
    steps = (room(0), view(0, "race"), {"now": 0, "does": "open"}, room(0, paused=True))
    found = told(tmp_path, *steps, {"now": 0, "does": "close"})
    assert [each[:2] for each in found[2:]] == [["reading", True], ["reading", None], [None, False]]
