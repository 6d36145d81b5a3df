"""DUEL-1 to DUEL-3: what each side has, and how it comes on the board."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.engine.duel.positions import asked, laid, new, play
from tests.support.engine.random_play import wander
from watai.engine.dice import Dice
from watai.engine.duel.board import Board, can_be_completed
from watai.engine.duel.moves import Choose, Place
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import BISON, CELLS, SIDES, STONES, WOLF, Cell
from watai.engine.game import IllegalMove, Millis, Seat


def test_duel_1_each_side_has_nine_stones_nine_shells_and_three_masks() -> None:
    view = new().view(BISON)
    assert view.hands == (tuple(range(1, 10)),) * 2
    assert view.shells == (9, 9)
    assert list(laid().moves(WOLF)) == [Choose(1), Choose(2), Choose(3)]


@pytest.mark.parametrize("mask", [0, 4, -1, 10**30])
def test_duel_1_there_are_no_other_masks(mask: int) -> None:
    with pytest.raises(IllegalMove, match=r"numbered 1 to 3.*DUEL-1"):
        laid().play(BISON, Choose(mask), Millis(0))


@pytest.mark.parametrize("stone", [0, 10, -1, 10**30])
def test_duel_1_there_are_no_other_stones(stone: int) -> None:
    with pytest.raises(IllegalMove, match="DUEL-1"):
        new().play(BISON, Place(BISON, stone, 1, 1), Millis(0))


@pytest.mark.parametrize("variant", ["base", "memory", "professional"])
def test_duel_2_bison_places_one_then_two_each_and_wolf_one_at_the_end(variant: str) -> None:
    game = new(variant=variant)
    order = []
    while asked(game)[0][1] == "place":
        seat = asked(game)[0][0]
        order.append("BW"[seat])
        play(game, seat, game.moves(seat)[0])
    assert "".join(order) == "BWWBBWWBBWWBBWWBBW"
    assert asked(game) == [(BISON, "mask"), (WOLF, "mask")]


@pytest.mark.parametrize(
    ("seat", "move", "clause"),
    [
        (BISON, Place(BISON, 2, 2, 2), "DUEL-2"),  # Wolf's turn
        (WOLF, Place(BISON, 2, 2, 2), "DUEL-2"),  # not Wolf's stone
        (WOLF, Place(WOLF, 3, 4, 1), "DUEL-2"),  # no such cell
        (WOLF, Place(WOLF, 7, 1, 1), "DUEL-2"),  # beside its equal
        (WOLF, Place(Seat(2), 7, 1, 2), "DUEL-1"),  # a stone of nobody
    ],
)
def test_duel_2_other_placements_are_refused(seat: Seat, move: Place, clause: str) -> None:
    game = new()
    play(game, BISON, Place(BISON, 7, 1, 1))
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, move, Millis(0))
    assert refusal.value.clause == clause


def test_duel_2_a_cell_takes_one_stone_of_each_side_and_a_stone_is_placed_once() -> None:
    game = new()
    play(game, BISON, Place(BISON, 7, 1, 1))
    play(game, WOLF, Place(WOLF, 6, 1, 1))
    with pytest.raises(IllegalMove, match="already holds"):
        game.play(WOLF, Place(WOLF, 5, 1, 1), Millis(0))
    with pytest.raises(IllegalMove, match="not there to be placed"):
        game.play(WOLF, Place(WOLF, 6, 1, 2), Millis(0))


def test_duel_3_nobody_may_leave_a_last_stone_only_the_cell_of_its_equal() -> None:
    """Wolf has 1 and 9 left; Bison's 9 lies on one of the two cells left, so 1 must go there."""
    game = new()
    bison = [Place(BISON, stone, *cell) for stone, cell in zip(STONES, CELLS, strict=True)]
    wolf = [Place(WOLF, stone, *CELLS[stone - 2]) for stone in range(2, 9)]
    for seat in (0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1):
        play(game, Seat(seat), (bison, wolf)[seat].pop(0))
    assert asked(game) == [(WOLF, "place")]
    play(game, WOLF, Place(WOLF, 1, 3, 2))  # Bison's 8 and 9 are still in hand
    with pytest.raises(IllegalMove, match="DUEL-3"):
        game.play(BISON, Place(BISON, 9, 3, 3), Millis(0))
    play(game, BISON, Place(BISON, 8, 3, 3), Place(BISON, 9, 3, 2))
    assert list(game.moves(WOLF)) == [Place(WOLF, 9, 3, 3)]


def _completions(board: Board, hands: tuple[set[int], set[int]]) -> bool:
    """By brute force: whether some way to lay all stones out has no equal pair."""
    free = [board.free_cells(side) for side in SIDES]
    values = [{cell: board.stones(side, cell) for cell in CELLS} for side in SIDES]
    for bison in permutations(sorted(hands[BISON])):
        full = values[BISON] | {
            cell: [stone] for cell, stone in zip(free[BISON], bison, strict=True)
        }
        for wolf in permutations(sorted(hands[WOLF])):
            if all(
                full[cell] != [stone] for cell, stone in zip(free[WOLF], wolf, strict=True)
            ) and all(full[cell] != values[WOLF][cell] for cell in free[BISON]):
                return True
    return False


def test_duel_3_the_rule_agrees_with_every_way_to_complete_a_corner_of_five_cells() -> None:
    """Every position of five cells and the stones 1 to 5, up to their names; the other cells are full."""
    answers = Counter[bool]()
    for bison in range(6):
        for wolf in range(6):
            for stones in combinations(range(1, 6), wolf):
                for cells in permutations(CELLS[:5], wolf):
                    board, hands = _corner(bison, dict(zip(stones, cells, strict=True)))
                    answers[can_be_completed(board, hands)] += 1
                    assert can_be_completed(board, hands) == _completions(board, hands)
    assert answers == {True: 8707, False: 569}


def _corner(bison: int, wolf: dict[int, Cell]) -> tuple[Board, tuple[set[int], set[int]]]:
    """Bison's first few stones in order, Wolf's as given, the rest of the five in hand."""
    board = Board()
    for stone in range(1, bison + 1):
        board.place(BISON, stone, CELLS[stone - 1])
    for stone, cell in wolf.items():
        board.place(WOLF, stone, cell)
    for stone in range(6, 10):
        board.place(BISON, stone, CELLS[stone - 1])
        board.place(WOLF, stone, CELLS[stone % 4 + 5])
    return board, (set(range(bison + 1, 6)), set(range(1, 6)) - set(wolf))


def _ends_well(game: Duel, dice: Dice) -> bool:
    while (asks := asked(game))[0][1] == "place":
        moves = game.moves(asks[0][0])
        assert moves, "a dead end"
        play(game, asks[0][0], dice.choice(moves))
    return all(not game.state.board.pairs_equals(cell) for cell in CELLS)


@pytest.mark.parametrize("number", range(60))
def test_duel_3_allowed_placements_never_lead_into_a_dead_end(number: int) -> None:
    assert _ends_well(new(), Dice.from_text(f"placement {number}"))


@pytest.mark.parametrize("number", range(20))
def test_duel_3_only_placements_that_ruin_the_board_are_refused(number: int) -> None:
    """Near the end: every stone on every free cell is allowed exactly if brute force can go on from there."""
    game = new()
    for _ in wander(game, 2, Dice.from_text(f"ruin {number}"), 11 + number % 6):
        pass
    seat = asked(game)[0][0]
    board, hands = game.state.board, game.state.hands
    for stone in sorted(hands[seat]):
        for cell in board.free_cells(seat):
            allowed = Place(seat, stone, *cell) in game.moves(seat)
            board.place(seat, stone, cell)
            hands[seat].remove(stone)
            sound = not board.pairs_equals(cell) and _completions(board, hands)
            board.take(seat, stone, cell)
            hands[seat].add(stone)
            assert allowed == sound
