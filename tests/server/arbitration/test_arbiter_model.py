"""The proofs of the design in small, in the model; `python -m tests.support.arbitration.fairness_model` has the real figures."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from tests.support.arbitration.fairness_model import (
    AS_DESIGNED,
    CHEATS,
    _with_bot,
    blind_repetition,
    cheat,
    racers,
    rare_guesses,
    reacts_in,
    right,
    run,
    verified,
    violations,
    wins,
)
from tests.support.arbitration.race_model import MS, Outcome
from watai.loadtest.net.netsim import RTTS
from watai.loadtest.results.shares import chi2_p, slope_z
from watai.server.arbitration.view_time import POLICIES, POLICY
from watai.server.clock import Micros

pytestmark = pytest.mark.slow

RACES = 400
FAR = len(RTTS) - 1
SETTLED = structs.replace(POLICY, token_start=Micros(0))
"""What a new player starts with is spent once, and would weigh in so few races."""


@pytest.fixture(scope="module")
def fair() -> Sequence[Outcome]:
    return run(RACES, racers(), "small")


def test_the_truly_fastest_wins(fair: Sequence[Outcome]) -> None:
    assert right(fair) >= 0.98
    assert right([each for each in fair if each.gap > 20 * MS]) == 1


def test_by_arrival_the_fastest_often_loses_and_the_far_never_win() -> None:
    arrival = run(RACES, racers(), "small", cap=Micros(1))
    assert right(arrival) < 0.65
    assert wins(arrival)[FAR] < RACES / 80


def test_equals_win_alike_however_far_they_are(fair: Sequence[Outcome]) -> None:
    assert chi2_p(wins(fair)) > 0.01
    assert abs(slope_z(wins(fair), RTTS)) < 2.6


def test_nobody_waits_without_a_rival_and_never_beyond_the_cap(fair: Sequence[Outcome]) -> None:
    alone = run(40, racers(), "alone", contenders=1)
    assert {each.held for each in alone} == {0}
    assert violations([*fair, *alone]) == 0


def test_every_decision_can_be_made_again(fair: Sequence[Outcome]) -> None:
    assert verified(fair) == 1


def test_the_same_seed_gives_the_same_races() -> None:
    first, second = (run(20, racers(), "again") for _ in range(2))
    assert [each.verdict for each in first] == [each.verdict for each in second]


@pytest.mark.parametrize("name", ["clock_liar", "pong_staller", "spike_faker"])
def test_cheating_gains_little(name: str) -> None:
    assert cheat(name, 240, policy=SETTLED)["gain_ms"] <= 3.5


def test_jittered_pongs_gain_under_the_first_design_and_not_under_ours() -> None:
    first = cheat("shake_and_lie", 90, policy=AS_DESIGNED)["gain_ms"]
    ours = cheat("shake_and_lie", 90, policy=SETTLED)["gain_ms"]
    assert first > 40
    assert ours < 8


def test_a_program_that_plays_at_once_is_worth_100_ms() -> None:
    who = _with_bot(racers(reaction=reacts_in(100)))
    won = wins(run(160, who, "bot"))[FAR] / 160
    assert 0.06 < won < 0.2


@pytest.mark.parametrize("repeats", [40, 2])
def test_blind_repetition_does_not_pay_and_did_before(repeats: int) -> None:
    now, before = (blind_repetition(60, repeats, policy=POLICIES[each]) for each in (2, 1))
    assert now["share"] == 0
    assert now["share_against_people"] <= 0.05
    assert before["share_against_people"] > 0.4


def test_guesses_too_rare_to_be_noticed_win_no_more_than_their_share() -> None:
    assert rare_guesses(4_000) < 0.145


def test_every_cheat_is_a_way_of_being_a_racer() -> None:
    for parts in CHEATS.values():
        racers(**parts)


def test_the_hold_is_an_option_of_the_room() -> None:
    short = run(30, racers(), "short", cap=Micros(20 * MS))
    assert max(each.held for each in short) <= 20 * MS
