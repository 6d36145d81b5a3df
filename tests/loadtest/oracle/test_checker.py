"""The harness finds what a wrong server does: one fault of each kind, planted by a proxy on the way to the players."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.loadtest.faulty_proxy import Fault, Message, proxy
from watai.clients.cli.__main__ import main
from watai.loadtest.oracle.checker import Checker, Faults
from watai.loadtest.systems.measured_server import own_server

pytestmark = pytest.mark.slow

PLAYERS = 3
AT = 12  # the fault comes with the first fitting event from this number on
AFTER = 10  # events that follow a fault and show it
SHORTEST, LONGEST = 1.0, 64.0  # seconds of racing: as many as all faults need, on this machine


def when(
    matches: Callable[[Message], bool], fault: Callable[[Message], Sequence[Message]]
) -> Fault:
    """The fault once, at the first event that fits and is not among the first."""
    done: list[bool] = []

    def pass_on(message: Message) -> Sequence[Message]:
        if done or message["seq"] < AT or not matches(message):
            return [message]
        done.append(True)
        return fault(message)

    return pass_on


class Planted:
    """A fault on its way to one player, and whether it has come and been followed by enough."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.since = 0

    def __call__(self, message: Message) -> Sequence[Message]:
        told = self.fault(message)
        if self.since or list(told) != [message]:
            self.since += 1
        return told

    @property
    def shown(self) -> bool:
        return self.since > AFTER


def anything(message: Message) -> bool:
    return True


def named(name: str) -> Callable[[Message], bool]:
    return lambda message: message["event"] == name


def told(message: Message, **data: object) -> Message:
    return {**message, "data": {**message["data"], **data}}


def swapped() -> Fault:
    """Two events change places."""
    kept: list[Message] = []

    def pass_on(message: Message) -> Sequence[Message]:
        if message["seq"] == AT:
            kept.append(message)
            return []
        return [message, kept.pop()] if kept else [message]

    return pass_on


def high_enough(message: Message) -> bool:
    return message["event"] == "Placed" and bool(message["data"]["height"])


FAULTS: Sequence[tuple[str, Callable[[], Fault] | None, str]] = (
    ("nothing at all", None, ""),
    ("a seq twice", lambda: when(anything, lambda m: [m, m]), "instead of"),
    ("two events swapped", swapped, "instead of"),
    (
        "two cards on one slot",
        lambda: when(high_enough, lambda m: [told(m, height=m["data"]["height"] - 1)]),
        "two cards at height",
    ),
    ("an event lost", lambda: when(anything, lambda m: []), "instead of"),
    ("a hidden card told", lambda: when(named("Turned"), lambda m: [told(m, next="Gr7")]), "next"),
    ("time running backwards", lambda: when(anything, lambda m: [{**m, "t": 1}]), "not after"),
    (
        "a card of somebody else",
        lambda: when(named("Turned"), lambda m: [told(m, top="B+1")]),
        "B+1",
    ),
    (
        "a play made up",
        lambda: when(anything, lambda m: [told({**m, "event": "Gathered"}, seat=0, count=1)]),
        "",
    ),
)


def raced(seconds: float, file: Path) -> tuple[dict[str, Any], bool]:
    """One room for each kind, and one in which only one player is lied to; whether all faults have come to pass."""
    planted: list[Planted] = []

    def plant(number: int) -> Fault | None:
        room, seat = divmod(number, PLAYERS)
        if room == len(FAULTS):
            fault = when(anything, lambda m: []) if seat == 2 else None
        else:
            make = FAULTS[room][1]
            fault = make() if make else None
        if fault is None:
            return None
        planted.append(Planted(fault))
        return planted[-1]

    words = ["--rooms", str(len(FAULTS) + 1), "--players", str(PLAYERS), "--think", "5"]
    words += ["--seconds", str(seconds), "--notice", "1", "--json", str(file)]
    with own_server("process") as server, proxy(server.address, plant) as between:
        assert main(["bench", "race", *words, "--server", between.url]) == 1
    return json.loads(file.read_text()), all(each.shown for each in planted)


def test_a_fault_of_each_kind_is_found_and_only_where_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seconds, enough = SHORTEST, False
    while not enough and seconds <= LONGEST:
        result, enough = raced(seconds, tmp_path / "a.json")
        seconds *= 2
    assert enough, "some event never came"
    rooms: dict[str, list[str]] = {}
    for fault in result["faults"]:
        rooms.setdefault(fault.split(",")[0], []).append(fault)
    everything = "\n".join(result["faults"])
    assert len(rooms) == len(FAULTS), everything  # every room but the one without a fault
    for what, _, words_of_it in FAULTS[1:]:
        assert words_of_it in everything, what
    assert any("heard something else" in fault for fault in result["faults"])
    assert "VIOLATIONS" in capsys.readouterr().out


def test_a_race_is_for_a_place_that_can_exist() -> None:
    faults = Faults()
    checker = Checker("1", faults)
    checker.check_contested({"prompts": []})
    checker.check_contested({"prompts": [], "contested": ["pile/0", "pile/31", "shout"]})
    assert faults.count == 0
    for wrong in ("pile/64", "pile/-1", "pile", "shout/3", "freeze", 7):
        checker.check_contested({"prompts": [], "contested": [wrong]})
    assert faults.count == 6
