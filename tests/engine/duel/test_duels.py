"""DUEL-4 to DUEL-7: masks, shells, exchanges and the end."""

from itertools import combinations

import pytest

from tests.engine.duel.positions import asked, fight, laid, new, picture, play
from watai.engine.dice import Dice
from watai.engine.duel.board import Board
from watai.engine.duel.events import Chosen, Declined, Exchanged, Fought, Limited, Paid, Tied, Won
from watai.engine.duel.legality import exchange_pairs_equals
from watai.engine.duel.moves import Choose, Decline, Exchange, Trade
from watai.engine.duel.tables import BISON, CELLS, WOLF
from watai.engine.game import IllegalMove, Millis, Outcome, Revealed

LOPSIDED = """
9-1  8-2  7-3
6-4  5-6  4-5
3-7  2-8  1-9
"""


def test_duel_4_the_masks_name_row_and_column_and_the_higher_stone_wins_the_difference() -> None:
    game = laid(LOPSIDED)
    assert fight(game, 1, 3) == [
        Chosen(BISON, 1),
        Chosen(WOLF, 3),
        Fought(1, 1, 3, bison=7, wolf=3),
        Paid(loser=WOLF, winner=BISON, shells=4),
    ]
    assert game.view(None).shells == (13, 5)


def test_duel_4_wolf_may_choose_first_and_win() -> None:
    game = laid(LOPSIDED)
    play(game, WOLF, Choose(1))
    assert asked(game) == [(BISON, "mask")]
    events = play(game, BISON, Choose(3))
    assert events[1:] == [Fought(1, 3, 1, bison=3, wolf=7), Paid(BISON, WOLF, 4)]


def test_duel_4_a_mask_once_laid_is_not_taken_back() -> None:
    game = laid()
    play(game, BISON, Choose(1))
    with pytest.raises(IllegalMove, match="DUEL-4"):
        game.play(BISON, Choose(2), Millis(0))


def test_duel_4_there_are_no_masks_before_the_board_is_full_nor_during_an_exchange() -> None:
    with pytest.raises(IllegalMove, match="DUEL-4"):
        new().play(BISON, Choose(1), Millis(0))
    game = laid()
    fight(game, 1, 1)
    with pytest.raises(IllegalMove, match="DUEL-4"):
        game.play(WOLF, Choose(1), Millis(0))


def test_duel_4_a_loser_with_fewer_shells_pays_all_and_loses_the_game() -> None:
    game = laid(LOPSIDED, exchange="optional")
    fight(game, 1, 1)
    play(game, BISON, Decline())
    assert game.view(None).shells == (17, 1)
    events = fight(game, 1, 2)
    assert events[2:5] == [Fought(2, 1, 2, 8, 2), Paid(WOLF, BISON, 1), Won(BISON, 18)]
    assert game.outcome() == Outcome("all shells", (BISON,))


def test_duel_5_every_mask_can_be_chosen_again() -> None:
    game = laid(exchange="optional")
    fight(game, 2, 2)
    play(game, BISON, Decline())
    assert list(game.moves(BISON)) == list(game.moves(WOLF)) == [Choose(1), Choose(2), Choose(3)]
    assert fight(game, 2, 2)[2] == Fought(2, 2, 2, bison=5, wolf=6)


def test_duel_6_bison_exchanges_after_the_first_duel_wolf_after_the_second() -> None:
    game = laid()
    fight(game, 1, 1)
    assert asked(game) == [(BISON, "exchange")]
    assert play(game, BISON, Exchange(1, 1, 3, 2)) == [Exchanged(BISON, 1, 1, 3, 2)]
    assert picture(game) == "\n8-2  2-3  3-4\n4-5  5-6  6-7\n7-8  1-9  9-1\n"
    fight(game, 1, 2)
    assert asked(game) == [(WOLF, "exchange")]
    play(game, WOLF, Exchange(1, 3, 2, 2))
    assert picture(game) == "\n8-2  2-3  3-6\n4-5  5-4  6-7\n7-8  1-9  9-1\n"
    assert asked(game) == [(BISON, "mask"), (WOLF, "mask")]


@pytest.mark.parametrize(
    "move",
    [
        Exchange(1, 1, 1, 2),  # Bison's 2 would come to Wolf's 2
        Exchange(1, 1, 1, 1),
        Exchange(3, 2, 1, 1),  # the lower cell first
        Exchange(1, 1, 4, 1),
        Exchange(0, 1, 1, 1),
        Trade(BISON, 1, BISON, 5),
        Decline(),
    ],
)
def test_duel_6_other_exchanges_are_refused(move: Exchange | Trade | Decline) -> None:
    game = laid()
    fight(game, 1, 1)
    assert move not in game.moves(BISON)
    with pytest.raises(IllegalMove, match="DUEL-6"):
        game.play(BISON, move, Millis(0))


def test_duel_6_the_exchange_is_for_one_player_at_one_time() -> None:
    game = laid(exchange="optional")
    for move in (Exchange(1, 1, 3, 2), Decline()):
        with pytest.raises(IllegalMove, match="DUEL-6"):
            game.play(BISON, move, Millis(0))
    fight(game, 1, 1)
    for move in (Exchange(1, 1, 3, 2), Decline()):
        with pytest.raises(IllegalMove, match="DUEL-6"):
            game.play(WOLF, move, Millis(0))


def test_duel_6_it_may_be_declined_where_the_room_says_so() -> None:
    game = laid(exchange="optional")
    fight(game, 1, 1)
    assert Decline() in game.moves(BISON)
    assert play(game, BISON, Decline()) == [Declined(BISON)]
    fight(game, 1, 1)
    assert asked(game) == [(WOLF, "exchange")]


@pytest.mark.parametrize(
    "ring_sizes",
    [(9,), (7, 2), (6, 3), (5, 4), (5, 2, 2), (4, 3, 2), (3, 3, 3), (3, 2, 2, 2)],
)
def test_duel_6_a_legal_exchange_always_exists(ring_sizes: tuple[int, ...]) -> None:
    """From a stone to the opponent's stone beside it, to one's own equal of that, and so on: boards differ only
    in the sizes of these rings, but for the names of stones and cells. So no exchange ever has to be skipped."""
    board, start = Board(), 1
    for size in ring_sizes:
        for step in range(size):
            board.place(BISON, start + step, CELLS[start + step - 1])
            board.place(WOLF, start + (step + 1) % size, CELLS[start + step - 1])
        start += size
    for seat in (BISON, WOLF):
        assert not all(exchange_pairs_equals(board, seat, *pair) for pair in combinations(CELLS, 2))


def test_duel_7_all_eighteen_shells_win() -> None:
    game = laid("1-9 2-8 3-7 4-6 5-4 6-5 7-3 8-2 9-1", exchange="optional")
    fight(game, 1, 1)
    play(game, BISON, Decline())
    events = fight(game, 1, 2)
    assert events[2:] == [
        Fought(2, 1, 2, bison=2, wolf=8),
        Paid(BISON, WOLF, 1),
        Won(WOLF, 18),
        Revealed(Dice.from_text("duel").reveal()),
    ]
    assert game.outcome() == Outcome("all shells", (WOLF,))
    with pytest.raises(IllegalMove, match="DUEL-7"):
        game.play(BISON, Choose(1), Millis(0))


def test_duel_7_at_the_limit_of_duels_most_shells_win_and_nobody_exchanges() -> None:
    game = laid(LOPSIDED, duel_limit=1)
    events = fight(game, 1, 3)
    assert events[4:6] == [Limited("duel limit"), Won(BISON, 13)]
    assert game.outcome() == Outcome("duel limit", (BISON,))


def test_duel_7_equal_shells_at_the_limit_are_a_draw() -> None:
    game = laid(LOPSIDED, duel_limit=2, exchange="optional")
    fight(game, 1, 3)
    play(game, BISON, Decline())
    assert Tied() in fight(game, 3, 1)
    assert game.outcome() == Outcome("duel limit", ())


def test_duel_7_the_limit_is_thirty_duels_unless_the_room_says_otherwise() -> None:
    game = laid("1-2 2-1 3-4 4-3 5-6 6-5 7-8 8-7 9-9", variant="professional", exchange="optional")
    for number in range(30):
        assert game.outcome() is None
        fight(game, 3, 3)  # nine against nine: nobody pays
        if number < 29:
            play(game, asked(game)[0][0], Decline())
    assert game.outcome() == Outcome("duel limit", ())


def test_duel_7_at_the_limit_of_minutes_the_game_ends_wherever_it_is() -> None:
    game = laid(LOPSIDED, minute_limit=1, duel_limit=0)
    fight(game, 1, 3, at=59_000)
    assert game.due() == 60_000
    events = game.tick(Millis(60_000))
    assert list(events[:2]) == [Limited("time limit"), Won(BISON, 13)]
    assert game.outcome() == Outcome("time limit", (BISON,))
    assert game.due() is None
