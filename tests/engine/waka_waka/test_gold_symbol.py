"""WAKA-21: cards with a Gold symbol, which the others may use for 1 gold."""

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, RIGHT, YOU, asked, do, position, refusal
from watai.engine.waka_waka.events import Drawn, Exchanged, Gathered, Paid, Passed
from watai.engine.waka_waka.moves import (
    Discard,
    Draw,
    Exchange,
    Gather,
    Give,
    Pass,
    Pay,
    Play,
    Stop,
)

FULL = ["fruit", "hides", "salt", "tea", "cloth", "jewel"]


def test_waka_21_the_others_are_asked_in_turn_order_after_the_card_is_carried_out() -> None:
    game = position(["gatherer", "seer"], JUNK, JUNK, village=["tea", "salt", "jewel"])
    do(game, YOU, Play("gatherer"))
    assert asked(game) == (YOU, "gatherer")
    do(game, YOU, Gather("tea"))
    assert asked(game) == (LEFT, "offer")
    assert game.view(None).offered == "gatherer"
    assert do(game, LEFT, Pass()) == [Passed(LEFT, "gatherer")]
    assert asked(game) == (RIGHT, "offer")
    do(game, RIGHT, Pass())
    assert asked(game) == (YOU, "turn")


def test_waka_21_the_use_is_paid_to_the_active_player_and_everybody_chooses_for_themselves() -> (
    None
):
    game = position(["gatherer", "seer"], JUNK, JUNK, village=["tea", "salt", "jewel"])
    do(game, YOU, Play("gatherer"), Gather("tea"))
    assert do(game, LEFT, Pay()) == [Paid(LEFT, YOU, "gatherer")]
    assert do(game, LEFT, Gather("jewel")) == [Gathered(LEFT, "jewel")]
    do(game, RIGHT, Pay(), Gather("salt"))
    players = game.view(None).players
    assert [each.gold for each in players] == [10, 7, 7]
    assert [each.stock for each in players] == [("tea",), ("jewel",), ("salt",)]


def test_waka_21_once_paid_the_card_must_be_used() -> None:
    game = position(["porter", "seer"], JUNK, stocks=[["tea"], ["salt"]], village=["jewel"])
    do(game, YOU, Play("porter"), Exchange("tea", "jewel"))
    do(game, LEFT, Pay())
    assert refusal(game, LEFT, Pass()) == "WAKA-18"
    assert do(game, LEFT, Exchange("salt", "tea")) == [Exchanged(LEFT, "salt", "tea")]


def test_waka_21_the_active_player_must_wait_and_cannot_refuse() -> None:
    game = position(["seer", "porter"], JUNK)
    do(game, YOU, Play("seer"))
    assert refusal(game, YOU, Stop()) == "WAKA-4"
    assert refusal(game, LEFT, Stop()) == "WAKA-21"
    assert game.moves(LEFT) == (Pass(), Pay())


def test_waka_21_who_has_no_gold_is_not_asked() -> None:
    game = position(["seer", "porter"], JUNK, JUNK, gold=[8, 0, 1])
    do(game, YOU, Play("seer"))
    assert asked(game) == (RIGHT, "offer")


def test_waka_21_nobody_is_asked_who_could_do_nothing_with_the_card() -> None:
    game = position(
        ["porter", "seer"], JUNK, JUNK, stocks=[["tea"], [], ["salt"]], village=["jewel"]
    )
    do(game, YOU, Play("porter"), Exchange("tea", "jewel"))
    assert asked(game) == (RIGHT, "offer")


def test_waka_21_each_may_drum_a_different_number() -> None:
    game = position(["drummer", "elder"], ["porter", "chimpanzee"], pile=["merchant", "merchant"])
    do(game, YOU, Play("drummer"), Draw())
    do(game, LEFT, Pay(), Discard("porter"), Discard("chimpanzee"))
    assert do(game, LEFT, Draw()) == [Drawn(LEFT, 2, ("merchant", "merchant"))]


def test_waka_21_a_hand_swollen_by_another_s_seer_is_cut_only_at_the_end_of_one_s_own_turn() -> (
    None
):
    game = position(["seer", "porter"], JUNK * 6)
    do(game, YOU, Play("seer"))
    do(game, LEFT, Pay())
    assert asked(game) == (YOU, "turn")
    assert game.view(None).players[LEFT].cards == 8


def test_waka_21_a_full_stock_is_sorted_out_by_the_one_who_paid() -> None:
    game = position(["gatherer", "seer"], JUNK, stocks=[[], FULL], village=["tea", "salt"])
    do(game, YOU, Play("gatherer"), Gather("tea"))
    do(game, LEFT, Pay(), Gather("salt"))
    assert asked(game) == (LEFT, "stock")
    do(game, LEFT, Give("jewel"))
    assert asked(game) == (YOU, "turn")


@pytest.mark.parametrize("card", ["rainmaker", "chimpanzee"])
def test_waka_21_cards_without_the_symbol_are_offered_to_nobody(card: str) -> None:
    game = position([card, "seer"], JUNK)
    do(game, YOU, Play(card))
    if asked(game) == (YOU, "chimpanzee"):
        do(game, YOU, game.moves(YOU)[0])
    assert asked(game) == (YOU, "turn")
