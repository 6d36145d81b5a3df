"""Plans: the same seed gives the same schedule, and stages come when they should."""

from itertools import pairwise

import pytest

from watai.loadtest.bench.arguments import (
    Nonsense,
    make_parser,
    make_plan,
    read_mix,
    read_rooms,
    read_spike,
)
from watai.loadtest.load.plan import SECOND, Plan, Spike, schedule, shares


def test_a_constant_schedule_is_even_and_everybody_has_a_turn() -> None:
    planned = list(schedule(Plan(rate=10.0, seconds=1.0), players=4, worker=0))
    assert len(planned) == 40
    gaps = {later - earlier for (earlier, _), (later, _) in pairwise(planned)}
    assert max(gaps) - min(gaps) <= 2
    assert sorted(player for _, player in planned) == sorted([0, 1, 2, 3] * 10)


def test_the_schedules_of_two_workers_interleave() -> None:
    plan = Plan(rate=1.0, seconds=1.0, processes=2)
    first, second = (next(schedule(plan, 4, worker))[0] for worker in (0, 1))
    assert second - first == SECOND // 8


def test_a_seed_fixes_a_poisson_schedule() -> None:
    plan = Plan(rate=20.0, seconds=5.0, arrivals="poisson", seed="here")
    planned = list(schedule(plan, 8, 0))
    assert planned == list(schedule(plan, 8, 0))
    assert planned != list(schedule(Plan(rate=20.0, seconds=5.0, arrivals="poisson"), 8, 0))
    assert 650 < len(planned) < 950  # 800 expected
    assert all(later >= earlier for (earlier, _), (later, _) in pairwise(planned))


def test_stages_follow_each_other() -> None:
    plan = Plan(seconds=10.0, rate=1.0, warm_up=2.0, ramp=3.0, spike=Spike(4.0, 2.0))
    stages = [plan.stage(second) for second in (0, 1.9, 2, 4.9, 5, 9.5, 10.5, 12, 15)]
    expected = ["warm-up", "warm-up", "ramp", "ramp", "hold", "spike", "spike", "hold", "drain"]
    assert stages == expected
    assert [plan.part_of_rate(second) for second in (0, 3.5, 5, 10)] == [1, 0.5, 1, 4]
    planned = [instant / SECOND for instant, _ in schedule(plan, 8, 0)]
    spiked = sum(9 <= instant < 11 for instant in planned)
    assert spiked == pytest.approx(8 * 4 * 2, abs=4)


def test_rooms_are_shared_out_evenly() -> None:
    assert [len(each) for each in shares(7, 3)] == [2, 2, 3]
    assert shares(1, 3) == [range(1)]
    assert [n for each in shares(100, 7) for n in each] == list(range(100))


def test_a_mix_names_games_and_how_often() -> None:
    plan = Plan(rooms=8, mix=read_mix("watai=2,wapi=1,duel"))
    games = [plan.game_of(room) for room in range(8)]
    assert games == ["watai", "watai", "wapi", "duel"] * 2
    assert plan.races == 4


@pytest.mark.parametrize("text", ["chess=1", "watai=x", "wapi=2", "watai=1,watai=2", "", "watai=0"])
def test_a_mix_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Nonsense):
        read_mix(text)


@pytest.mark.parametrize("text", ["3", "0,1", "a,b", "2,-1"])
def test_a_spike_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Nonsense):
        read_spike(text)


def test_rooms_are_listed() -> None:
    assert read_rooms("1,40,500") == [1, 40, 500]
    with pytest.raises(Nonsense):
        read_rooms("1,,2")


def test_words_make_a_plan() -> None:
    args = make_parser("").parse_args(["--soak", "2", "--rate", "3", "--spike", "2,1"])
    plan = make_plan(args)
    assert (plan.seconds, plan.rate, plan.spike, plan.notice) == (120, 3, Spike(2, 1), 1)
    closed = make_plan(make_parser("").parse_args(["--think", "10"]))
    assert (closed.loop, closed.think_ms, closed.notice) == ("closed", 10, 0.1)
    with pytest.raises(Nonsense, match="closed loop never asks for too much"):
        make_plan(make_parser("").parse_args(["--find-knee", "ack.p99<1ms"]))
