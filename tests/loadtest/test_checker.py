"""The harness finds what a wrong server does: one fault of each kind, planted by a proxy on the way to the players."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from clients.cli.__main__ import main
from loadtest.host import own_server
from tests.loadtest.proxy import Fault, Message, proxy

PLAYERS = 3
AT = 12  # the fault comes with the first fitting event from this number on


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


def test_a_fault_of_each_kind_is_found_and_only_where_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One room for each kind; in the last room only one player is lied to."""

    def plant(number: int) -> Fault | None:
        room, seat = divmod(number, PLAYERS)
        if room == len(FAULTS):
            return when(anything, lambda m: []) if seat == 2 else None
        make = FAULTS[room][1]
        return make() if make else None

    words = ["bench", "race", "--rooms", str(len(FAULTS) + 1), "--players", str(PLAYERS)]
    words += [
        "--seconds",
        "2.5",
        "--think",
        "5",
        "--notice",
        "1",
        "--json",
        str(tmp_path / "a.json"),
    ]
    with own_server("process") as host, proxy(host.address, plant) as between:
        assert main([*words, "--server", between.url]) == 1
    result = json.loads((tmp_path / "a.json").read_text())
    rooms: dict[str, list[str]] = {}
    for fault in result["faults"]:
        rooms.setdefault(fault.split(",")[0], []).append(fault)
    everything = "\n".join(result["faults"])
    assert len(rooms) == len(FAULTS), everything  # every room but the one without a fault
    for what, _, words_of_it in FAULTS[1:]:
        assert words_of_it in everything, what
    assert any("heard something else" in fault for fault in result["faults"])
    assert "VIOLATIONS" in capsys.readouterr().out
