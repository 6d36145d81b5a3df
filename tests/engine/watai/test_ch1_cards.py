"""Chapter 1 of the rules: cards, decks and who gets them."""

from collections import Counter

import pytest

from tests.engine.watai.positions import Table, lay, new, of, only, pass_round, table
from watai.engine.dice import Dice
from watai.engine.options import BadOption
from watai.engine.watai.cards import BACKS, BLUE_BOX, CUT, FULL, GREEN_BOX, Back, deck
from watai.engine.watai.events import Dealt, Placed, Scored, VariantThrown
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai

every_back = pytest.mark.parametrize("back", BACKS)


def dealt(it: Table) -> list[Dealt]:
    return of(it.game.opening, Dealt)


def everything(it: Table) -> Counter[str]:
    """Every card at the table, wherever it lies."""
    return Counter(
        card
        for player in it.game.players
        for card in (*player.reel, *player.talon, *player.stock.hand)
        if card is not None
    )


def test_watai_1_each_box_has_four_backs_and_no_two_are_alike() -> None:
    assert (len(GREEN_BOX), len(BLUE_BOX), len(set(BACKS))) == (4, 4, 8)


@pytest.mark.parametrize(
    ("box", "backs"), [("green", ["G", "L", "O", "Y"]), ("blue", ["B", "T", "V", "R"])]
)
def test_watai_1_seats_take_the_backs_of_the_chosen_box(box: str, backs: list[str]) -> None:
    assert [each.backs for each in dealt(new(4, "backs", box=box))] == [(back,) for back in backs]


@pytest.mark.parametrize(("box", "order"), [("green", "GLOYBTVR"), ("blue", "BTVRGLOY")])
def test_watai_1_eight_players_have_the_backs_of_both_boxes(box: str, order: str) -> None:
    assert "".join(back for each in dealt(new(8, "backs", box=box)) for back in each.backs) == order


@every_back
def test_watai_2_a_deck_in_play_has_52_different_cards_of_its_back(back: Back) -> None:
    cards = deck(back, FULL)
    assert len(set(cards)) == len(cards) == 52
    assert {card[0] for card in cards} == {back}


def test_watai_2_four_suits_of_2_to_12_with_four_starts_and_four_stops() -> None:
    numbers = {f"G{suit}{number}" for suit in "brgy" for number in range(2, 13)}
    ends = {f"G{sign}{copy}" for sign in "+-" for copy in range(1, 5)}
    assert set(deck(Back("G"), FULL)) == numbers | ends


@pytest.mark.parametrize("seats", range(2, 9))
def test_watai_2_no_extra_stop_and_no_replacement_card_is_dealt(seats: int) -> None:
    cards = everything(new(seats, "deal"))
    assert {card[1] for card in cards} == set("brgy+-")


@pytest.mark.parametrize("seats", range(3, 9))
def test_watai_3_each_of_three_or_more_has_5_face_up_13_in_the_talon_and_34_in_stock(
    seats: int,
) -> None:
    assert [(len(each.reel), each.talon, each.stock) for each in dealt(new(seats, "deal"))] == [
        (5, 13, 34)
    ] * seats


@pytest.mark.parametrize("seats", range(3, 9))
def test_watai_3_every_card_of_one_deck_each_is_dealt_once(seats: int) -> None:
    it = new(seats, "deal")
    backs = "GLOYBTVR"[:seats]
    assert everything(it) == Counter(card for back in backs for card in deck(Back(back), FULL))


def test_watai_3_another_seed_is_another_deal() -> None:
    assert dealt(new(3, "one")) != dealt(new(3, "two"))


@every_back
def test_watai_4_a_cut_deck_has_34_cards(back: Back) -> None:
    faces = Counter(card[1] for card in deck(back, CUT))
    assert len(set(deck(back, CUT))) == 34
    assert faces == {"b": 7, "r": 7, "g": 7, "y": 7, "+": 3, "-": 3}


def test_watai_4_the_highest_number_of_a_cut_deck_is_8() -> None:
    numbers = {int(card[2:]) for card in deck(Back("G"), CUT) if card[1] in "brgy"}
    assert numbers == set(range(2, 9))


def test_watai_4_each_of_two_has_5_face_up_13_in_the_talon_and_50_in_stock() -> None:
    assert [(len(each.reel), each.talon, each.stock) for each in dealt(new(2, "deal"))] == [
        (5, 13, 50)
    ] * 2


@pytest.mark.parametrize(
    ("box", "backs"),
    [("green", [("G", "L"), ("O", "Y")]), ("blue", [("B", "T"), ("V", "R")])],
)
def test_watai_4_two_players_have_two_decks_of_near_colours(
    box: str, backs: list[tuple[str, str]]
) -> None:
    it = new(2, "deal", box=box)
    assert [each.backs for each in dealt(it)] == backs
    assert everything(it) == Counter(
        card for own in backs for back in own for card in deck(Back(back), CUT)
    )


def test_watai_4_a_stop_goes_on_an_8_when_two_play() -> None:
    it = table(2, reels={0: "Lb8 G-1"}, piles=["G+1 Gb2 Gb3 Gb4 Gb5 Gb6 Gb7"])
    assert not only(it.play(0, lay("Lb8", on=0)), Placed).closes
    assert only(it.play(0, lay("G-1", on=0)), Placed).closes


def test_watai_4_both_backs_of_a_player_score_for_that_player() -> None:
    it = table(2, talons={0: 0, 1: 0}, piles=["G+1 Lb2 Lb3", "O+1 Yb2"])
    lines = only(it.shout(1), Scored).lines
    assert [line.laid for line in lines] == [3, 2]


@pytest.mark.parametrize("seats", range(5, 9))
def test_watai_5_five_or_more_players_cannot_play_with_one_box(seats: int) -> None:
    with pytest.raises(BadOption, match="WATAI-5"):
        new(seats, "boxes", boxes=1)


@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_watai_5_there_is_no_game_for_fewer_than_two_or_more_than_eight(seats: int) -> None:
    with pytest.raises(BadOption, match="2 to 8 players"):
        Watai(WataiOptions(), seats, Dice.from_text("seats"))


@pytest.mark.parametrize(
    ("seats", "boxes", "thrown"),
    [(2, 0, 1), (4, 0, 1), (5, 0, 2), (8, 0, 2), (2, 1, 1), (4, 1, 1), (2, 2, 2), (4, 2, 2)],
)
def test_watai_5_there_is_a_variant_die_for_each_box_on_the_table(
    seats: int, boxes: int, thrown: int
) -> None:
    events = pass_round(new(seats, "boxes", boxes=boxes), 0)
    assert {len(throw.dice) for throw in of(events, VariantThrown)} == {thrown}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_watai_5_a_second_box_changes_nobody_s_cards(seats: int) -> None:
    assert dealt(new(seats, "deal", boxes=2)) == dealt(new(seats, "deal", boxes=1))
