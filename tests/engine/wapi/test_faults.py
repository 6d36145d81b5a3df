"""A broken table is noticed: each invariant, broken once by hand."""

from collections.abc import Callable

import pytest

from tests.engine.wapi.positions import answer, deal
from watai.engine.game import Millis, Outcome, Seat
from watai.engine.wapi.choice import Choice
from watai.engine.wapi.rules import Wapi


def lose_a_token(game: Wapi) -> None:
    game.bag.pop()


def forge_a_coin(game: Wapi) -> None:
    game.sections["owl"].coins.append(5)


def move_a_coin_too_many(game: Wapi) -> None:
    for _ in range(5):
        game.bag.remove(0)
        game.sections["owl"].coins.append(0)


def lay_a_fifth_owl(game: Wapi) -> None:
    game.sections["owl"].tokens.extend([None] * 4)


def keep_a_totem_that_stands(game: Wapi) -> None:
    game.totems[0] += 1


def seat_a_stranger(game: Wapi) -> None:
    game.sections["owl"].tokens[0] = Seat(7)


def forget_the_question(game: Wapi) -> None:
    game.pending = None


def end_and_go_on(game: Wapi) -> None:
    game.ended = Outcome("every coin space is taken", ())


def ask_a_stranger(game: Wapi) -> None:
    game.pending = Choice(Seat(2), 3, Millis(0))


def ask_for_a_totem_twice(game: Wapi) -> None:
    game.pending = Choice(Seat(0), "owl", Millis(0))


def ask_the_poor_for_a_totem(game: Wapi) -> None:
    game.totems[1] = 0
    game.pending = Choice(Seat(1), "owl", Millis(0))


def fill_the_board(game: Wapi) -> None:
    for section in game.sections.values():
        section.coins = [0] * 5


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lose_a_token, "the tokens are not those of the tables"),
        (forge_a_coin, "the tokens are not those of the tables"),
        (move_a_coin_too_many, "owl: more coins than spaces"),
        (lay_a_fifth_owl, "owl: more symbol tokens than spaces"),
        (keep_a_totem_that_stands, "seat 0 has 3 totems in hand and 1 on the board"),
        (seat_a_stranger, "owl: a totem of nobody"),
        (forget_the_question, "a running game asks somebody"),
        (end_and_go_on, "a running game asks somebody"),
        (ask_a_stranger, "nobody sits where the question goes"),
        (ask_for_a_totem_twice, "has a totem already"),
        (ask_the_poor_for_a_totem, "a player without totems is asked"),
        (fill_the_board, "no room for it"),
    ],
)
def test_what_is_broken_is_named(harm: Callable[[Wapi], None], sentence: str) -> None:
    game = deal("owl", 2, 3)
    answer(game, True, "owl")
    assert game.faults() == ()
    harm(game)
    assert any(sentence in fault for fault in game.faults())
