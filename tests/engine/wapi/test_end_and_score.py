"""The end and the points: WAPI-8 to WAPI-11."""

import pytest

from tests.engine.wapi.positions import TinyWapi, answer, deal, in_turn, seen
from watai.engine.game import IllegalMove, Millis, Outcome, Revealed, Seat
from watai.engine.wapi.events import Ended, Placed, Scored
from watai.engine.wapi.moves import Place
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import SYMBOLS

BLANKS = 12  # worthless coins in the bag


def fill(game: Wapi, spare: str = "") -> None:
    """Place whatever coin comes on the first section with room, `spare` last, and claim nothing."""
    while game.outcome() is None:
        view = seen(game)
        if view.coin is None:
            answer(game, False)
        else:
            answer(game, min(view.places, key=lambda symbol: symbol == spare))


def test_wapi_8_the_game_ends_when_thirty_coins_lie() -> None:
    game = deal(*[1] * 12, *[2] * 12, *[0] * 6)
    for number in range(30):
        assert game.outcome() is None
        events = answer(game, SYMBOLS[number // 5])
    assert game.outcome() == Outcome("every coin space is taken", (Seat(0), Seat(1)))
    assert [type(event) for event in events] == [Placed, Scored, Scored, Ended, Revealed]
    assert all(len(section.coins) == 5 for section in seen(game).sections)
    assert sum(kind.left for kind in seen(game).bag) == 42


def test_wapi_8_nobody_moves_after_the_end() -> None:
    game = deal(seats=3)
    fill(game)
    assert game.prompts() == ()
    with pytest.raises(IllegalMove, match="over") as refusal:
        game.play(Seat(0), Place("owl"), Millis(0))
    assert refusal.value.clause == "WAPI-8"


def test_wapi_8_an_empty_bag_ends_it_too() -> None:
    game = deal(4, "owl", 1, 4, "bear", "owl", rules=TinyWapi)
    answer(game, "owl", True, "owl", "bear", True)
    assert game.outcome() == Outcome("the bag is empty", (Seat(1),))
    assert seen(game).points == ("4", "5")
    assert game.faults() == ()


def test_wapi_8_the_last_symbol_still_asks_before_an_empty_bag_ends_it() -> None:
    game = deal(4, 4, 1, "bear", "owl", "owl", rules=TinyWapi)
    answer(game, "owl", "owl", "bear", False, True)
    assert in_turn(game) == 1
    answer(game, False)
    assert game.outcome() == Outcome("the bag is empty", (Seat(0),))
    assert seen(game).points == ("8", "0")


def test_wapi_9_the_book_s_two_totems_on_a_section_worth_four_make_eight() -> None:
    game = deal("owl", 3, "owl", 1)
    answer(game, True, "owl", True, "owl")
    assert seen(game).points == ("8", "0")


def test_wapi_9_rivals_on_a_section_each_earn_the_whole_sum() -> None:
    game = deal("owl", "owl", 5, "owl", "bear", 2)
    answer(game, True, True, "owl", True, True, "bear")
    assert seen(game).points == ("7", "10")


def shared(*coins: int, scoring: str) -> Wapi:
    """One totem of seat 0 and two of seat 1 on the owl, and then these coins."""
    game = deal("owl", "owl", "jackal", "owl", *coins, scoring=scoring)
    answer(game, True, True, False, True, *["owl"] * len(coins))
    return game


def test_wapi_10_the_book_s_nine_points_for_one_totem_against_two_are_three_and_six() -> None:
    assert seen(shared(5, 3, 1, scoring="advanced")).points == ("3", "6")


def test_wapi_10_parts_are_exact() -> None:
    game = shared(5, 5, 3, scoring="advanced")
    assert seen(game).points == ("13/3", "26/3")


def test_wapi_10_is_an_option_and_the_basic_score_is_what_one_gets_without() -> None:
    assert seen(shared(5, 3, 1, scoring="basic")).points == ("9", "18")


def test_wapi_10_the_final_points_survive_as_texts() -> None:
    game = deal("owl", "owl", "owl", *[0] * BLANKS, seats=3, scoring="advanced")
    answer(game, True, True, True)
    last = []
    while game.outcome() is None:
        view = seen(game)
        last = answer(game, view.places[0] if view.coin is not None else False)
    scores = [event.points for event in last if isinstance(event, Scored)]
    assert tuple(scores) == seen(game).points
    assert all(isinstance(points, str) for points in scores)


def test_wapi_11_most_points_win() -> None:
    game = deal("owl", 5, "bear", "bear")
    answer(game, True, "owl", False, True)
    fill(game, spare="bear")
    one, two = map(int, seen(game).points)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == ((Seat(0),) if one > two else (Seat(1),))
    assert one != two


def test_wapi_11_equal_points_share_the_victory_and_unused_totems_count_nothing() -> None:
    game = deal("owl", "owl", "bear", seats=3)
    answer(game, True, True, False)
    fill(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (Seat(0), Seat(1))
    assert seen(game).totems == (2, 2, 3)
    assert seen(game).points[2] == "0"


def test_wapi_11_nobody_on_the_board_is_a_victory_shared_by_all() -> None:
    game = deal(seats=5)
    fill(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == tuple(range(5))
