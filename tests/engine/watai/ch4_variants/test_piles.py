"""Chapter 4 of the rules: the variants that change the piles (V5, V8, V9, V12) and the shout (V7, V11)."""

import pytest

from tests.engine.watai.positions import Table, begin, climb, lay, new, of, only, owner, table
from watai.engine.game import Event
from watai.engine.watai.events import Dealt, FalselyShouted, Opened, Placed, Scored, Shouted
from watai.engine.watai.moves import Fill

HOLES = ". . . . ."


def takes(it: Table, pile: int = 0) -> set[str]:
    return {face for each in it.view.piles if each.pile == pile for face in each.takes}


def shouted_for(events: list[Event]) -> int:
    """What the shout that ended a round was worth."""
    return max(line.shout for line in only(events, Scored).lines)


@pytest.mark.parametrize(("seats", "stock"), [(2, 51), (3, 35), (8, 35)])
def test_watai_v5_everybody_has_one_extra_stop_and_a_stock_of_one_card_more(
    seats: int, stock: int
) -> None:
    it = new(seats, "extra", variants="5")
    dealt = of(it.game.opening, Dealt)
    assert [(len(each.reel), each.talon, each.stock) for each in dealt] == [(5, 13, stock)] * seats
    for player in it.game.players:
        cards = [*player.reel, *player.talon, *player.stock.hand]
        assert [card for card in cards if str(card).endswith("!")] == [f"{player.backs[0]}!"]


@pytest.mark.parametrize("pile", ["L+1", climb("Lb2"), climb("Lb7"), climb("Lb12")])
def test_watai_v5_an_extra_stop_closes_any_open_pile(pile: str) -> None:
    it = table(variant=5, reels={0: "G!"}, piles=[pile])
    assert only(it.play(0, lay("G!", on=0)), Placed).closes
    assert (it.view.piles, it.view.closed) == ((), 1)


def test_watai_v5_an_extra_stop_counts_as_a_card_of_its_back() -> None:
    it = table(variant=5, reels={0: "G!"}, talons={0: 0}, piles=["L+1"])
    it.play(0, lay("G!", on=0))
    assert only(it.shout(0), Scored).lines[0].laid == 1


def test_watai_v5_an_extra_stop_opens_nothing_and_goes_on_no_closed_pile() -> None:
    it = table(variant=5, reels={0: "G!", 1: "L!"}, piles=[climb("Ob12") + " O-1"])
    assert it.refused(0, begin("G!")) == "WATAI-7"
    assert it.refused(1, lay("L!", on=0)) in ("WATAI-8", "WATAI-14")


def test_watai_v5_the_pile_takes_its_next_number_as_well() -> None:
    assert takes(table(variant=5, piles=[climb("Gb7")])) == {"b8", "!"}


@pytest.mark.parametrize("suit", "rgy")
def test_watai_v8_the_same_number_changes_the_suit_and_the_pile_goes_on_in_it(suit: str) -> None:
    it = table(variant=8, reels={0: f"G{suit}5 G{suit}6"}, piles=[climb("Lb5")])
    it.play(0, lay(f"G{suit}5", on=0))
    assert "b6" not in takes(it)
    it.play(0, lay(f"G{suit}6", on=0))
    assert f"{suit}7" in takes(it)


def test_watai_v8_a_number_takes_the_next_of_its_suit_and_itself_in_the_other_suits() -> None:
    assert takes(table(variant=8, piles=[climb("Gb5")])) == {"b6", "r5", "g5", "y5"}


def test_watai_v8_a_12_may_change_too_and_still_takes_a_stop() -> None:
    assert takes(table(variant=8, piles=[climb("Gb12")])) == {"-", "r12", "g12", "y12"}


def test_watai_v8_a_suit_may_change_several_times_on_one_number() -> None:
    it = table(variant=8, reels={0: "Gr5 Gg5 Gy5", 1: "Lb5"}, piles=[climb("Ob5")])
    for card in ("Gr5", "Gg5", "Gy5", "Lb5"):
        it.play(owner(card), lay(card, on=0))
    assert takes(it) == {"b6", "r5", "g5", "y5"}


def test_watai_v9_a_stop_opens_and_a_start_does_not() -> None:
    it = table(variant=9, reels={0: "G-1 G+1"})
    assert only(it.play(0, begin("G-1")), Opened).pile == 0
    assert it.refused(0, begin("G+1")) == "WATAI-7"
    assert it.view.opens == "-"


@pytest.mark.parametrize(("seats", "last"), [(3, 12), (2, 8)])
def test_watai_v9_a_pile_begins_with_the_last_number_in_any_suit(seats: int, last: int) -> None:
    it = table(seats, variant=9, piles=["G-1"])
    assert takes(it) == {f"{suit}{last}" for suit in "brgy"}


@pytest.mark.parametrize(("seats", "last"), [(3, 12), (2, 8)])
def test_watai_v9_a_pile_runs_down_in_suit_to_2_and_a_start_closes_it(
    seats: int, last: int
) -> None:
    run = " ".join(f"Gr{number}" for number in range(last, 2, -1))
    it = table(seats, variant=9, reels={0: "Gr2 G+1"}, piles=[f"G-1 {run}"])
    assert takes(it) == {"r2"}
    it.play(0, lay("Gr2", on=0))
    assert only(it.play(0, lay("G+1", on=0)), Placed).closes


@pytest.mark.parametrize("card", ["Lb12", "Lr11", "Lb10", "L+1", "L-1"])
def test_watai_v9_only_the_next_lower_number_of_the_suit_fits(card: str) -> None:
    it = table(variant=9, reels={1: card}, piles=["G-1 Gb12"])
    assert it.refused(1, lay(card, on=0)) in ("WATAI-8", "WATAI-14")
    assert takes(it) == {"b11"}


@pytest.mark.parametrize("suit", "brgy")
def test_watai_v12_suits_do_not_count(suit: str) -> None:
    it = table(variant=12, reels={0: f"G{suit}3"}, piles=["L+1 Lb2"])
    it.play(0, lay(f"G{suit}3", on=0))
    assert takes(it) == {"b4", "r4", "g4", "y4"}


def test_watai_v12_numbers_must_still_follow() -> None:
    it = table(variant=12, reels={0: "Gb4 Gr2 G-1"}, piles=["L+1 Lb2"])
    assert it.refused(0, lay("Gb4", on=0)) == "WATAI-8"
    assert it.refused(0, lay("G-1", on=0)) == "WATAI-8"


def test_watai_v12_a_12_of_any_suit_takes_a_stop() -> None:
    it = table(variant=12, reels={0: "Gy12 G-1"}, piles=[climb("Lb11")])
    it.play(0, lay("Gy12", on=0))
    assert only(it.play(0, lay("G-1", on=0)), Placed).closes


def test_watai_v7_an_empty_talon_is_not_enough() -> None:
    it = table(variant=7, reels={0: f"Gr9 {HOLES[2:]}"}, talons={0: 0})
    assert not it.side(0).may_shout
    assert only(it.shout(0), FalselyShouted).points == 5


def test_watai_v7_an_empty_devidoir_is_not_enough_either() -> None:
    it = table(variant=7, reels={0: HOLES}, talons={0: "Gy5"}, refill="manual")
    assert only(it.shout(0), FalselyShouted).points == 5


def test_watai_v7_with_talon_and_devidoir_empty_one_may_shout() -> None:
    it = table(variant=7, reels={0: f"G+1 {HOLES[2:]}"}, talons={0: 0})
    it.play(0, begin("G+1"))
    assert only(it.shout(0), Shouted).seat == 0


def test_watai_v7_the_server_shouts_when_the_last_card_of_the_devidoir_is_played() -> None:
    one_left = {0: f"G+1 {HOLES[2:]}"}
    it = table(variant=7, reels=one_left, talons={0: "G+2"}, refill="manual", shout="auto")
    it.play(0, begin("G+1"))
    it.play(0, Fill(0))
    assert only(it.play(0, begin("G+2")), Shouted).seat == 0


def test_watai_v11_the_first_with_an_empty_talon_must_wait() -> None:
    it = table(variant=11, talons={0: 0})
    assert not it.side(0).may_shout
    assert only(it.shout(0), FalselyShouted).points == 5


@pytest.mark.parametrize("shouter", [0, 1])
def test_watai_v11_with_two_empty_talons_the_first_of_the_two_to_shout_gets_20(
    shouter: int,
) -> None:
    it = table(variant=11, talons={0: 0, 1: 0})
    events = it.shout(shouter)
    assert only(events, Shouted).seat == shouter
    assert shouted_for(events) == 20


def test_watai_v11_whoever_has_a_talon_shouts_falsely_even_then() -> None:
    it = table(variant=11, talons={0: 0, 1: 0, 2: 1})
    assert only(it.shout(2), FalselyShouted).points == 5


def test_watai_v11_emptying_the_second_talon_gives_the_right_to_both() -> None:
    it = table(variant=11, reels={1: "L+1"}, talons={0: 0, 1: "Ly5"})
    it.play(1, begin("L+1"))
    assert [player.may_shout for player in it.view.players] == [True, True, False]


@pytest.mark.parametrize("face", range(1, 9))
def test_watai_v11_the_20_stand_whatever_the_score_die_says(face: int) -> None:
    it = table(variant=11, face=face, talons={0: 0, 1: 0})
    line = only(it.shout(1), Scored).lines[1]
    assert (line.shout, line.points) == (20, 40 if face == 6 else 20)
