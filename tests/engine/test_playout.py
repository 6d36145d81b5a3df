"""Games played by bots in virtual time: every step in order, nothing forgotten."""

from itertools import pairwise

import pytest

from tests.support.engine.toy_game import Add, Added, Script, Sum, Tally
from watai.engine.game import Millis, Seat
from watai.engine.playout import Stalled, Step, playout


def run(*bots: Script) -> list[Step]:
    return list(playout(Tally(len(bots)), {Seat(seat): bot for seat, bot in enumerate(bots)}))


def account(steps: list[Step]) -> list[tuple[int, int | None]]:
    """When, and who; None where the rules acted."""
    return [(step.at, step.seat) for step in steps[1:]]


def test_the_opening_comes_first() -> None:
    first = run(Script((4, 10)))[0]
    assert first == Step(Millis(0), None, None, (Added(Seat(0), 0),))


def test_plans_are_carried_out_in_the_order_of_their_times() -> None:
    steps = run(Script((1, 30), (1, 30)), Script((1, 20), (1, 20)))
    assert account(steps) == [(20, 1), (30, 0), (40, 1), (60, 0)]
    assert steps[1] == Step(Millis(20), Seat(1), Add(1), (Added(Seat(1), 1),))


def test_of_plans_for_one_instant_the_earlier_made_goes_first() -> None:
    steps = run(Script((1, 20), (2, 1)), Script((1, 20)))
    assert account(steps) == [(20, 0), (20, 1), (21, 0)]


def test_what_is_due_comes_before_a_plan_for_the_same_instant() -> None:
    assert account(run(Script((4, 100)))) == [(100, None), (100, 0)]


def test_a_plan_before_the_due_time_comes_first() -> None:
    assert account(run(Script((1, 99), (3, 50)))) == [(99, 0), (100, None), (149, 0)]


def test_a_refused_move_is_told_and_its_bot_is_asked_again() -> None:
    steps = run(Script((0, 10), (4, 10)))
    refused = steps[1]
    assert (refused.at, refused.events, refused.move) == (10, (), Add(0))
    assert str(refused.refused) == "only positive numbers (TALLY-1)"
    assert account(steps) == [(10, 0), (20, 0)]


def test_a_bot_without_a_plan_is_shown_what_comes_of_the_others() -> None:
    idle = Script(None, None, (3, 5))
    assert account(run(Script((1, 10)), idle)) == [(10, 0), (100, None), (105, 1)]
    assert [at for at, _ in idle.shown] == [0, 10, 100, 105]
    assert idle.shown[1][1] == Sum(1, rung=False)


def test_a_bot_with_a_plan_is_not_disturbed() -> None:
    busy = Script((3, 50))
    run(Script((1, 10)), busy)
    assert [at for at, _ in busy.shown] == [0, 50]


def test_it_stops_when_there_is_an_outcome() -> None:
    assert len(run(Script((4, 10)), Script((4, 10)))) == 2


def test_a_game_in_which_nobody_has_a_plan_any_more_is_reported() -> None:
    with pytest.raises(Stalled, match="tally"):
        run(Script((1, 10)))


def test_time_never_runs_backwards() -> None:
    steps = run(Script((1, 70), (1, 70)), Script((0, 40), (1, 90)), Script(None, (1, 3)))
    assert all(one.at <= two.at for one, two in pairwise(steps))
