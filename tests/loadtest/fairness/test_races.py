"""A small fairness run from end to end: real races on a real server through delayed links.

The far player is 180 ms away and 100 ms quicker than all others. By arrival it loses the races, fairly it wins them.
A machine that stands still for a tenth of a second may change one: races that did not go as arranged do not count,
and of the others most decide.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from watai.clients.cli.__main__ import main
from watai.engine.dice import Dice
from watai.loadtest.fairness.field import Field
from watai.loadtest.fairness.network.links import LINK, network
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.scenario import SEATS, React, Scenario
from watai.loadtest.net.netsim import Path as Link
from watai.loadtest.report.fairness_text import fairness_text
from watai.loadtest.results.files import read
from watai.loadtest.results.schema import FairnessResult

pytestmark = pytest.mark.slow

FAR = SEATS - 1
NEAR = Link(1, 1, jitter=0.2, spikes=0)
AWAY = Link(90, 90, jitter=0.2, spikes=0)
PATHS = [*[NEAR] * FAR, AWAY]
LEAD = 100  # ms
ENOUGH = 5
MOST = 100


def takes(millis: float) -> React:
    return lambda dice: millis + 5 * dice.fraction()


REACTS: Mapping[int, React] = {**{seat: takes(250 + LEAD) for seat in range(FAR)}, FAR: takes(250)}


def as_arranged(heat: Heat) -> bool:
    return heat.fastest == FAR and heat.gap > LEAD / 2


@pytest.mark.parametrize("tls", [False, True])
def test_the_quicker_player_wins_and_by_arrival_the_quicker_network(tls: bool) -> None:
    rooms = [
        Scenario("fair", MOST, PATHS, reacts=REACTS),
        Scenario("arrival", MOST, PATHS, {"arbitration": "arrival"}, reacts=REACTS),
    ]
    won: dict[str, list[bool]] = {"fair": [], "arrival": []}
    with network(LINK, rooms, "small", tls) as net:
        field = Field(rooms, "small", wired=True)
        for heat in field.heats(net.server.address, net.own, tls):
            if as_arranged(heat):
                won[heat.scenario.name].append(heat.winner == FAR)
            if min(map(len, won.values())) >= ENOUGH:
                break
        field.close()
    for by_far in won.values():
        assert len(by_far) >= ENOUGH
    assert sum(won["fair"]) > len(won["fair"]) / 2
    assert sum(won["arrival"]) < len(won["arrival"]) / 2
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
    assert (result["network"], result["tls"]) == ("link", False)
    assert result["asserts"] == [{"text": "violations==0", "value": 0, "passed": True}]


def test_cheats_play_over_tls_too(tmp_path: Path) -> None:
    cheats = {"stall_and_lie": 3, "blind_among_people": 1, "spectated": 1}
    words = ["--tls", "--races", "6", "--rooms", "5", "--only", ",".join(cheats)]
    found = tmp_path / "fairness.json"
    code = main(["bench", "fairness", *words, "--network", "link", "--json", str(found)])
    assert code in (0, 11)
    (result,) = read(found)
    assert isinstance(result, FairnessResult)
    assert result.races_by_kind.keys() == cheats.keys()
    assert all(result.races_by_kind[name] >= races for name, races in cheats.items())
    assert (result.violations, result.faults, result.verified) == (0, [], 1)
    assert result.tls
    assert fairness_text(result).partition("\n")[0].endswith("delays by link, over TLS")


def test_wrong_usage_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--races", "0"], ["--only", "nothing"], ["--assert", "rubbish"]):
        assert main(["bench", "fairness", *words]) == 2
    assert "--races" in capsys.readouterr().err
