"""DUEL-10: what is hidden stays hidden, over whole games."""

from dataclasses import fields

import pytest

from tests.engine.duel.positions import laid, new, play
from tests.engine.duel.specimen import SPECIMEN
from tests.support.engine.random_play import wander
from watai.engine.dice import Dice
from watai.engine.duel.events import Chosen, Placed
from watai.engine.duel.moves import Choose
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import BISON, WOLF
from watai.engine.game import Event, IllegalMove, Millis, Seat

pytestmark = pytest.mark.slow

EYES = (None, BISON, WOLF)
VARIANTS = ("base", "memory", "professional")


@pytest.mark.parametrize("variant", VARIANTS)
def test_duel_10_a_mask_is_secret_until_both_are_in(variant: str) -> None:
    told = {}
    for mask in (1, 2, 3):
        game = laid(variant=variant)
        (event,) = play(game, BISON, Choose(mask))
        assert game.tell(event, BISON) == Chosen(BISON, mask)
        assert game.view(BISON).mask == mask
        assert game.view(WOLF).chosen == (BISON,)
        for seat in (WOLF, None):
            told[seat, mask] = (game.tell(event, seat), game.view(seat), game.prompts())
            assert told[seat, mask] == told[seat, 1]


def _refusals(game: Duel, seat: Seat, dice: Dice) -> list[str]:
    """What this seat is told about moves out of the blue, refused or (as far as it can know) allowed."""
    answers = []
    for _ in range(12):
        stray = SPECIMEN.stray(game, dice)
        if stray in game.moves(seat):
            answers.append("allowed")
        else:
            with pytest.raises(IllegalMove) as refusal:
                game.play(seat, stray, Millis(0))
            answers.append(str(refusal.value))
    return answers


@pytest.mark.parametrize("seat", EYES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_duel_10_a_game_with_other_secrets_looks_and_answers_the_same(
    variant: str, seat: Seat | None
) -> None:
    """Views, prompts, lists of moves and refusals, in random games whose hidden things are changed on the way."""
    masks_tried = 0
    for number in range(6):
        game = new(variant=variant, exchange="optional")
        dice = Dice.from_text(f"secrets {number}")
        for _ in wander(game, 2, dice.fork("walk"), 120):
            before = (game.view(seat), game.prompts())
            masks = dict(game.state.masks)
            asked = seat is not None and (
                tuple(game.moves(seat)),
                _refusals(game, seat, dice.fork("s")),
            )
            SPECIMEN.disguise(game, seat, dice)
            masks_tried += game.state.masks != masks
            assert (game.view(seat), game.prompts()) == before
            if seat is not None:
                assert asked == (tuple(game.moves(seat)), _refusals(game, seat, dice.fork("s")))
    assert masks_tried > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_duel_10_events_tell_a_secret_only_to_whom_it_belongs(variant: str) -> None:
    """Every event of random games, to all eyes: nothing is redacted but masks and face-down stones, and those always."""
    for number in range(6):
        game = new(variant=variant, exchange="optional")
        for step in wander(game, 2, Dice.from_text(f"events {number}"), 120, patience=20_000):
            for event in step.events:
                for seat in EYES:
                    assert _differing(event, game.tell(event, seat)) == _secrets(
                        event, variant, seat
                    )


def _secrets(event: Event, variant: str, seat: Seat | None) -> set[str]:
    match event:
        case Chosen(chooser) if chooser != seat:
            return {"mask"}
        case Placed(placer) if variant == "memory" and placer != seat:
            return {"stone"}
        case _:
            return set()


def _differing(event: Event, told: Event | None) -> set[str]:
    assert type(told) is type(event)
    differing = {
        each.name
        for each in fields(event)  # type: ignore[arg-type]
        if getattr(event, each.name) != getattr(told, each.name)
    }
    assert all(getattr(told, name) is None for name in differing)
    return differing


def test_duel_10_in_the_memory_variant_no_view_ever_shows_a_stone_outside_a_duel() -> None:
    for number in range(6):
        game = new(variant="memory")
        for _ in wander(game, 2, Dice.from_text(f"stones {number}"), 120):
            for seat in EYES:
                view = game.view(seat)
                shown = [stone for cell in view.cells for stone in (*cell.bison, *cell.wolf)]
                assert set(shown) <= {None}
                if view.last is not None and view.outcome is None:
                    assert {prompt.ask for prompt in view.asks} == {"exchange"}


def test_duel_10_the_opponent_s_mask_does_not_change_what_one_may_do() -> None:
    game = laid()
    play(game, BISON, Choose(2))
    assert list(game.moves(WOLF)) == [Choose(1), Choose(2), Choose(3)]
    assert list(game.moves(BISON)) == []
