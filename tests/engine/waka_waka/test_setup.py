"""WAKA-1 to WAKA-3: the cards, the goods, the table before the first turn."""

from collections import Counter

import pytest

from watai.engine.dice import Dice
from watai.engine.game import Committed
from watai.engine.waka_waka.events import Dealt, Displayed, Loaded, Opened, Started
from watai.engine.waka_waka.options import WakaWakaOptions
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.table import all_cards, all_goods
from watai.engine.waka_waka.words import CARDS, FIRE


def new(seats: int, seed: str = "setup") -> WakaWaka:
    return WakaWaka(WakaWakaOptions(), seats, Dice.from_text(seed))


def test_waka_1_there_are_66_cards_and_84_goods() -> None:
    cards, goods = Counter(all_cards()), Counter(all_goods())
    assert cards.total() == 66
    assert (cards["merchant"], cards["sorcerer"], cards["chimpanzee"], cards[FIRE]) == (20, 7, 8, 3)
    others = set(CARDS) - {"merchant", "sorcerer", "chimpanzee", FIRE}
    assert len(others) == 7
    assert {cards[card] for card in others} == {4}
    assert goods.total() == 84
    assert set(goods.values()) == {14}


def test_waka_1_the_bank_pays_whatever_is_due() -> None:
    game = new(2)
    game.table.players[0].gold = 500  # more than all the nuggets of the box
    assert game.faults() == ()


def test_waka_2_the_boats_cost_2_3_4_5_and_carry_2_3_3_4_goods() -> None:
    boats = new(2).view(None).boats
    assert [boat.price for boat in boats] == [2, 3, 4, 5]
    assert [len(boat.cells) for boat in boats] == [2, 3, 3, 4]


def test_waka_2_only_the_good_under_the_eye_is_seen() -> None:
    game = new(4)
    for boat in game.view(None).boats:
        seen = [cell for cell, good in enumerate(boat.cells, 1) if good is not None]
        assert seen == [boat.eye]


def test_waka_2_six_goods_lie_on_the_village_and_the_rest_in_the_reserve() -> None:
    view = new(3).view(None)
    assert len(view.village) == 6
    assert view.reserve == 84 - 6 - (2 + 3 + 3 + 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_waka_3_everybody_has_8_gold_6_cards_no_goods_and_no_status(seats: int) -> None:
    view = new(seats).view(None)
    assert len(view.players) == seats
    assert all(
        (each.gold, each.cards, each.stock, each.status) == (8, 6, (), 0) for each in view.players
    )
    assert view.lit


def test_waka_3_no_fire_is_ever_dealt_and_all_three_are_in_the_pile() -> None:
    for number in range(60):
        game = new(4, f"deal {number}")
        assert all(FIRE not in player.hand for player in game.table.players)
        assert game.table.pile.count(FIRE) == 3
        assert game.table.lit


def test_waka_3_chance_chooses_the_first_player() -> None:
    assert {new(4, f"first {number}").table.first for number in range(60)} == {0, 1, 2, 3}


def test_waka_3_the_opening_tells_it_all_in_order() -> None:
    game = new(2)
    kinds = [type(event) for event in game.opening]
    assert kinds == [Committed, Opened, *[Loaded] * 4, Displayed, Dealt, Dealt, Started]
    assert game.opening[-1] == Started(game.table.first)
