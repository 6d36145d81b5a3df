"""WAKA-22 and WAKA-23: the levels and the end."""

from collections import Counter

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, RIGHT, YOU, asked, do, position, refusal
from watai.engine.dice import opens
from watai.engine.game import Committed, Outcome, Revealed
from watai.engine.waka_waka.events import Topped, Won
from watai.engine.waka_waka.moves import Play, Resupply, Rise, Stop
from watai.engine.waka_waka.orders import deliverable, deliveries
from watai.engine.waka_waka.tables import STANDARD


def test_waka_22_level_1_takes_two_equal_goods_of_any_kind() -> None:
    game = position(["merchant"], JUNK, stocks=[["tea", "tea", "salt", "salt", "jewel"]])
    do(game, YOU, Play("merchant"))
    rises = [move for move in game.moves(YOU) if isinstance(move, Rise)]
    assert rises == [Rise(("salt", "salt")), Rise(("tea", "tea"))]
    assert refusal(game, YOU, Rise(("salt", "tea"))) == "WAKA-22"


def test_waka_22_level_2_takes_a_jewel_and_a_fruit() -> None:
    game = position(["merchant"], JUNK, stocks=[["jewel", "fruit", "tea", "tea"]], status=[1])
    do(game, YOU, Play("merchant"))
    assert refusal(game, YOU, Rise(("tea", "tea"))) == "WAKA-22"
    assert (
        refusal(game, YOU, Rise(("jewel", "fruit"))) == "WAKA-22"
    )  # one order of naming, so that moves are few
    do(game, YOU, Rise(("fruit", "jewel")))
    assert game.view(None).players[YOU].status == 2


@pytest.mark.parametrize(
    ("order", "ways"),
    [
        ("aa", 6),
        ("JF", 1),
        ("aabb", 15),
        ("abc", 20),
        ("aaabb", 30),
        ("FFJC", 1),
        ("abcdef", 1),
        ("aaJ", 5),
    ],
)
def test_waka_22_small_letters_are_different_kinds_of_one_s_choice(order: str, ways: int) -> None:
    assert len(deliveries(order)) == ways


def test_waka_22_two_pairs_are_two_different_pairs() -> None:
    assert deliverable("aabb", Counter({"tea": 4, "salt": 1})) == []
    assert deliverable("aabb", Counter({"tea": 2, "salt": 2})) == [("salt", "salt", "tea", "tea")]


@pytest.mark.parametrize("orders", STANDARD.orders)
def test_waka_22_every_table_can_be_chosen_and_has_five_levels(orders: str) -> None:
    assert position(JUNK, JUNK, orders=orders).view(None).orders == STANDARD.orders[orders]
    assert len(STANDARD.orders[orders]) == 5


def test_waka_22_there_is_nothing_above_the_highest_level() -> None:
    game = position(["sorcerer", "merchant"], JUNK, gold=[30], stocks=[["tea", "tea"]])
    game.table.players[YOU].status = 5
    game.table.topped = [YOU]
    assert refusal(game, YOU, Play("sorcerer")) == "WAKA-22"
    do(game, YOU, Play("merchant"))
    assert refusal(game, YOU, Rise(("tea", "tea"))) == "WAKA-22"


def test_waka_23_the_round_is_played_to_its_end_and_who_is_alone_at_the_top_wins() -> None:
    game = position(["sorcerer", "seer"], JUNK, JUNK, gold=[12], status=[4])
    assert Topped(YOU) in do(game, YOU, Play("sorcerer"), Stop(), Resupply(0))
    assert game.outcome() is None
    assert game.view(None).last_round
    do(game, LEFT, Stop(), Resupply(0))
    events = do(game, RIGHT, Stop(), Resupply(0))
    assert game.outcome() == Outcome("alone at the top", (YOU,))
    assert isinstance(events[-2], Won)
    assert game.prompts() == ()


def test_waka_23_the_last_of_the_round_ends_it_at_once() -> None:
    game = position(JUNK, ["sorcerer"], gold=[0, 12], status=[0, 4])
    do(game, YOU, Stop(), Resupply(0))
    do(game, LEFT, Play("sorcerer"), Resupply(0))
    assert game.outcome() == Outcome("alone at the top", (LEFT,))


def test_waka_23_among_several_the_most_gold_wins() -> None:
    game = position(["sorcerer"], ["sorcerer"], gold=[15, 14], status=[4, 4])
    do(game, YOU, Play("sorcerer"), Resupply(2))
    do(game, LEFT, Play("sorcerer"), Resupply(2))
    assert game.outcome() == Outcome("most gold at the top", (YOU,))


def test_waka_23_with_equal_gold_who_came_last_wins() -> None:
    game = position(["sorcerer"], ["sorcerer"], gold=[14, 14], status=[4, 4])
    do(game, YOU, Play("sorcerer"), Resupply(2))
    do(game, LEFT, Play("sorcerer"), Resupply(2))
    assert game.outcome() == Outcome("last to reach the top", (LEFT,))


def test_waka_23_after_the_end_nobody_plays_and_the_seed_is_shown() -> None:
    game = position(JUNK, ["sorcerer"], gold=[0, 12], status=[0, 4])
    do(game, YOU, Stop(), Resupply(0))
    events = do(game, LEFT, Play("sorcerer"), Resupply(0))
    assert refusal(game, YOU, Stop()) == "WAKA-23"
    committed, revealed = game.opening[0], events[-1]
    assert isinstance(committed, Committed)
    assert isinstance(revealed, Revealed)
    assert opens(committed.commitment, revealed.seed)


def test_waka_23_a_player_at_the_top_still_plays_on_in_this_turn() -> None:
    game = position(["sorcerer", "rainmaker", "seer"], JUNK, gold=[12], status=[4])
    do(game, YOU, Play("sorcerer"))
    assert asked(game) == (YOU, "turn")
    do(game, YOU, Play("rainmaker"))
    assert game.view(None).players[YOU].gold == 5
