"""How the page notices that its server is gone, by the module itself in virtual time, run in Node."""

from pathlib import Path
from typing import Any

from tests.support.web.node import run_in_node

SCRIPT = """
import { BEAT, Pulse } from "./web/link/pulse.js";
const pulse = new Pulse(0);
const how = { inRoom: true, several: false, entering: false, ...given.how };
const done = [];
for (let now = BEAT; now <= given.until; now += BEAT) {
  if (now > given.sleep[0] && now < given.sleep[1]) continue;
  const todo = pulse.look(now, how);
  if (todo) done.push([now, todo]);
  if (todo === "dead") break;
  if (now < given.answers) pulse.heard();
}
console.log(JSON.stringify(done));
"""


def look(folder: Path, **given: Any) -> list[list[Any]]:
    """When the page asks, and when it gives up, if the server answers at once before `answers`, and then no more."""
    usual = {"until": 60_000, "answers": 60_000, "sleep": [0, 0], "how": {}}
    found: list[list[Any]] = run_in_node(folder, SCRIPT, {**usual, **given})
    return found


def test_outside_a_room_a_silent_server_is_left_in_peace(tmp_path: Path) -> None:
    assert look(tmp_path, how={"inRoom": False}) == []


def test_in_a_room_the_server_is_asked_now_and_then(tmp_path: Path) -> None:
    assert look(tmp_path, until=12_000) == [[4_000, "ask"], [8_000, "ask"], [12_000, "ask"]]


def test_a_server_that_does_not_answer_is_given_up(tmp_path: Path) -> None:
    assert look(tmp_path, answers=0) == [[4_000, "ask"], [13_500, "dead"]]


def test_in_a_cluster_it_is_given_up_about_when_others_have_the_room(tmp_path: Path) -> None:
    found = look(tmp_path, answers=0, how={"several": True})
    assert found == [[1_500, "ask"], [4_500, "dead"]]


def test_a_node_that_waits_for_a_room_itself_is_not_given_up(tmp_path: Path) -> None:
    found = look(tmp_path, answers=0, how={"several": True, "entering": True})
    assert found == [[4_000, "ask"], [13_500, "dead"]]


def test_after_a_sleep_the_server_is_asked_at_once_everywhere(tmp_path: Path) -> None:
    asleep = {"sleep": [5_000, 30_000], "how": {"inRoom": False}}
    assert look(tmp_path, **asleep) == [[30_000, "ask"]]
    assert look(tmp_path, answers=6_000, **asleep) == [[30_000, "ask"], [32_500, "dead"]]
