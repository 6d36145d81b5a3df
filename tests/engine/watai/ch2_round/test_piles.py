"""Chapter 2 of the rules: piles, what may be played, holes and conflicts (WATAI-7 … 10, 14)."""

import pytest

from tests.engine.watai.positions import Table, begin, climb, lay, of, only, owner, table
from watai.engine.watai.events import Filled, Opened, Placed, Scored
from watai.engine.watai.moves import Fill, Turn


def takes(it: Table, pile: int) -> tuple[str, ...]:
    return next(each.takes for each in it.view.piles if each.pile == pile)


def test_watai_7_a_start_of_the_devidoir_opens_a_pile() -> None:
    it = table(reels={0: "Gr9 G+1"})
    opened = only(it.play(0, begin("G+1")), Opened)
    assert (opened.seat, opened.card, opened.pile, opened.slot) == (0, "G+1", 0, 1)
    assert [(pile.top, pile.height) for pile in it.view.piles] == [("G+1", 1)]


def test_watai_7_a_start_on_top_of_the_turned_stock_opens_a_pile() -> None:
    it = table(stocks={0: "Gr3 Gr4 G+1"})
    it.play(0, Turn())
    opened = only(it.play(0, begin("G+1")), Opened)
    assert (opened.slot, opened.uncovered) == (None, "Gr4")


@pytest.mark.parametrize("card", ["Gb2", "Gb12", "G-1"])
def test_watai_7_nothing_but_a_start_opens_a_pile(card: str) -> None:
    assert table(reels={0: card}).refused(0, begin(card)) == "WATAI-7"


def test_watai_7_any_number_of_piles_may_be_open() -> None:
    starts = {0: "G+1 G+2 G+3 G+4", 1: "L+1 L+2 L+3 L+4", 2: "O+1 O+2 O+3 O+4"}
    it = table(reels=starts)
    for seat, cards in starts.items():
        for card in cards.split():
            it.play(seat, begin(card))
    assert [pile.pile for pile in it.view.piles] == list(range(12))


@pytest.mark.parametrize("suit", "brgy")
def test_watai_8_any_player_may_put_a_2_of_any_suit_on_a_start(suit: str) -> None:
    it = table(reels={1: f"L{suit}2"}, piles=["G+1"])
    it.play(1, lay(f"L{suit}2", on=0))
    assert takes(it, 0) == (f"{suit}3",)


@pytest.mark.parametrize("card", ["Gb3", "Gb12", "G-1", "G+2"])
def test_watai_8_nothing_but_a_2_goes_on_a_start(card: str) -> None:
    assert table(reels={0: card}, piles=["G+1"]).refused(0, lay(card, on=0)) == "WATAI-8"


@pytest.mark.parametrize("card", ["Gr4", "Gb5", "Lb2", "Or3", "G-1", "G+2"])
def test_watai_8_only_the_next_number_of_the_suit_goes_on_a_number(card: str) -> None:
    it = table(reels={owner(card): card}, piles=["G+1 Gb2 Gb3"])
    assert it.refused(owner(card), lay(card, on=0)) == "WATAI-8"


def test_watai_8_a_pile_climbs_from_2_to_12_by_cards_of_any_player_and_ends_with_a_stop() -> None:
    it = table(
        reels={0: "G+1 Gr3 Gr6 Gr9 Gr12", 1: "Lr2 Lr5 Lr8 Lr11 L-1", 2: "Or4 Or7 Or10"},
    )
    it.play(0, begin("G+1"))
    for height, back in enumerate("LGOLGOLGOLG", start=1):
        card = f"{back}r{height + 1}"
        placed = only(it.play(owner(card), lay(card, on=0)), Placed)
        assert (placed.height, placed.closes) == (height, False)
    placed = only(it.play(1, lay("L-1", on=0)), Placed)
    assert (placed.height, placed.closes) == (12, True)


@pytest.mark.parametrize("back", "GLO")
def test_watai_8_a_stop_of_any_deck_goes_on_a_12(back: str) -> None:
    it = table(reels={owner(back): f"{back}-3"}, piles=[climb("Gb12")])
    assert only(it.play(owner(back), lay(f"{back}-3", on=0)), Placed).closes


def test_watai_8_no_stop_goes_on_an_11() -> None:
    it = table(reels={0: "G-1"}, piles=[climb("Gb11")])
    assert it.refused(0, lay("G-1", on=0)) == "WATAI-8"


@pytest.mark.parametrize("card", ["Gr2", "Lb12", "Lb2"])
def test_watai_8_a_closed_pile_takes_nothing_more(card: str) -> None:
    it = table(reels={owner(card): card}, piles=[climb("Gb12") + " G-1"])
    assert it.refused(owner(card), lay(card, on=0)) == "WATAI-8"


def test_watai_8_a_closed_pile_stays_for_the_count() -> None:
    it = table(talons={0: 0}, piles=[climb("Gb12") + " G-1"])
    assert (it.view.piles, it.view.closed) == ((), 1)
    assert only(it.shout(0), Scored).lines[0].laid == 13


def test_watai_9_a_card_anywhere_in_the_devidoir_may_be_played() -> None:
    it = table(reels={0: "G+1 G+2 G+3 G+4 Gb2"})
    for slot, card in enumerate(["G+1", "G+2", "G+3", "G+4"]):
        assert only(it.play(0, begin(card)), Opened).slot == slot
    assert only(it.play(0, lay("Gb2", on=3)), Placed).slot == 4


def test_watai_9_the_top_of_the_waste_may_be_played_and_not_what_lies_below_it() -> None:
    it = table(stocks={0: "Gb2 G+1 Gr2"}, piles=["G+2"])
    it.play(0, Turn())
    assert it.refused(0, lay("Gb2", on=0)) == "WATAI-9"
    assert it.refused(0, begin("G+1")) == "WATAI-9"
    it.play(0, lay("Gr2", on=0))


@pytest.mark.parametrize(
    "card", ["Gb2", "Gr2", "Lb2"], ids=["in the Talon", "not yet turned", "before a rival"]
)
def test_watai_9_no_other_card_may_be_played(card: str) -> None:
    it = table(talons={0: "Gb2"}, stocks={0: "Gr2 Gr3 Gr4"}, reels={1: "Lb2"}, piles=["G+1"])
    assert it.refused(0, lay(card, on=0)) == "WATAI-9"


def test_watai_10_the_top_of_the_talon_fills_a_hole_in_the_same_instant() -> None:
    it = table(reels={0: "Gr9 G+1 Gr8"}, talons={0: "Gy5 Gy6 Gy7"})
    assert only(it.play(0, begin("G+1")), Opened).uncovered == "Gy5"
    assert (it.side(0).reel[:3], it.side(0).talon) == (("Gr9", "Gy5", "Gr8"), 2)


def test_watai_10_a_card_played_from_the_stock_draws_nothing_from_the_talon() -> None:
    it = table(stocks={0: "Gr3 Gr4 G+1"}, talons={0: "Gy5 Gy6"})
    it.play(0, Turn())
    it.play(0, begin("G+1"))
    assert (it.side(0).talon, None in it.side(0).reel) == (2, False)


def test_watai_10_without_a_talon_the_hole_stays() -> None:
    it = table(reels={0: "Gr9 G+1 Gr8"}, talons={0: 0})
    assert only(it.play(0, begin("G+1")), Opened).uncovered is None
    assert it.side(0).reel[:3] == ("Gr9", None, "Gr8")
    assert it.refused(0, Fill(1)) == "WATAI-10"


def test_watai_10_by_hand_a_hole_stays_until_its_owner_fills_it() -> None:
    it = table(reels={0: "Gr9 G+1 Gr8"}, talons={0: "Gy5 Gy6"}, refill="manual")
    assert only(it.play(0, begin("G+1")), Opened).uncovered is None
    assert (it.side(0).reel[:3], it.side(0).talon) == (("Gr9", None, "Gr8"), 2)
    filled = only(it.play(0, Fill(1)), Filled)
    assert (filled.slot, filled.card) == (1, "Gy5")
    assert (it.side(0).reel[:3], it.side(0).talon) == (("Gr9", "Gy5", "Gr8"), 1)


def test_watai_10_by_hand_holes_are_filled_in_any_order() -> None:
    it = table(reels={0: "G+1 G+2 G+3"}, talons={0: "Gy5 Gy6"}, refill="manual")
    for card in ("G+1", "G+2", "G+3"):
        it.play(0, begin(card))
    filled = [only(it.play(0, Fill(slot)), Filled) for slot in (2, 0)]
    assert [(each.slot, each.card) for each in filled] == [(2, "Gy5"), (0, "Gy6")]
    assert it.refused(0, Fill(1)) == "WATAI-10"


@pytest.mark.parametrize("refill", ["auto", "manual"])
def test_watai_10_where_there_is_no_hole_nothing_is_filled(refill: str) -> None:
    it = table(refill=refill)
    assert {it.refused(0, Fill(slot)) for slot in range(-1, 6)} == {"WATAI-10"}


def test_watai_14_of_two_players_on_one_pile_the_second_keeps_his_card_and_has_no_hole() -> None:
    it = table(reels={0: "Gb3", 1: "Lb3"}, piles=["O+1 Ob2"])
    before = it.side(1)
    it.play(0, lay("Gb3", on=0))
    assert it.refused(1, lay("Lb3", on=0)) == "WATAI-14"
    assert it.side(1) == before


def test_watai_14_a_beaten_card_of_the_stock_stays_on_the_waste() -> None:
    it = table(reels={0: "Gb3"}, stocks={1: "Lr3 Lr4 Lb3"}, piles=["O+1 Ob2"])
    it.play(1, Turn())
    it.play(0, lay("Gb3", on=0))
    assert it.refused(1, lay("Lb3", on=0)) == "WATAI-14"
    assert (it.side(1).top, it.side(1).waste) == ("Lb3", 3)


def test_watai_14_the_second_of_two_stops_is_beaten_too() -> None:
    it = table(reels={0: "G-1", 1: "L-1"}, piles=[climb("Gb12")])
    it.play(1, lay("L-1", on=0))
    assert it.refused(0, lay("G-1", on=0)) == "WATAI-14"


def test_watai_14_being_beaten_costs_nothing() -> None:
    it = table(reels={0: "Gb3", 1: "Lb3"}, talons={1: 0}, piles=["O+1 Ob2"])
    it.play(0, lay("Gb3", on=0))
    it.refused(1, lay("Lb3", on=0))
    line = only(it.shout(1), Scored).lines[1]
    assert (line.penalties, line.points) == (0, 5)


def test_watai_14_a_play_that_fits_when_its_turn_comes_is_accepted() -> None:
    it = table(reels={0: "Gb3", 1: "Lb4"}, piles=["O+1 Ob2"])
    assert it.refused(1, lay("Lb4", on=0)) == "WATAI-8"
    it.play(0, lay("Gb3", on=0))
    assert len(of(it.play(1, lay("Lb4", on=0)), Placed)) == 1
