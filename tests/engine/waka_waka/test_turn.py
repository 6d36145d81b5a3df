"""WAKA-4 to WAKA-8 and WAKA-11: the course of a turn."""

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, asked, do, position, refusal
from watai.engine.waka_waka.events import (
    Cleared,
    Discarded,
    Displayed,
    Drawn,
    Flipped,
    Loaded,
    PlayedFaceDown,
    Reshuffled,
    Started,
)
from watai.engine.waka_waka.moves import (
    Buy,
    Discard,
    Play,
    PlayFaceDown,
    Resupply,
    Rise,
    Sell,
    Stop,
)

THREE_JUNK = ("chimpanzee", "drummer", "seer")


def test_waka_4_no_card_need_be_played() -> None:
    game = position(JUNK * 3, JUNK)
    do(game, YOU, Stop(), Resupply(0))
    assert asked(game) == (LEFT, "turn")


def test_waka_4_three_cards_end_the_playing() -> None:
    game = position(["rainmaker"] * 4, JUNK)
    do(game, YOU, Play("rainmaker"), Play("rainmaker"))
    assert asked(game) == (YOU, "turn")
    do(game, YOU, Play("rainmaker"))
    assert asked(game) == (LEFT, "turn")


def test_waka_4_each_card_is_carried_out_before_the_next() -> None:
    game = position(["merchant", "rainmaker"], JUNK)
    do(game, YOU, Play("merchant"))
    assert asked(game) == (YOU, "merchant")
    assert refusal(game, YOU, Play("rainmaker")) == "WAKA-9"


def test_waka_4_only_a_card_in_hand_and_only_in_one_s_own_turn() -> None:
    game = position(["merchant"], ["rainmaker"])
    assert refusal(game, YOU, Play("rainmaker")) == "WAKA-4"
    assert refusal(game, YOU, Play("king")) == "WAKA-4"
    assert refusal(game, LEFT, Play("rainmaker")) == "WAKA-4"


def test_waka_4_a_card_that_cannot_be_carried_out_cannot_be_played() -> None:
    game = position(["merchant", "porter"], JUNK, gold=[1])
    assert refusal(game, YOU, Play("merchant")) == "WAKA-9"
    assert refusal(game, YOU, Play("porter")) == "WAKA-18"


@pytest.mark.parametrize(("played", "supply"), [(0, 3), (1, 2), (2, 1)])
def test_waka_5_the_fewer_cards_played_the_larger_the_supply(played: int, supply: int) -> None:
    for cards in range(supply + 1):
        game = position(["rainmaker"] * 3, JUNK, gold=[0])
        do(game, YOU, *[Play("rainmaker")] * played, Stop())
        assert game.moves(YOU) == tuple(Resupply(number) for number in range(supply + 1))
        assert refusal(game, YOU, Resupply(supply + 1)) == "WAKA-5"
        assert refusal(game, YOU, Resupply(-1)) == "WAKA-5"
        do(game, YOU, Resupply(cards))
        me = game.view(YOU).players[YOU]
        assert (me.cards, me.gold) == (3 - played + cards, supply - cards)


def test_waka_5_after_three_cards_there_is_no_supply() -> None:
    game = position(["rainmaker"] * 3, JUNK, gold=[0])
    do(game, YOU, *[Play("rainmaker")] * 3)
    me = game.view(YOU).players[YOU]
    assert (me.cards, me.gold) == (0, 0)


def test_waka_6_cards_over_six_are_discarded_by_choice_at_the_end_of_the_turn() -> None:
    game = position([*JUNK * 5, "elder"], JUNK, pile=["merchant", "porter"])
    do(game, YOU, Stop(), Resupply(2))
    assert asked(game) == (YOU, "hand")
    assert refusal(game, YOU, Discard("sorcerer")) == "WAKA-6"
    events = do(game, YOU, Discard("chimpanzee"))
    assert events == [Discarded(YOU, "chimpanzee")]
    do(game, YOU, Discard("elder"))
    assert game.view(YOU).hand == ("chimpanzee",) * 4 + ("merchant", "porter")
    assert asked(game) == (LEFT, "turn")


def test_waka_7_an_empty_draw_pile_is_made_of_the_discards() -> None:
    game = position(JUNK * 3, JUNK, pile=["merchant"])
    table = game.table
    table.discards, table.pile = table.pile[:-1], ["merchant"]
    events = do(game, YOU, Stop(), Resupply(2))
    assert Reshuffled("cards") in events
    assert len(game.view(YOU).hand) == 5
    assert table.discards == [] or set(table.discards) == {"fire"}


def test_waka_7_a_fire_is_shown_flips_the_fire_and_is_replaced() -> None:
    game = position(JUNK, JUNK, pile=["fire", "merchant"])
    events = do(game, YOU, Stop(), Resupply(1))
    assert events[1:3] == [Flipped(YOU, False), Drawn(YOU, 1, ("merchant",))]
    assert game.view(None).discards == ("fire",)
    assert not game.view(None).lit


def test_waka_7_fire_upon_fire_lights_it_again() -> None:
    game = position(JUNK, JUNK, pile=["fire", "fire", "merchant"])
    events = do(game, YOU, Stop(), Resupply(1))
    assert [event for event in events if isinstance(event, Flipped)] == [
        Flipped(YOU, False),
        Flipped(YOU, True),
    ]
    assert game.view(None).lit


def test_waka_7_no_more_cards_are_drawn_than_there_are() -> None:
    game = position(JUNK, JUNK)
    table = game.table
    table.players[LEFT].hand += [card for card in table.pile if card != "fire"]
    table.pile = ["fire"] * 3
    do(game, YOU, Stop())
    assert refusal(game, YOU, Resupply(1)) == "WAKA-7"
    assert game.moves(YOU) == (Resupply(0),)


def test_waka_8_the_cards_of_the_turn_are_discarded_and_the_next_player_begins() -> None:
    game = position(["rainmaker", "seer"], JUNK, gold=[8, 0])
    do(game, YOU, Play("rainmaker"), Play("seer"), Stop())
    events = do(game, YOU, Resupply(0))
    assert events[-2:] == [Cleared(YOU, ("rainmaker", "seer")), Started(LEFT)]
    assert game.view(None).discards == ("rainmaker", "seer")


def test_waka_8_a_boat_bought_stays_empty_until_the_end_of_the_turn() -> None:
    game = position(["merchant", "merchant"], JUNK, boats=[["tea", "salt"]])
    do(game, YOU, Play("merchant"), Buy(1), Play("merchant"))
    assert game.view(None).boats[0].cells == ()
    assert refusal(game, YOU, Buy(1)) == "WAKA-9"
    events = do(game, YOU, Buy(2), Resupply(0))
    assert [event.boat for event in events if isinstance(event, Loaded)] == [1, 2]
    boat = game.view(None).boats[0]
    assert [good is not None for good in boat.cells] == [True, False]


def test_waka_8_an_empty_reserve_is_made_of_the_village() -> None:
    game = position(["merchant"], JUNK, boats=[["tea", "salt"]], village=["fruit"])
    table = game.table
    table.village += table.reserve[1:]
    table.reserve = table.reserve[:1]
    before = len(table.village)
    events = do(game, YOU, Play("merchant"), Buy(1), Resupply(0))
    assert Reshuffled("goods") in events
    (displayed,) = [event for event in events if isinstance(event, Displayed)]
    assert len(displayed.goods) == 6
    assert sorted(game.view(None).village) == sorted(displayed.goods)
    assert len(table.reserve) == before - 6 - 1  # one good of the boat came from the old Reserve


def test_waka_11_three_cards_face_down_are_one_merchant() -> None:
    game = position([*THREE_JUNK, "rainmaker"], JUNK, boats=[["tea", "tea"]])
    events = do(game, YOU, PlayFaceDown(THREE_JUNK))
    assert events == [PlayedFaceDown(YOU, THREE_JUNK)]
    assert asked(game) == (YOU, "merchant")
    do(game, YOU, Buy(1), Stop())
    assert game.moves(YOU) == (Resupply(0), Resupply(1), Resupply(2))


def test_waka_11_it_can_be_done_three_times_in_a_turn() -> None:
    game = position([*THREE_JUNK * 2, *JUNK * 3], JUNK)
    game.table.players[YOU].stock = ["tea"] * 2
    game.table.reserve.remove("tea")
    game.table.reserve.remove("tea")
    do(game, YOU, PlayFaceDown(THREE_JUNK), Rise(("tea", "tea")))
    do(game, YOU, PlayFaceDown(THREE_JUNK), Buy(1))
    do(game, YOU, PlayFaceDown(JUNK * 3), Buy(2))
    assert asked(game) == (LEFT, "turn")
    assert game.view(None).players[YOU].cards == 0


def test_waka_11_not_with_a_merchant_in_hand_nor_with_one_among_the_three() -> None:
    game = position([*THREE_JUNK, "merchant"], JUNK)
    with_merchant = tuple(sorted([*THREE_JUNK[:2], "merchant"]))
    for cards in (THREE_JUNK, with_merchant):
        assert refusal(game, YOU, PlayFaceDown(cards)) == "WAKA-11"


def test_waka_11_when_the_last_merchant_has_been_played_three_cards_will_do() -> None:
    game = position([*THREE_JUNK, "merchant"], JUNK)
    do(game, YOU, Play("merchant"), Buy(1), PlayFaceDown(THREE_JUNK), Buy(2))
    assert game.view(None).players[YOU].cards == 0


def test_waka_11_it_takes_exactly_three_cards_one_has_named_in_order() -> None:
    game = position([*THREE_JUNK, "chimpanzee"], JUNK)
    for cards in (
        (),
        THREE_JUNK[:2],
        (*THREE_JUNK, "chimpanzee"),
        THREE_JUNK[::-1],
        ("drummer", "drummer", "seer"),
        ("elder", "porter", "seer"),
    ):
        assert refusal(game, YOU, PlayFaceDown(cards)) == "WAKA-11"


def test_waka_11_a_merchant_must_have_something_to_do() -> None:
    game = position(THREE_JUNK, JUNK, gold=[1])
    assert refusal(game, YOU, PlayFaceDown(THREE_JUNK)) == "WAKA-9"


def test_waka_11_the_cards_stay_hidden_until_they_are_discarded() -> None:
    game = position([*THREE_JUNK, "rainmaker"], JUNK, stocks=[["tea", "tea"]])
    (played,) = do(game, YOU, PlayFaceDown(THREE_JUNK))
    assert game.tell(played, YOU) == played
    assert game.tell(played, LEFT) == game.tell(played, None) == PlayedFaceDown(YOU, ())
    assert game.view(LEFT).slots == ("face down",)
    events = do(game, YOU, Sell("tea"), Stop(), Resupply(0))
    assert game.tell(events[-2], LEFT) == Cleared(YOU, THREE_JUNK)
