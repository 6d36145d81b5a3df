"""Folds over whole games in every variant: what they show is what the engine shows, and they are used."""

from collections import Counter

import pytest

from tests.engine.watai.specimen import SPECIMEN
from tests.support.engine.specimen import Setup
from watai.clients.cli.commands.simulate import hire
from watai.clients.state.folds import FOLDS
from watai.clients.state.folds.watai import fold
from watai.engine.catalogue import GAMES
from watai.engine.game import Event, Seat
from watai.engine.playout import playout
from watai.engine.watai.cards import Card
from watai.engine.watai.events import Filled, Opened, Placed, Said
from watai.engine.watai.rules import Watai
from watai.engine.watai.view import WataiView


def table(seed: str) -> WataiView:
    game = SPECIMEN.new(Setup({"variants": "off"}, 3), seed)
    assert isinstance(game, Watai)
    return game.view(None)


def folded(setup: Setup, seed: str) -> Counter[tuple[str, bool]]:
    """Whether what came of the inputs of a whole game could be folded, by the first event; every view folded is the engine's."""
    game = SPECIMEN.new(setup, seed)
    assert isinstance(game, Watai)
    seen: Counter[tuple[str, bool]] = Counter()
    steps = playout(game, hire(GAMES["watai"], setup.seats, seed, None))
    next(steps)  # the opening is in the first view
    view = game.view(Seat(0))
    for step in steps:
        known: WataiView | None = view
        for event in step.events:
            known = None if known is None else fold(known, event)
        if step.events:
            seen[type(step.events[0]).__name__, known is not None] += 1
        view = game.view(Seat(0))
        assert known is None or known == view, step
    return seen


@pytest.mark.parametrize("setup", SPECIMEN.setups, ids=lambda s: f"{s.seats}p-{s.options}")
def test_the_fold_of_watai_shows_what_the_engine_shows(setup: Setup) -> None:
    seen = folded(setup, "fold")
    assert not seen["Turned", False] + seen["Gathered", False]


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_nearly_everything_is_folded(seats: int) -> None:
    seen = folded(Setup({"variants": "off"}, seats), "share")
    assert sum(count for (_, known), count in seen.items() if known) > 0.95 * seen.total()


@pytest.mark.parametrize(
    "event",
    [
        Placed(Seat(0), Card("Gr7"), 31, 6, False, 0, None),
        Said(Seat(0), 7, "fr"),
    ],
)
def test_an_event_that_does_not_fit_the_view_is_not_known(event: Event) -> None:
    assert FOLDS["watai"](table("stale"), event) is None


def test_a_card_laid_from_the_reel_uncovers_the_talon() -> None:
    view = table("lay")
    me = view.players[1]
    card, slot = next((card, slot) for slot, card in enumerate(me.reel) if card)
    after = fold(view, Opened(Seat(1), card, 0, slot, None))
    assert after is not None
    assert after.players[1].reel[slot] is None
    assert (after.players[1].talon, after.players[1].laid) == (13, 1)
    filled = fold(after, Filled(Seat(1), slot, card))
    assert filled is not None
    assert filled.players[1].talon == 12
