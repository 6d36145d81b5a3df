"""Where the page connects next in a cluster, by the module itself, run in Node."""

from pathlib import Path

from tests.support.web.node import run_in_node

SCRIPT = """
import { Addresses } from "./web/link/addresses.js";
const addresses = new Addresses(given.home);
const where = given.steps.map(([what, ...words]) => {
  addresses[what](...words);
  return addresses.here;
});
console.log(JSON.stringify({ where, others: addresses.others }));
"""
A, B, C = "ws://a:1/", "ws://b:1", "ws://c:1"


def walk(folder: Path, home: str, *steps: list[object]) -> tuple[list[str], list[str]]:
    found = run_in_node(folder, SCRIPT, {"home": home, "steps": steps})
    return found["where"], found["others"]


def test_a_node_that_does_not_answer_is_tried_again_after_all_others(tmp_path: Path) -> None:
    where, _ = walk(tmp_path, A, ["know", [B, C]], ["next"], ["next"], ["next"])
    assert where == [A, B, C, A]


def test_a_page_of_a_server_alone_stays_there(tmp_path: Path) -> None:
    assert walk(tmp_path, A, ["next"], ["next"]) == ([A, A], [])


def test_whoever_sent_us_is_asked_again_if_nobody_answers_there(tmp_path: Path) -> None:
    where, others = walk(tmp_path, A, ["know", ["ws://a:1", B, C]], ["follow", C], ["next"])
    assert where == [A, C, A]
    assert others == [B, C]


def test_a_page_that_came_over_tls_stays_on_tls(tmp_path: Path) -> None:
    home, other = "wss://a/", "wss://b/"
    where, others = walk(tmp_path, home, ["follow", B], ["know", [B, other]], ["follow", other])
    assert where == [home, home, other]
    assert others == [home]


def test_nodes_that_send_us_in_circles_are_left_in_their_turn(tmp_path: Path) -> None:
    round_trip: list[list[object]] = [["follow", B], ["follow", A]] * 3
    where, _ = walk(tmp_path, A, *round_trip)
    assert where == [B, A, B, A, B, B]
