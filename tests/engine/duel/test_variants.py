"""DUEL-8 and DUEL-9: the memory and the professional variant."""

import pytest

from tests.engine.duel.positions import asked, fight, laid, new, picture, play
from watai.engine.duel.events import Balanced, Exchanged, Fought, Paid, Placed, Traded
from watai.engine.duel.moves import Exchange, Place, Trade
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import BISON, WOLF
from watai.engine.game import IllegalMove, Millis, Seat

FACE_DOWN = "\n" + "?-?  ?-?  ?-?\n" * 3
SOME_EQUAL = """
1-1  2-3  3-2
4-4  5-6  6-5
7-8  8-7  9-9
"""


def test_duel_8_only_the_placer_knows_a_stone() -> None:
    game = new(variant="memory")
    (event,) = play(game, BISON, Place(BISON, 7, 1, 1))
    assert game.tell(event, BISON) == Placed(BISON, BISON, 7, 1, 1)
    assert game.tell(event, WOLF) == game.tell(event, None) == Placed(BISON, BISON, None, 1, 1)
    assert game.view(BISON).hands == ((1, 2, 3, 4, 5, 6, 8, 9), (None,) * 9)
    assert game.view(WOLF).hands == ((None,) * 8, tuple(range(1, 10)))


@pytest.mark.parametrize("seat", [BISON, WOLF, None])
def test_duel_8_nobody_looks_again_not_even_the_owner(seat: Seat | None) -> None:
    assert picture(laid(SOME_EQUAL, variant="memory"), seat) == FACE_DOWN


@pytest.mark.parametrize("seat", [BISON, WOLF, None])
def test_duel_8_the_stones_of_a_duel_are_shown_until_the_exchange_is_over(
    seat: Seat | None,
) -> None:
    game = laid(SOME_EQUAL, variant="memory")
    fight(game, 1, 2)
    assert game.view(seat).last == Fought(1, 1, 2, bison=2, wolf=3)
    assert picture(game, seat) == FACE_DOWN
    play(game, BISON, Exchange(1, 1, 3, 3))
    assert game.view(seat).last is None


def test_duel_8_equal_stones_may_share_a_cell_and_nobody_wins() -> None:
    game = laid(SOME_EQUAL, variant="memory")
    assert fight(game, 3, 3)[2:] == [Fought(1, 3, 3, 9, 9), Balanced()]
    assert game.view(None).shells == (9, 9)


def test_duel_8_exchanges_are_made_blind() -> None:
    game = laid(SOME_EQUAL, variant="memory")
    fight(game, 3, 3)
    assert len(game.moves(BISON)) == 36  # any two cells: refusing equal pairs would give them away
    assert play(game, BISON, Exchange(1, 2, 1, 3)) == [Exchanged(BISON, 1, 2, 1, 3)]
    assert fight(game, 1, 3)[2:] == [Fought(2, 1, 3, bison=2, wolf=2), Balanced()]


def test_duel_9_either_colour_may_be_placed_two_a_turn() -> None:
    game = new(variant="professional")
    assert play(game, BISON, Place(WOLF, 9, 1, 1)) == [Placed(BISON, WOLF, 9, 1, 1)]
    play(game, WOLF, Place(BISON, 9, 1, 1), Place(WOLF, 1, 1, 2))  # equals may meet
    assert asked(game) == [(BISON, "place")]
    with pytest.raises(IllegalMove, match="already holds"):
        game.play(BISON, Place(WOLF, 2, 1, 1), Millis(0))
    with pytest.raises(IllegalMove, match="not there to be placed"):
        game.play(BISON, Place(WOLF, 9, 2, 2), Millis(0))


def test_duel_9_in_the_end_every_cell_has_one_of_each_colour() -> None:
    game = new(variant="professional")
    while asked(game)[0][1] == "place":
        seat = asked(game)[0][0]
        play(game, seat, game.moves(seat)[-1])
    assert all(len(cell.bison) == len(cell.wolf) == 1 for cell in game.view(None).cells)


def professional() -> Duel:
    game = laid(SOME_EQUAL, variant="professional")
    fight(game, 1, 1)
    return game


def test_duel_9_two_own_or_two_opposing_stones_change_places() -> None:
    game = professional()
    play(game, BISON, Trade(WOLF, 1, WOLF, 9))
    assert picture(game) == "\n1-9  2-3  3-2\n4-4  5-6  6-5\n7-8  8-7  9-1\n"
    fight(game, 2, 1)
    play(game, WOLF, Trade(WOLF, 3, WOLF, 9))
    assert picture(game) == "\n1-3  2-9  3-2\n4-4  5-6  6-5\n7-8  8-7  9-1\n"


def test_duel_9_one_of_each_colour_change_places_and_a_cell_adds_up() -> None:
    game = professional()
    assert play(game, BISON, Trade(BISON, 9, WOLF, 3)) == [
        Traded(BISON, BISON, 9, 3, 3, WOLF, 3, 1, 2)
    ]
    assert picture(game) == "\n1-1  2+9-0  3-2\n4-4  5-6  6-5\n7-8  8-7  0-3+9\n"
    assert fight(game, 1, 2)[2:4] == [Fought(2, 1, 2, bison=11, wolf=0), Paid(WOLF, BISON, 9)]


def test_duel_9_equal_sums_bring_no_shells() -> None:
    game = laid(SOME_EQUAL, variant="professional")
    assert fight(game, 2, 1)[2:] == [Fought(1, 2, 1, 4, 4), Balanced()]


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (Trade(BISON, 1, WOLF, 1), "DUEL-9"),  # one cell
        (Trade(WOLF, 2, BISON, 1), "DUEL-9"),  # Wolf's named first
        (Trade(BISON, 5, BISON, 2), "DUEL-9"),  # the higher named first
        (Trade(BISON, 5, BISON, 5), "DUEL-9"),
        (Trade(BISON, 0, BISON, 5), "DUEL-1"),
        (Trade(Seat(-1), 1, BISON, 5), "DUEL-1"),
        (Exchange(1, 1, 1, 2), "DUEL-9"),
    ],
)
def test_duel_9_other_exchanges_are_refused(move: Trade | Exchange, clause: str) -> None:
    game = professional()
    assert move not in game.moves(BISON)
    with pytest.raises(IllegalMove) as refusal:
        game.play(BISON, move, Millis(0))
    assert refusal.value.clause == clause


def test_duel_9_trades_wait_for_their_turn() -> None:
    with pytest.raises(IllegalMove, match="DUEL-6"):
        professional().play(WOLF, Trade(BISON, 1, BISON, 5), Millis(0))
