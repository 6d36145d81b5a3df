"""Chapter 4 of the rules: the throw, and the variants that change the deal (V2, V3, V4, V6, V10, V*)."""

from collections import Counter

import pytest

from tests.engine.watai.positions import Table, begin, new, of, only, pass_round, seed_for, table
from watai.engine.dice import Dice
from watai.engine.game import Event, Seat
from watai.engine.options import BadOption
from watai.engine.watai.events import (
    Dealt,
    PacksChanged,
    PlayerNamed,
    Scored,
    StocksPassed,
    VariantSet,
    VariantThrown,
)
from watai.engine.watai.moves import Go, Name, Turn
from watai.engine.watai.variants.registry import throw_variant

NAMING = [3, 4, 10]


def sizes(events: list[Event]) -> dict[int, tuple[int, int]]:
    """Talon and Stock of everybody whose packs changed."""
    return {each.seat: (each.talon, each.stock) for each in of(events, PacksChanged)}


def naming(variant: int, seats: int = 3) -> Table:
    """A round in which seat 0 is to name a player."""
    return new(seats, seed_for(seats), variants=str(variant))


def throws(seats: int, boxes: int, times: int = 2_000) -> list[VariantThrown]:
    dice = Dice.from_text("variants")
    return [throw for _ in range(times) for throw in throw_variant(Seat(0), seats, boxes, dice)]


def test_one_box_throws_one_die_from_1_to_8() -> None:
    assert {throw.variant for throw in throws(4, 1)} == set(range(1, 9))


def test_two_boxes_throw_two_dice_that_make_2_to_16() -> None:
    thrown = throws(4, 2)
    assert {throw.variant for throw in thrown} == set(range(2, 17))
    assert all(throw.variant == sum(throw.dice) for throw in thrown)
    assert {face for throw in thrown for face in throw.dice} == set(range(1, 9))


def test_the_first_round_has_no_variant_and_the_second_the_one_thrown() -> None:
    it = new(3, "throw")
    assert only(it.game.opening, VariantSet).variant == it.view.variant == 0
    events = pass_round(it, 2)
    thrown = only(events, VariantThrown)
    assert (thrown.seat, thrown.variant) == (2, it.view.variant)


def test_a_room_may_do_without_variants() -> None:
    it = new(3, "throw", variants="off")
    assert only(pass_round(it, 0), VariantSet).variant == 0


@pytest.mark.parametrize("variant", range(1, 17))
def test_a_room_may_choose_one_variant_for_every_round(variant: int) -> None:
    it = new(3, "throw", variants=variant)
    assert it.view.variant == variant
    events = pass_round(it, 0)
    assert (only(events, VariantSet).variant, of(events, VariantThrown)) == (variant, [])


def test_watai_v15_two_players_who_throw_it_throw_again() -> None:
    thrown = throws(2, 2)
    assert {throw.variant for throw in thrown if throw.again} == {15}
    assert 15 not in {throw.variant for throw in thrown if not throw.again}


def test_watai_v15_two_players_cannot_choose_it() -> None:
    with pytest.raises(BadOption, match="WATAI-V15"):
        new(2, "slap", variants="15")


@pytest.mark.parametrize("leader", [0, 2])
def test_watai_v2_the_thrower_has_a_devidoir_of_six_and_a_stock_of_33(leader: int) -> None:
    it = new(3, seed_for(3, leader), variants="2")
    laid_out = {each.seat: each for each in of(it.game.opening, Dealt)}
    shapes = {seat: (len(each.reel), each.talon, each.stock) for seat, each in laid_out.items()}
    assert shapes == {seat: (6, 13, 33) if seat == leader else (5, 13, 34) for seat in range(3)}


def test_watai_v2_of_two_players_the_thrower_has_a_stock_of_49() -> None:
    it = new(2, seed_for(2), variants="2")
    assert [(len(each.reel), each.stock) for each in of(it.game.opening, Dealt)] == [
        (6, 49),
        (5, 50),
    ]


def test_watai_v2_all_six_cards_play_and_all_six_holes_are_filled() -> None:
    it = table(variant=2, reels={0: "Gr3 Gr4 Gr5 Gr6 Gr7 G+1"}, talons={0: "Gy5 Gy6"})
    it.play(0, begin("G+1"))
    assert it.side(0).reel == ("Gr3", "Gr4", "Gr5", "Gr6", "Gr7", "Gy5")


@pytest.mark.parametrize("named", [0, 1, 2])
def test_watai_v3_the_named_player_has_a_talon_of_16_and_a_stock_of_31(named: int) -> None:
    events = naming(3).play(0, Name(Seat(named)))
    assert sizes(events) == {named: (16, 31)}


def test_watai_v3_the_top_three_of_the_stock_go_on_top_of_the_talon() -> None:
    it = naming(3)
    player = it.game.players[1]
    top, talon = player.stock.hand[-3:], list(player.talon)
    it.play(0, Name(Seat(1)))
    assert player.talon == [*talon, *top]


@pytest.mark.parametrize("named", [0, 1, 2])
def test_watai_v4_the_named_player_has_a_talon_of_10_and_a_stock_of_37(named: int) -> None:
    events = naming(4).play(0, Name(Seat(named)))
    assert sizes(events) == {named: (10, 37)}


def test_watai_v4_the_top_three_of_the_talon_go_under_the_stock() -> None:
    it = naming(4)
    player = it.game.players[1]
    top, stock = player.talon[-3:], list(player.stock.hand)
    it.play(0, Name(Seat(1)))
    assert player.stock.hand == [*top, *stock]


@pytest.mark.parametrize("named", [1, 2])
def test_watai_v10_the_thrower_has_a_talon_of_10_and_the_named_player_one_of_16(
    named: int,
) -> None:
    events = naming(10).play(0, Name(Seat(named)))
    assert sizes(events) == {0: (10, 34), named: (16, 34)}


def test_watai_v10_the_top_three_go_on_top_and_keep_their_backs() -> None:
    it = naming(10)
    top = it.game.players[0].talon[-3:]
    it.play(0, Name(Seat(2)))
    assert it.game.players[2].talon[-3:] == top
    assert Counter(card[0] for card in it.game.players[2].talon) == {"O": 13, "G": 3}


def test_watai_v10_a_card_given_away_scores_for_its_back() -> None:
    it = table(variant=10, reels={2: "O+1"}, talons={0: 0, 1: 0, 2: "G+2"})
    it.play(2, begin("O+1"))
    it.play(2, begin("G+2"))
    assert [line.laid for line in only(it.shout(1), Scored).lines] == [1, 0, 1]


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_watai_v6_everybody_s_stock_goes_to_the_next_seat(seats: int) -> None:
    it = new(seats, "left", variants="6")
    assert of(it.game.opening, StocksPassed) == [StocksPassed()]
    backs = [set(player.backs) for player in it.game.players]
    stocks = [{card[0] for card in player.stock.hand} for player in it.game.players]
    assert stocks == backs[-1:] + backs[:-1]


def test_watai_v6_talon_and_devidoir_stay_with_their_owner() -> None:
    it = new(3, "left", variants="6")
    for player in it.game.players:
        assert {str(card)[0] for card in (*player.reel, *player.talon)} == set(player.backs)


def test_watai_v6_a_neighbour_s_card_scores_for_the_neighbour() -> None:
    it = table(variant=6, stocks={1: "Gr3 Gr4 G+1"}, talons={0: 0, 1: 0, 2: 0})
    it.play(1, Turn())
    it.play(1, begin("G+1"))
    assert [line.laid for line in only(it.shout(1), Scored).lines] == [1, 0, 0]


@pytest.mark.parametrize("variant", NAMING)
def test_watai_v_star_the_thrower_is_asked_for_a_name_before_go(variant: int) -> None:
    it = naming(variant)
    (prompt,) = it.view.prompts
    assert (prompt.seat, prompt.ask, prompt.until) == (0, "name", 15_000)
    assert it.refused(0, Go()) == "WATAI-6"
    it.play(0, Name(Seat(1)))
    assert it.view.phase == "waiting"


@pytest.mark.parametrize("variant", NAMING)
def test_watai_v_star_nobody_but_the_thrower_names_a_player(variant: int) -> None:
    it = naming(variant)
    assert {it.refused(seat, Name(Seat(0))) for seat in (1, 2)} == {"WATAI-V*"}


@pytest.mark.parametrize("variant", NAMING)
@pytest.mark.parametrize("named", [-1, 3, 10**30])
def test_watai_v_star_a_player_who_is_not_there_cannot_be_named(variant: int, named: int) -> None:
    assert naming(variant).refused(0, Name(Seat(named))) == "WATAI-V*"


def test_watai_v_star_in_variant_10_the_thrower_cannot_name_himself() -> None:
    assert naming(10).refused(0, Name(Seat(0))) == "WATAI-V*"


@pytest.mark.parametrize("variant", NAMING)
def test_watai_v_star_after_15_seconds_the_server_draws_a_player(variant: int) -> None:
    it = naming(variant)
    assert it.wait(14_999) == []
    named = only(it.wait(1), PlayerNamed)
    assert (named.seat, named.drawn, it.view.phase) == (0, True, "waiting")


@pytest.mark.parametrize(("variant", "able"), [(3, {0, 1, 2}), (4, {0, 1, 2}), (10, {1, 2})])
def test_watai_v_star_anybody_who_may_be_named_may_be_drawn(variant: int, able: set[int]) -> None:
    games = (new(3, str(seed), variants=variant) for seed in range(100))
    drawn = {only(it.wait(15_000), PlayerNamed).player for it in games if it.view.leader == 0}
    assert drawn == able
