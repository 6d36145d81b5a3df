"""A broken game of Wataï is noticed: each invariant, broken once by hand."""

from collections.abc import Callable

import pytest

from tests.engine.watai.positions import Table, table
from watai.engine.watai.cards import Card
from watai.engine.watai.rules import Watai

PILE = "G+1 Gr2 Gr3"


def broken() -> Table:
    """A race with one pile, to be broken by a test."""
    return table(piles=[PILE])


def lose_a_card(game: Watai) -> None:
    game.players[1].talon.pop()


def copy_a_card(game: Watai) -> None:
    game.players[1].talon.append(game.players[1].talon[0])


def lay_a_card_that_does_not_follow(game: Watai) -> None:
    game.race.arena.piles[0].cards.reverse()


def close_an_open_pile(game: Watai) -> None:
    game.race.arena.open.clear()


def forget_what_a_pile_takes(game: Watai) -> None:
    game.race.arena.wanted = 0


def lose_count_of_a_back(game: Watai) -> None:
    game.race.arena.laid["G"] += 1


def lose_count_of_a_kind(game: Watai) -> None:
    game.race.counts[0] += 1


def lose_sight_of_a_kind(game: Watai) -> None:
    game.race.held ^= 1


def race_on_with_nothing_that_fits(game: Watai) -> None:
    game.race.held = 0


def widen_a_reel(game: Watai) -> None:
    game.players[0].reel.append(None)


def leave_a_hole(game: Watai) -> None:
    game.players[0].reel[0] = None


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lose_a_card, "is nowhere"),
        (copy_a_card, "is in 2 places"),
        (lay_a_card_that_does_not_follow, "pile 0 is not a legal run"),
        (close_an_open_pile, "pile 0 is open and closed at once"),
        (forget_what_a_pile_takes, "the arena does not know what its piles take"),
        (lose_count_of_a_back, "the arena has lost count of a back"),
        (lose_count_of_a_kind, "the race has lost count of a kind"),
        (lose_sight_of_a_kind, "the race has lost sight of a kind"),
        (race_on_with_nothing_that_fits, "the race goes on though nothing fits"),
        (widen_a_reel, "seat 0 has a Dévidoir of "),
        (leave_a_hole, "seat 0 has a hole that should have been filled"),
    ],
)
def test_what_is_broken_is_named(harm: Callable[[Watai], None], sentence: str) -> None:
    game = broken().game
    assert tuple(game.faults()) == ()
    harm(game)
    assert any(sentence in fault for fault in game.faults()), game.faults()


def test_a_card_of_no_deck_in_play_is_noticed() -> None:
    game = broken().game
    game.players[0].talon.append(Card("G!"))
    assert "G! is in 1 places" in game.faults()
