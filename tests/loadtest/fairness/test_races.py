"""The whole of it, small: real races on a real server through delayed links.

Margins are wide, so that a busy machine cannot change who wins: the far player is 180 ms away and 100 ms quicker than
all others. By arrival it loses every race, fairly it wins them.
"""

import json
from collections.abc import Mapping
from itertools import islice

import pytest

from clients.cli.__main__ import main
from engine.dice import Dice
from loadtest.fairness.field import Field
from loadtest.fairness.heat import Heat
from loadtest.fairness.network import LINK, network
from loadtest.fairness.scenario import SEATS, React, Scenario
from loadtest.netsim import Path

FAR = SEATS - 1
NEAR = Path(1, 1, jitter=0.2, spikes=0)
AWAY = Path(90, 90, jitter=0.2, spikes=0)
PATHS = [*[NEAR] * FAR, AWAY]


def takes(millis: float) -> React:
    return lambda dice: millis + 5 * dice.fraction()


REACTS: Mapping[int, React] = {**{seat: takes(350) for seat in range(FAR)}, FAR: takes(250)}


def test_the_quicker_player_wins_and_by_arrival_the_quicker_network() -> None:
    rooms = [
        Scenario("fair", 3, PATHS, reacts=REACTS),
        Scenario("arrival", 3, PATHS, {"arbitration": "arrival"}, reacts=REACTS),
    ]
    with network(LINK, rooms, "small") as net:
        field = Field(rooms, "small", wired=True)
        heats = list(islice(field.heats(net.host.address, net.own), field.races))
        field.close()
    by_name: dict[str, list[Heat]] = {"fair": [], "arrival": []}
    for heat in heats:
        by_name[heat.scenario.name].append(heat)
    assert {heat.fastest for heat in heats} == {FAR}
    assert [heat.winner for heat in by_name["fair"]] == [FAR] * 3
    assert FAR not in {heat.winner for heat in by_name["arrival"]}
    assert len(by_name["arrival"]) == 3
    assert sum(contest.violations for contest in field.contests) == 0


def test_the_same_seed_draws_the_same_reactions() -> None:
    scenario = Scenario("fair", 1, PATHS)
    draws = [
        [scenario.reaction(seat, dice) for seat in range(SEATS)]
        for dice in (Dice.from_text("a"), Dice.from_text("a"), Dice.from_text("b"))
    ]
    assert draws[0] == draws[1] != draws[2]


def test_the_command_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--races", "1", "--rooms", "1", "--only", "fair", "--network", "link"]
    words += ["--profile", "lan", "--json"]
    code = main(["bench", "fairness", *words, "--assert", "violations==0"])
    assert code in (0, 11)  # a busy machine makes the run invalid, not wrong
    result = json.loads(capsys.readouterr().out)
    assert list(result["races_by_kind"]) == ["fair"]
    assert result["races_by_kind"]["fair"] >= 1  # a room may have begun one more
    assert result["violations"] == 0
    assert result["verified"] == 1
    assert result["network"] == "link"
    assert result["asserts"] == [{"text": "violations==0", "value": 0, "passed": True}]


def test_wrong_usage_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--races", "0"], ["--only", "nothing"], ["--assert", "rubbish"]):
        assert main(["bench", "fairness", *words]) == 2
    assert "--races" in capsys.readouterr().err
