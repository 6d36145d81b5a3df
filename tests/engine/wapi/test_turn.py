"""A turn: WAPI-3 to WAPI-7, and its clock, WAPI-13."""

import pytest

from tests.engine.wapi.positions import answer, deal, in_turn, places, section, seen
from watai.engine.game import IllegalMove, Millis, Move, Prompt, Seat
from watai.engine.wapi.events import Claimed, CoinDrawn, Declined, Placed, SymbolDrawn, TimedOut
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import SYMBOLS


def refuse(game: Wapi, seat: int, move: Move, clause: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why) as refusal:
        game.play(Seat(seat), move, Millis(0))
    assert refusal.value.clause == clause


def test_wapi_3_play_goes_clockwise() -> None:
    game = deal(0, 0, 0, 0, seats=3, first=1)
    order = []
    for _ in range(4):
        order.append(in_turn(game))
        answer(game, "owl")
    assert order == [1, 2, 0, 1]


def test_wapi_3_only_the_player_in_turn_may_move() -> None:
    game = deal(3, seats=3, first=1)
    for seat in (0, 2, 3, -1):
        refuse(game, seat, Place("owl"), "WAPI-3", "not your turn")


def test_wapi_4_the_draw_is_made_at_once_and_seen_by_all() -> None:
    game = deal(3, "owl")
    assert game.opening[-1] == CoinDrawn(Seat(0), 3)
    assert seen(game).coin == 3
    assert answer(game, "bear")[-1] == SymbolDrawn(Seat(1), "owl")
    assert seen(game).symbol == "owl"


def test_wapi_4_one_token_a_turn() -> None:
    game = deal(0, 0)
    assert sum(kind.left for kind in seen(game).bag) == 71
    answer(game, "owl")
    assert sum(kind.left for kind in seen(game).bag) == 70


def test_wapi_5_a_symbol_goes_to_its_section_and_asks_for_a_totem() -> None:
    game = deal("owl")
    assert section(game, "owl").tokens == (None,)
    assert game.prompts() == (Prompt(Seat(0), "totem", Millis(60_000)),)
    assert set(game.moves(Seat(0))) == {Claim(), Decline()}


def test_wapi_5_a_totem_on_the_symbol_just_drawn() -> None:
    game = deal("owl", 1)
    assert answer(game, True)[0] == Claimed(Seat(0), "owl", 2)
    assert section(game, "owl").tokens == (Seat(0),)
    assert seen(game).totems == (2, 3)


def test_wapi_5_no_totem_now_is_no_totem_ever() -> None:
    game = deal("owl", 1, "owl", "owl")
    assert answer(game, False)[0] == Declined(Seat(0), "owl")
    answer(game, "bear", True, False)
    assert section(game, "owl").tokens == (None, Seat(0), None)


def test_wapi_5_a_totem_never_goes_on_a_token_somebody_else_drew() -> None:
    game = deal("owl", "bear")
    answer(game, False, True)
    assert section(game, "owl").tokens == (None,)
    assert section(game, "bear").tokens == (Seat(1),)


def test_wapi_5_without_totems_a_symbol_asks_nothing_and_the_turn_passes() -> None:
    game = deal("owl", 0, "owl", 0, "owl", 0, "owl", 2)
    answer(game, True, "owl", True, "owl", True)
    events = answer(game, "owl")
    assert events[1:] == [SymbolDrawn(Seat(0), "owl"), CoinDrawn(Seat(1), 2)]
    assert section(game, "owl").tokens == (0, 0, 0, None)
    assert in_turn(game) == 1


def test_wapi_5_a_symbol_cannot_be_placed_like_a_coin() -> None:
    refuse(deal("owl"), 0, Place("owl"), "WAPI-5", "You drew a symbol")


def test_wapi_6_without_totems_on_the_board_a_coin_goes_anywhere() -> None:
    game = deal("owl", 3)
    answer(game, False)
    assert places(game) == set(SYMBOLS) == set(seen(game).places)
    assert answer(game, "snake")[0] == Placed(Seat(1), 3, "snake", 3)
    assert section(game, "snake").coins == (3,)


def test_wapi_6_a_coin_must_go_where_anybody_has_a_totem() -> None:
    game = deal("owl", 5, "bear", 5)
    answer(game, True)
    assert places(game) == {"owl"}
    refuse(game, 1, Place("bear"), "WAPI-6", "A section with a totem has room")
    answer(game, "owl", True)
    assert places(game) == {"owl", "bear"}


def test_wapi_6_when_sections_with_totems_are_full_a_coin_goes_anywhere_free() -> None:
    game = deal("owl", 0, 0, 0, 0, 0, 5)
    answer(game, True, "owl", "owl", "owl", "owl", "owl")
    assert places(game) == set(SYMBOLS) - {"owl"}
    refuse(game, 0, Place("owl"), "WAPI-6", "Every coin space")


def test_wapi_6_a_coin_cannot_be_claimed() -> None:
    for move in (Claim(), Decline()):
        refuse(deal(5), 0, move, "WAPI-6", "You drew a coin")


def test_wapi_1_there_are_no_other_sections() -> None:
    for name in ("", "Owl", "hibou", "owl "):
        refuse(deal(5), 0, Place(name), "WAPI-1", "no such section")


def test_wapi_7_nothing_placed_ever_moves() -> None:
    game = deal("owl", 5, "bear", 0, 3)
    answer(game, True, "owl", True, "bear", "owl")
    assert section(game, "owl").coins == (5, 3)
    assert section(game, "bear").coins == (0,)
    assert section(game, "owl").tokens == section(game, "bear").tokens == (Seat(0),)
    assert {type(move) for seat in (0, 1) for move in game.moves(Seat(seat))} <= {
        Place,
        Claim,
        Decline,
    }


def test_wapi_13_the_clock_starts_anew_with_every_question() -> None:
    game = deal(0, "owl", seconds=5)
    assert game.due() == 5_000
    answer(game, "owl", at=1_234)
    assert game.due() == 6_234


def test_wapi_13_out_of_time_is_no_totem() -> None:
    game = deal("owl", 1, seconds=5)
    events = game.tick(Millis(5_000))
    assert list(events[:2]) == [TimedOut(Seat(0)), Declined(Seat(0), "owl")]
    assert in_turn(game) == 1
    assert game.due() == 10_000


def test_wapi_13_out_of_time_a_coin_goes_to_a_legal_section_drawn_at_random() -> None:
    game = deal("owl", "bear", 1, 1, 1, 1, 1, 1, 1, 1, seconds=5)
    answer(game, True, True)
    hit = set()
    for turn in range(8):
        timed_out, placed = game.tick(Millis(5_000 * (turn + 1)))[:2]
        assert timed_out == TimedOut(Seat(turn % 2))
        assert isinstance(placed, Placed)
        hit.add(placed.symbol)
    assert hit == {"owl", "bear"}


def test_wapi_13_a_table_asleep_plays_to_the_end() -> None:
    game = deal("owl", seats=5, seconds=5)
    game.tick(Millis(10**9))
    assert game.outcome() is not None
    assert game.due() is None
    assert game.faults() == ()
