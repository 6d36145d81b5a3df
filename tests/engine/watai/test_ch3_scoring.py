"""Chapter 3 of the rules: the count, the score die, and the end (WATAI-19 … 21)."""

import pytest

from tests.engine.watai.positions import (
    begin,
    climb,
    lay,
    new,
    of,
    only,
    pass_round,
    seed_for,
    table,
)
from watai.engine.game import Event, Revealed
from watai.engine.options import BadOption
from watai.engine.watai.events import (
    RoundOpened,
    Scored,
    ScoreDieThrown,
    ScoreLine,
    TenLost,
    Won,
)
from watai.engine.watai.moves import Slap, Turn
from watai.engine.watai.options import WataiOptions

FIVE_OF_SEAT_1 = climb("Lb5")


def lines(events: list[Event]) -> tuple[ScoreLine, ...]:
    return only(events, Scored).lines


def test_watai_19_fifteen_cards_in_the_arena_and_four_in_the_talon_make_seven() -> None:
    it = table(talons={0: 4, 1: 0}, piles=[climb("Gb12") + " G-1", "G+2 Gr2"])
    line = lines(it.shout(1))[0]
    assert (line.laid, line.talon, line.points) == (15, 4, 7)


def test_watai_19_cards_count_for_their_back_and_not_for_who_opened_the_pile() -> None:
    it = table(talons={0: 0, 1: 0, 2: 0}, piles=["G+1 Lb2 Ob3 Lb4", "O+1 Gr2"])
    assert [line.laid for line in lines(it.shout(0))] == [2, 2, 2]


def test_watai_19_each_card_left_in_the_talon_costs_two() -> None:
    it = table(talons={0: 0, 1: 1, 2: 13})
    assert [line.points for line in lines(it.shout(0))] == [5, -2, -26]


def test_watai_19_stock_and_devidoir_count_nothing() -> None:
    it = table(talons={0: 0, 1: 0}, stocks={1: "Lr3 Lr4"})
    it.play(1, Turn())
    assert lines(it.shout(0))[1].points == 0


def test_watai_19_a_valid_shout_is_worth_five() -> None:
    it = table(talons={0: 0, 1: 0, 2: 0})
    assert [line.shout for line in lines(it.shout(2))] == [0, 0, 5]


def test_watai_19_penalties_are_taken_off() -> None:
    it = table(talons={0: 0, 1: 2}, piles=[FIVE_OF_SEAT_1])
    it.shout(1)
    line = lines(it.shout(0))[1]
    assert (line.laid, line.talon, line.penalties, line.points) == (5, 2, 5, 5 - 4 - 5)


def test_watai_19_the_count_is_added_to_what_a_player_had() -> None:
    it = new(3, seed_for(3, face=1), variants="off")
    first = lines(pass_round(it, 0))
    second = lines(pass_round(it, 0))
    assert [line.total for line in first] == [5, 0, 0]
    assert [line.total for line in second] == [10, 0, 0]
    assert [player.total for player in it.view.players] == [10, 0, 0]


def test_watai_20_there_is_no_score_die_in_the_first_round() -> None:
    it = new(3, "die")
    assert of(it.game.opening, ScoreDieThrown) == []
    assert it.view.score_die is None


@pytest.mark.parametrize("shouter", [0, 1, 2])
def test_watai_20_whoever_won_the_last_round_by_shouting_throws_the_die(shouter: int) -> None:
    thrown = only(pass_round(new(3, "die"), shouter), ScoreDieThrown)
    assert thrown.seat == shouter


def test_watai_20_the_die_has_the_faces_1_to_8() -> None:
    faces = [only(pass_round(new(3, str(seed)), 0), ScoreDieThrown).face for seed in range(120)]
    assert set(faces) == set(range(1, 9))


@pytest.mark.parametrize(
    ("face", "shout", "factor"),
    [(1, 5, 1), (2, 10, 1), (3, 5, 1), (4, 20, 1), (5, 5, 1), (6, 5, 2), (7, 5, 1), (8, 5, 1)],
)
def test_watai_20_every_face_has_its_count(face: int, shout: int, factor: int) -> None:
    it = table(face=face, talons={0: 0, 1: 4, 2: 0}, piles=["O+1 Ob2", FIVE_OF_SEAT_1])
    events = it.shout(2)
    assert [line.shout for line in lines(events)] == [0, 0, shout]
    assert [line.points for line in lines(events)] == [0, -3 * factor, (2 + shout) * factor]
    assert only(events, Scored).doubled == (factor == 2)


@pytest.mark.parametrize("face", range(1, 9))
def test_watai_20_an_8_and_nothing_else_costs_the_thrower_ten_points_at_once(face: int) -> None:
    it = new(3, seed_for(3, face=face), variants="off")
    events = pass_round(it, 1)
    lost = [(each.seat, each.total) for each in of(events, TenLost)]
    assert lost == ([(1, 5 - 10)] if face == 8 else [])
    assert [player.total for player in it.view.players] == [0, -5 if face == 8 else 5, 0]


def test_watai_20_a_6_doubles_penalties_too() -> None:
    it = table(face=6, talons={0: 0, 1: 1})
    it.shout(1)
    assert lines(it.shout(0))[1].points == 2 * (-2 - 5)


def test_watai_20_a_6_doubles_slaps_too() -> None:
    it = table(variant=15, face=6, reels={0: "Gb10"}, talons={0: 0, 1: 0}, piles=[climb("Gb9")])
    it.play(0, lay("Gb10", on=0))
    it.play(1, Slap(0))
    assert lines(it.shout(0))[1].points == 2


def test_watai_20_a_6_doubles_omissions_too() -> None:
    it = table(variant=16, face=6, reels={1: "L+1 Lb2 Lb3"}, talons={0: 0, 1: 0})
    for move in (begin("L+1"), lay("Lb2", on=0), lay("Lb3", on=0)):
        it.play(1, move)
    it.wait(3_000)
    line = lines(it.shout(0))[1]
    assert (line.laid, line.omissions, line.points) == (3, 2, 2 * (3 - 2))


def test_watai_21_the_target_is_150_unless_the_room_says_otherwise() -> None:
    it = new(3, "target", variants="off")
    totals = [0]
    while it.game.outcome() is None:
        totals.append(lines(pass_round(it, 0))[0].total)
    assert max(totals[:-1]) < 150 <= totals[-1]


@pytest.mark.parametrize("target", [0, -1, 1001])
def test_watai_21_the_target_is_a_number_from_1_to_1000(target: int) -> None:
    assert [WataiOptions.parse({"target": each}).target for each in (1, 1000)] == [1, 1000]
    with pytest.raises(BadOption, match="from 1 to 1000"):
        WataiOptions.parse({"target": target})


@pytest.mark.parametrize(("target", "over"), [(4, True), (5, True), (6, False)])
def test_watai_21_the_game_ends_with_the_round_in_which_the_target_is_reached(
    target: int, over: bool
) -> None:
    it = table(talons={0: 0}, target=target)
    events = it.shout(0)
    assert [(each.seat, each.total) for each in of(events, Won)] == ([(0, 5)] if over else [])
    outcome = it.game.outcome()
    assert (outcome is not None and outcome.winners == (0,)) == over


def test_watai_21_no_card_laid_ends_the_game_before_the_count() -> None:
    it = table(reels={0: "G+1 G+2"}, talons={0: 0}, target=1)
    it.play(0, begin("G+1"))
    it.play(0, begin("G+2"))
    assert it.game.outcome() is None


def test_watai_21_of_several_past_the_target_the_highest_wins_even_without_the_shout() -> None:
    it = table(talons={0: 0, 1: 0}, piles=[FIVE_OF_SEAT_1, "L+2"], target=5)
    won = only(it.shout(0), Won)
    assert (won.seat, won.total) == (1, 6)


def test_watai_21_equal_at_the_top_another_round_is_played() -> None:
    it = table(talons={0: 0, 1: 0}, piles=[FIVE_OF_SEAT_1], target=5)
    events = it.shout(0)
    assert [line.total for line in lines(events)[:2]] == [5, 5]
    assert of(events, Won) == []
    assert only(events, RoundOpened).round == 2


def test_watai_21_equals_below_the_top_do_not_prolong_the_game() -> None:
    it = table(talons={0: 0, 1: 0, 2: 0}, piles=["L+1", "O+1", "G+1"], target=1)
    assert only(it.shout(0), Won).seat == 0


def test_watai_21_the_round_after_a_tie_decides() -> None:
    it = table(talons={0: 0, 1: 0}, piles=[FIVE_OF_SEAT_1], target=5)
    it.shout(0)
    assert it.game.outcome() is None
    while it.game.outcome() is None:
        events = pass_round(it, 1)
    assert only(events, Won).seat == 1


def test_watai_21_at_the_end_the_seed_of_the_whole_game_is_shown() -> None:
    it = table(talons={0: 0}, target=1)
    revealed = of(it.shout(0), Revealed)
    assert revealed[-1].seed == it.game.dice.reveal()
