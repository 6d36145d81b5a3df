"""DUEL-11: what the clock does for a player who does not."""

import pytest

from tests.engine.duel.positions import EVEN, asked, fight, laid, new, play
from watai.engine.dice import Dice
from watai.engine.duel.events import Chosen, Declined, Exchanged, Fought, Placed, TimedOut, Traded
from watai.engine.duel.moves import Choose
from watai.engine.duel.tables import BISON, WOLF
from watai.engine.game import Committed, Millis, Revealed


def test_duel_11_every_choice_has_its_time() -> None:
    game = new(turn_seconds=20)
    assert game.due() == 20_000
    play(game, BISON, game.moves(BISON)[0], at=3_000)
    assert game.due() == 23_000
    play(game, WOLF, game.moves(WOLF)[0], at=10_000)
    assert game.due() == 30_000  # the second stone of the turn has its own


@pytest.mark.parametrize("variant", ["base", "memory", "professional"])
def test_duel_11_out_of_time_a_stone_is_placed_at_random(variant: str) -> None:
    cells = set()
    for number in range(30):
        game = new(seed=f"clock {number}", variant=variant)
        late, placed = game.tick(Millis(60_000))
        assert late == TimedOut(BISON)
        assert isinstance(placed, Placed)
        cells.add((placed.row, placed.column))
    assert len(cells) > 5
    assert asked(game) == [(WOLF, "place")]


def test_duel_11_out_of_time_a_mask_is_chosen_at_random() -> None:
    game = laid()
    play(game, BISON, Choose(2), at=10_000)
    assert game.due() == 60_000
    events = game.tick(Millis(60_000))
    assert events[0] == TimedOut(WOLF)
    assert isinstance(events[1], Chosen)
    assert isinstance(events[2], Fought)
    assert events[2].row == 2


def test_duel_11_both_may_be_late_for_the_masks() -> None:
    game = laid()
    events = game.tick(Millis(60_000))
    assert [type(event) for event in events[:5]] == [TimedOut, Chosen, TimedOut, Chosen, Fought]
    assert asked(game) == [(BISON, "exchange")]
    assert game.due() == 120_000


@pytest.mark.parametrize(("variant", "kind"), [("base", Exchanged), ("professional", Traded)])
def test_duel_11_out_of_time_a_compulsory_exchange_is_made_at_random(
    variant: str, kind: type[Exchanged | Traded]
) -> None:
    game = laid(EVEN, variant=variant)
    fight(game, 1, 1, at=5_000)
    late, exchanged = game.tick(Millis(65_000))
    assert late == TimedOut(BISON)
    assert isinstance(exchanged, kind)


def test_duel_11_out_of_time_an_optional_exchange_is_declined() -> None:
    game = laid(exchange="optional")
    fight(game, 1, 1, at=5_000)
    assert list(game.tick(Millis(65_000))) == [TimedOut(BISON), Declined(BISON)]


def test_duel_11_the_clock_s_choices_can_be_checked_afterwards() -> None:
    game = new(minute_limit=3, turn_seconds=5)
    dice = Dice.from_text("duel")
    assert game.opening[0] == Committed(dice.commitment())
    assert game.tick(Millis(180_000))[-1] == Revealed(dice.reveal())
