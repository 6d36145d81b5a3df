"""WAKA-9, WAKA-10, WAKA-12 and WAKA-15 to WAKA-20: the cards that act for themselves."""

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, asked, do, position, refusal
from watai.engine.game import Move
from watai.engine.waka_waka.events import (
    Bought,
    Delivered,
    Discarded,
    Drawn,
    Enchanted,
    Exchanged,
    Gathered,
    Given,
    Peeked,
    Played,
    Rained,
    Sold,
)
from watai.engine.waka_waka.moves import (
    Buy,
    Discard,
    Draw,
    Exchange,
    Gather,
    Give,
    Peek,
    Play,
    Resupply,
    Rise,
    Sell,
    Stop,
)

FULL = ["fruit", "hides", "salt", "tea", "cloth", "jewel"]


def test_waka_9_buying_takes_all_the_goods_of_a_boat_for_its_price() -> None:
    game = position(["merchant"], JUNK, boats=[["tea", "salt"], ["jewel", "tea", "cloth"]])
    events = do(game, YOU, Play("merchant"), Buy(2))
    assert events[1] == Bought(YOU, 2, 3, ("jewel", "tea", "cloth"))
    me = game.view(None).players[YOU]
    assert (me.gold, me.stock) == (5, ("cloth", "jewel", "tea"))


def test_waka_9_a_boat_one_cannot_pay_for_or_that_does_not_exist_is_refused() -> None:
    game = position(["merchant"], JUNK, gold=[4])
    do(game, YOU, Play("merchant"))
    assert refusal(game, YOU, Buy(4)) == "WAKA-9"
    for number in (0, -1, 5, 10**9):
        assert refusal(game, YOU, Buy(number)) == "WAKA-9"


def test_waka_9_two_goods_of_a_kind_are_sold_to_the_village_for_10() -> None:
    game = position(["merchant"], JUNK, stocks=[["tea", "tea", "salt"]], village=[])
    events = do(game, YOU, Play("merchant"), Sell("tea"))
    assert events[1] == Sold(YOU, "tea", 10)
    view = game.view(None)
    assert (view.players[YOU].gold, view.players[YOU].stock, view.village) == (
        18,
        ("salt",),
        ("tea",) * 2,
    )


def test_waka_9_two_different_goods_cannot_be_sold() -> None:
    game = position(["merchant"], JUNK, stocks=[["tea", "salt"]])
    do(game, YOU, Play("merchant"))
    assert refusal(game, YOU, Sell("tea")) == "WAKA-9"
    assert refusal(game, YOU, Sell("gold")) == "WAKA-9"


def test_waka_9_delivering_the_next_order_raises_the_status() -> None:
    game = position(["merchant"], JUNK, stocks=[["hides", "hides", "jewel"]], village=[])
    events = do(game, YOU, Play("merchant"), Rise(("hides", "hides")))
    assert events[1] == Delivered(YOU, ("hides", "hides"), 1)
    view = game.view(None)
    assert (view.players[YOU].status, view.players[YOU].stock) == (1, ("jewel",))
    assert view.village == ("hides", "hides")


def test_waka_9_goods_one_does_not_have_cannot_be_delivered() -> None:
    game = position(["merchant"], JUNK, stocks=[["hides", "jewel"]])
    do(game, YOU, Play("merchant"))
    assert refusal(game, YOU, Rise(("hides", "hides"))) == "WAKA-9"


def test_waka_10_goods_over_six_go_to_the_village_old_ones_or_new_ones() -> None:
    game = position(["merchant"], JUNK, stocks=[FULL], boats=[["tea", "salt"]], village=[])
    do(game, YOU, Play("merchant"), Buy(1))
    assert asked(game) == (YOU, "stock")
    assert refusal(game, YOU, Give("gold")) == "WAKA-10"
    assert do(game, YOU, Give("tea"))[0] == Given(YOU, "tea")
    assert asked(game) == (YOU, "stock")
    do(game, YOU, Give("jewel"))
    view = game.view(None)
    assert view.players[YOU].stock == ("cloth", "fruit", "hides", "salt", "salt", "tea")
    assert view.village == ("jewel", "tea")


def test_waka_12_the_sorcerer_raises_the_status_for_12_gold() -> None:
    game = position(["sorcerer"], JUNK, gold=[13])
    assert do(game, YOU, Play("sorcerer"))[:2] == [Played(YOU, "sorcerer"), Enchanted(YOU, 12, 1)]
    me = game.view(None).players[YOU]
    assert (me.gold, me.status) == (1, 1)


def test_waka_12_not_while_the_fire_is_out_nor_with_less_than_12_gold() -> None:
    assert (
        refusal(position(["sorcerer"], JUNK, gold=[20], lit=False), YOU, Play("sorcerer"))
        == "WAKA-12"
    )
    assert refusal(position(["sorcerer"], JUNK, gold=[11]), YOU, Play("sorcerer")) == "WAKA-12"


@pytest.mark.parametrize("status", range(5))
def test_waka_15_the_rainmaker_brings_gold_for_the_status(status: int) -> None:
    game = position(["rainmaker", "seer"], JUNK, gold=[2], status=[status])
    assert Rained(YOU, status) in do(game, YOU, Play("rainmaker"))
    assert game.view(None).players[YOU].gold == 2 + status


def test_waka_16_the_chimpanzee_shows_two_goods_to_one_player_only() -> None:
    game = position(
        ["chimpanzee", "seer"], JUNK, boats=[["tea", "salt"], ["jewel", "tea", "cloth"]]
    )
    events = do(game, YOU, Play("chimpanzee"), Peek(2, (2, 3)))
    assert events[1] == Peeked(YOU, 2, (2, 3), ("tea", "cloth"))
    assert game.tell(events[1], LEFT) == Peeked(YOU, 2, (2, 3), ())
    assert game.view(YOU).boats[1].cells == ("jewel", "tea", "cloth")
    assert game.view(LEFT).boats[1].cells == game.view(None).boats[1].cells == ("jewel", None, None)


def test_waka_16_a_boat_with_one_face_down_good_shows_that_one() -> None:
    game = position(["chimpanzee", "seer"], JUNK, boats=[["tea", "salt"]])
    assert Peeked(YOU, 1, (2,), ("salt",)) in do(game, YOU, Play("chimpanzee"), Peek(1, (2,)))


def test_waka_16_one_chooses_two_of_three_and_never_the_open_one() -> None:
    game = position(["chimpanzee", "seer"], JUNK)
    do(game, YOU, Play("chimpanzee"))
    peeks: list[Move] = [Peek(1, (2,)), Peek(2, (2, 3)), Peek(3, (2, 3))]
    peeks += [Peek(4, (2, 3)), Peek(4, (2, 4)), Peek(4, (3, 4))]
    assert list(game.moves(YOU)) == peeks
    for move in (Peek(4, (1, 2)), Peek(4, (2,)), Peek(4, (3, 2)), Peek(0, (2,)), Peek(5, (2, 3))):
        assert refusal(game, YOU, move) == "WAKA-16"


def test_waka_16_an_empty_boat_has_nothing_to_look_at() -> None:
    game = position(["chimpanzee", "seer"], JUNK, boats=[[]])
    do(game, YOU, Play("chimpanzee"))
    assert refusal(game, YOU, Peek(1, (2,))) == "WAKA-16"
    empty = position(["chimpanzee", "seer"], JUNK, boats=[[], [], [], []])
    assert refusal(empty, YOU, Play("chimpanzee")) == "WAKA-16"


def test_waka_16_what_was_seen_is_forgotten_with_the_boat() -> None:
    game = position(["chimpanzee", "merchant"], JUNK, boats=[["tea", "salt"]])
    do(game, YOU, Play("chimpanzee"), Peek(1, (2,)), Play("merchant"), Buy(1), Resupply(0))
    assert game.view(YOU).boats[0].cells[1] is None


def test_waka_17_the_gatherer_takes_a_good_of_the_village() -> None:
    game = position(["gatherer", "seer"], JUNK, gold=[8, 0], village=["salt", "tea"])
    do(game, YOU, Play("gatherer"))
    assert refusal(game, YOU, Gather("jewel")) == "WAKA-17"
    assert do(game, YOU, Gather("tea")) == [Gathered(YOU, "tea")]
    view = game.view(None)
    assert (view.players[YOU].stock, view.village) == (("tea",), ("salt",))


def test_waka_17_with_a_full_stock_one_good_goes_back() -> None:
    game = position(["gatherer", "seer"], JUNK, gold=[8, 0], stocks=[FULL], village=["tea"])
    do(game, YOU, Play("gatherer"), Gather("tea"))
    assert asked(game) == (YOU, "stock")
    do(game, YOU, Give("salt"))
    view = game.view(None)
    assert (view.players[YOU].stock.count("tea"), view.village) == (2, ("salt",))


def test_waka_17_nothing_can_be_gathered_from_an_empty_village() -> None:
    assert refusal(position(["gatherer"], JUNK, village=[]), YOU, Play("gatherer")) == "WAKA-17"


def test_waka_18_the_porter_exchanges_one_good_for_one_of_the_village() -> None:
    game = position(["porter", "seer"], JUNK, gold=[8, 0], stocks=[["tea"]], village=["salt"])
    do(game, YOU, Play("porter"))
    assert refusal(game, YOU, Exchange("salt", "tea")) == "WAKA-18"
    assert refusal(game, YOU, Exchange("tea", "jewel")) == "WAKA-18"
    assert do(game, YOU, Exchange("tea", "salt")) == [Exchanged(YOU, "tea", "salt")]
    view = game.view(None)
    assert (view.players[YOU].stock, view.village) == (("salt",), ("tea",))


def test_waka_18_without_a_good_of_one_s_own_there_is_no_exchange() -> None:
    assert refusal(position(["porter"], JUNK), YOU, Play("porter")) == "WAKA-18"
    game = position(["porter"], JUNK, stocks=[["tea"]], village=[])
    assert refusal(game, YOU, Play("porter")) == "WAKA-18"


def test_waka_19_the_drummer_changes_any_number_of_cards() -> None:
    game = position(
        ["drummer", "chimpanzee", "elder", "porter"],
        JUNK,
        gold=[8, 0],
        pile=["merchant", "sorcerer"],
    )
    do(game, YOU, Play("drummer"))
    assert asked(game) == (YOU, "drummer")
    assert refusal(game, YOU, Discard("seer")) == "WAKA-19"
    events = do(game, YOU, Discard("chimpanzee"), Discard("porter"))
    assert events == [Discarded(YOU, "chimpanzee"), Discarded(YOU, "porter")]
    assert do(game, YOU, Draw()) == [Drawn(YOU, 2, ("merchant", "sorcerer"))]
    assert game.view(YOU).hand == ("elder", "merchant", "sorcerer")


def test_waka_19_any_number_may_be_none() -> None:
    game = position(["drummer", "elder"], JUNK, gold=[8, 0])
    assert do(game, YOU, Play("drummer"), Draw()) == [Played(YOU, "drummer")]
    assert game.view(YOU).hand == ("elder",)


def test_waka_20_the_seer_draws_two_cards_over_six_until_the_end_of_the_turn() -> None:
    game = position(["seer", *JUNK * 6], JUNK, gold=[8, 0], pile=["merchant", "elder"])
    events = do(game, YOU, Play("seer"))
    assert events[1] == Drawn(YOU, 2, ("merchant", "elder"))
    assert len(game.view(YOU).hand) == 8
    assert asked(game) == (YOU, "turn")
    do(game, YOU, Stop(), Resupply(0))
    assert asked(game) == (YOU, "hand")


def test_waka_20_there_must_be_a_card_to_draw() -> None:
    game = position(["seer"], JUNK)
    table = game.table
    table.players[LEFT].hand += [card for card in table.pile if card != "fire"]
    table.pile = ["fire"] * 3
    assert refusal(game, YOU, Play("seer")) == "WAKA-20"
