"""From races to figures, where the right answer is known."""

import pytest

from watai.loadtest.fairness.conduct import CHEATS, ClockLiar, Conduct, PongStaller, SpikeFaker
from watai.loadtest.fairness.field import share_out
from watai.loadtest.fairness.figures import added_alone, cheat, fairness_result, harm, right, wins
from watai.loadtest.fairness.program import FAIR, HARM, JITTERY, program
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.scenario import Scenario
from watai.loadtest.net.netsim import PROFILES
from watai.loadtest.results.schema import Waits
from watai.protocol.messages import Beaten, Race

SPREAD = PROFILES["spread"]


def heat(winner: int, *reactions: float, scenario: str = FAIR, race: Race | None = None) -> Heat:
    everybody = [*reactions, *[900.0 + seat for seat in range(8 - len(reactions))]]
    return Heat(Scenario(scenario, 1, SPREAD), 0, 7, 1, 3, everybody, winner, race)


def test_the_fastest_is_whoever_took_the_least_time() -> None:
    race = heat(1, 300, 250)
    assert race.right
    assert race.fastest == 1
    assert race.gap == 50
    assert right([race, heat(0, 300, 250)]) == 0.5
    assert wins([race, heat(0, 300, 250)]) == [1, 1, 0, 0, 0, 0, 0, 0]
    assert right([]) is None


def test_a_gain_is_what_the_server_gave_beyond_what_it_gave_to_others() -> None:
    told = Race(1_250_000, 90_000, [Beaten(0, 60), Beaten(2, 70)])
    race = heat(1, 300, 250, 310, race=told)
    assert race.moments() == {1: 1250, 0: 1310, 2: 1320}
    assert (
        race.gain(1) == 10
    )  # the two others are held to have pressed at 1010 plus their reactions
    assert race.gain(3) is None
    assert race.lead(1) == 70


def test_a_cheat_is_judged_over_all_its_seats() -> None:
    told = Race(1_250_000, 0, [Beaten(0, 60), Beaten(2, 70)])
    lost = heat(0, 300, 250, scenario=ClockLiar.name)
    won = heat(1, 300, 250, 310, scenario=ClockLiar.name, race=told)
    assert cheat({1: [won, lost], 4: [lost, lost]}, ClockLiar.name) == {
        "share": 0.25,
        "gain_ms": 10,
    }


def test_harm_is_what_the_jittery_player_deserved_and_did_not_get() -> None:
    deserved = [0.0] * JITTERY
    quick = [500.0 for _ in deserved]
    races = [heat(JITTERY, *quick, 200, scenario=HARM) for _ in range(3)]
    races.append(heat(0, *quick, 200, scenario=HARM))
    races.append(heat(0, 100, scenario=HARM))
    assert harm(races) == (0.25, 4)


def test_what_is_added_is_told_beside_what_everything_takes() -> None:
    turned = [0.001] * 98 + [0.005] * 2
    assert added_alone(turned, [0.0012] * 98 + [0.009] * 2) == Waits(0.2, 0.2, 4.0)
    assert added_alone(turned, []) == Waits()


def test_figures_of_nothing_are_none_rather_than_wrong() -> None:
    empty = fairness_result([], valid=False)
    assert empty.fastest_wins is None
    assert empty.chi2_p is None
    assert set(empty.cheats) == set(CHEATS)
    assert empty.cheats["clock_liar"]["share"] is None


@pytest.mark.parametrize(
    ("conduct", "first", "thirtieth", "pong"),
    [
        (Conduct, 200_000, 200_000, 0.0),
        (ClockLiar, 0, 0, 0.0),
        (PongStaller, None, None, 0.03),
        (SpikeFaker, 200_000, 139_000, 0.0),
    ],
)
def test_how_each_kind_of_player_behaves(
    conduct: type[Conduct], first: int | None, thirtieth: int | None, pong: float
) -> None:
    player = conduct()
    claims = [player.claim(200_000) for _ in range(30)]
    assert (claims[0], claims[29], player.hold_pong()) == (first, thirtieth, pong)


def test_rooms_are_shared_out_by_what_there_is_to_do() -> None:
    rooms = share_out([Scenario("much", 300, SPREAD), Scenario("little", 100, SPREAD)], 4)
    assert [each.name for each in rooms] == ["much", "much", "much", "little"]


def test_every_cheat_sits_near_in_the_middle_and_far() -> None:
    seats = [each.seat for each in program(5000) if each.name == ClockLiar.name]
    assert seats == [0, 4, 7]
