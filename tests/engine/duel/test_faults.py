"""A broken state is noticed, whatever is broken."""

from collections.abc import Callable

import pytest

from tests.engine.duel.positions import EVEN, fight, laid, new
from watai.engine.duel.rules import Duel
from watai.engine.duel.state import Choice
from watai.engine.duel.tables import BISON, WOLF
from watai.engine.game import Millis, Outcome


def _share_equals(game: Duel) -> None:
    game.state.board.swap((BISON, 1, (1, 1)), (BISON, 2, (1, 2)))


def _double(game: Duel) -> None:
    game.state.board.stones(BISON, (1, 1))[:] = [5]


def _stack(game: Duel) -> None:
    game.state.board.take(WOLF, 2, (1, 1))
    game.state.board.place(WOLF, 2, (3, 3))


def _ask_the_wrong_player(game: Duel) -> None:
    game.state.pending = [Choice(WOLF, "place", Millis(1))]


def _end_halfway(game: Duel) -> None:
    game.state.ended = Outcome("all shells", ())


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (_share_equals, "Equal stones share a cell."),
        (_double, "A side does not have each stone exactly once."),
        (_stack, "A cell holds two stones of one side."),
        (_stack, "After the placement a cell does not hold two stones."),
        (lambda game: game.state.shells.reverse() or game.state.shells.append(1), "Shells were lost or made."),
        (lambda game: game.state.shells.__setitem__(slice(None), [0, 18]), "A player without shells plays on."),
        (lambda game: game.state.masks.update({BISON: 4}), "There is no such mask."),
        (lambda game: game.state.masks.update({BISON: 1}), "The wrong player is asked, or the wrong thing."),
        (_ask_the_wrong_player, "The wrong player is asked, or the wrong thing."),
        (_end_halfway, "Something is asked after the end, or nothing before it."),
    ],
)  # fmt: skip
def test_faults_name_what_is_broken(break_it: Callable[[Duel], None], said: str) -> None:
    game = laid(EVEN)
    assert game.faults() == ()
    break_it(game)
    assert said in game.faults()


def test_faults_notice_a_board_that_cannot_be_completed() -> None:
    game = new()
    for side in (BISON, WOLF):
        for stone, cell in zip(
            range(1, 9),
            [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)],
            strict=True,
        ):
            game.state.hands[side].remove(stone)
            game.state.board.place(side, stone if side == BISON else stone % 8 + 1, cell)
    assert "The board cannot be completed." in game.faults()


def test_faults_notice_a_player_asked_out_of_turn_in_the_placement() -> None:
    game = new()
    _ask_the_wrong_player(game)
    game.state.masks[BISON] = 1
    assert "The wrong player is asked, or the wrong thing." in game.faults()
    assert "A mask was chosen during the placement." in game.faults()


def test_an_exchange_leaves_no_fault() -> None:
    game = laid(EVEN)
    fight(game, 2, 2)
    assert game.faults() == ()
