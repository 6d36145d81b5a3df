"""Chapter 2 of the rules: called refusals (WATAI-17)."""

import pytest

from tests.engine.watai.positions import Table, begin, call, lay, only, table
from watai.engine.watai.events import Called, Scored, Unmuted
from watai.engine.watai.moves import Turn


def holds(it: Table, seat: int, player: int, card: str) -> bool:
    return only(it.play(seat, call(player, card)), Called).holds


def fitting_for(millis: int) -> Table:
    """Seat 1 has had a blue 3 that fits for so long, since the race began."""
    it = table(reels={0: "Gb3", 1: "Lb3"}, talons={0: 0}, piles=["G+1 Gb2"])
    it.wait(millis)
    return it


def test_watai_17_a_card_that_has_fitted_for_five_seconds_costs_five_points() -> None:
    it = fitting_for(5_000)
    event = only(it.play(0, call(1, "Lb3")), Called)
    assert (event.seat, event.player, event.card) == (0, 1, "Lb3")
    assert (event.holds, event.points) == (True, 5)
    assert it.side(1).penalties == 5
    assert only(it.shout(0), Scored).lines[1].penalties == 5


def test_watai_17_a_card_that_has_fitted_for_less_than_five_seconds_costs_nothing() -> None:
    it = fitting_for(4_999)
    assert not holds(it, 0, 1, "Lb3")
    assert it.side(1).penalties == 0


def test_watai_17_a_card_that_fits_nowhere_costs_nothing() -> None:
    it = table(reels={1: "Lb9"}, piles=["G+1 Gb2"])
    it.wait(60_000)
    assert not holds(it, 0, 1, "Lb9")


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_17_the_time_counts_from_when_a_pile_took_the_card(millis: int, held: bool) -> None:
    it = table(reels={0: "Gb2", 1: "Lb3"}, piles=["G+1"])
    it.wait(9_000)
    it.play(0, lay("Gb2", on=0))
    it.wait(millis)
    assert holds(it, 0, 1, "Lb3") == held


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_17_the_time_counts_from_when_the_card_came_up_from_the_talon(
    millis: int, held: bool
) -> None:
    it = table(reels={1: "L+1"}, talons={1: "Lb3 Ly9"}, piles=["G+1 Gb2"])
    it.wait(9_000)
    it.play(1, begin("L+1"))
    it.wait(millis)
    assert holds(it, 0, 1, "Lb3") == held


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_17_a_break_begins_the_time_anew(millis: int, held: bool) -> None:
    it = table(reels={0: "Gb3", 1: "Lb3", 2: "Ob2"}, piles=["G+1 Gb2", "O+1"])
    it.wait(3_000)
    it.play(0, lay("Gb3", on=0))  # nothing takes a blue 3 any more
    it.wait(1_000)
    it.play(2, lay("Ob2", on=1))  # and now something does again
    it.wait(millis)
    assert holds(it, 0, 1, "Lb3") == held


def test_watai_17_another_pile_that_takes_the_card_in_time_makes_no_break() -> None:
    it = table(reels={0: "Gb3", 1: "Lb3", 2: "Ob2"}, piles=["G+1 Gb2", "O+1"])
    it.wait(2_000)
    it.play(2, lay("Ob2", on=1))
    it.play(0, lay("Gb3", on=0))
    it.wait(3_000)
    assert holds(it, 0, 1, "Lb3")


def test_watai_17_a_card_that_opens_a_pile_fits_from_the_start() -> None:
    it = table(reels={1: "L+1"})
    it.wait(4_999)
    assert not holds(it, 0, 1, "L+1")
    it.wait(1)
    assert holds(it, 2, 1, "L+1")


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_17_the_top_of_the_waste_counts_from_when_it_was_turned(
    millis: int, held: bool
) -> None:
    it = table(stocks={1: "Lr9 Lr8 Lb3"}, piles=["G+1 Gb2"])
    it.wait(9_000)
    it.play(1, Turn())
    it.wait(millis)
    assert holds(it, 0, 1, "Lb3") == held


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_17_a_card_of_the_waste_counts_from_when_it_was_uncovered(
    millis: int, held: bool
) -> None:
    it = table(stocks={1: "Lr9 Lb3 L+1"}, piles=["G+1 Gb2"])
    it.play(1, Turn())
    it.wait(9_000)
    it.play(1, begin("L+1"))
    it.wait(millis)
    assert holds(it, 0, 1, "Lb3") == held


def test_watai_17_a_leftover_card_that_may_not_be_played_is_no_refusal() -> None:
    it = table(stocks={1: "Lr9 Lr8 Lr7 Lb3"}, piles=["G+1 Gb2"])
    it.play(1, Turn())
    it.play(1, Turn())
    it.wait(60_000)
    assert it.side(1).top == "Lb3"
    assert not holds(it, 0, 1, "Lb3")


def test_watai_17_a_card_is_paid_for_once_whoever_calls_it() -> None:
    it = fitting_for(5_000)
    it.play(0, call(1, "Lb3"))
    it.wait(60_000)
    assert {it.refused(seat, call(1, "Lb3")) for seat in (0, 2)} == {"WATAI-17"}
    assert it.side(1).penalties == 5


def test_watai_17_two_cards_are_paid_for_twice() -> None:
    it = table(reels={1: "Lb3 L+1"}, piles=["G+1 Gb2"])
    it.wait(5_000)
    for card in ("Lb3", "L+1"):
        it.play(0, call(1, card))
    assert it.side(1).penalties == 10


def test_watai_17_after_a_call_that_does_not_hold_the_caller_is_mute_for_five_seconds() -> None:
    it = fitting_for(0)
    assert not holds(it, 0, 1, "Lb3")
    it.wait(4_999)
    assert it.refused(0, call(1, "Lb3")) == "WATAI-17"
    assert only(it.wait(1), Unmuted).seat == 0
    assert holds(it, 0, 1, "Lb3")


def test_watai_17_a_mute_caller_silences_nobody_else_and_may_play_on() -> None:
    it = fitting_for(4_999)
    assert not holds(it, 0, 1, "Lb3")
    it.wait(1)
    assert holds(it, 2, 1, "Lb3")
    it.play(0, lay("Gb3", on=0))


def test_watai_17_a_call_that_holds_mutes_nobody() -> None:
    it = table(reels={1: "Lb3", 2: "O+1"}, piles=["G+1 Gb2"])
    it.wait(5_000)
    assert holds(it, 0, 1, "Lb3")
    assert holds(it, 0, 2, "O+1")


@pytest.mark.parametrize(
    ("player", "card"),
    [(0, "Gb3"), (1, "Gb3"), (1, "Ly9"), (1, "Lr9"), (-1, "Lb3"), (3, "Lb3"), (1, "Zb3")],
    ids=["own", "not his", "in the Talon", "in the Stock", "nobody", "no seat", "no card"],
)
def test_watai_17_only_a_rival_s_face_up_card_can_be_called(player: int, card: str) -> None:
    it = table(reels={0: "Gb3", 1: "Lb3"}, talons={1: "Ly9"}, stocks={1: "Lr9"}, piles=["G+1 Gb2"])
    assert it.refused(0, call(player, card)) == "WATAI-17"


def test_watai_17_there_are_no_calls_where_the_room_does_without() -> None:
    it = table(reels={1: "Lb3"}, piles=["G+1 Gb2"], refusal="off")
    it.wait(60_000)
    assert it.refused(0, call(1, "Lb3")) == "WATAI-17"
