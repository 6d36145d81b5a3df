"""WAKA-25: what is hidden, over whole games of chance."""

from copy import deepcopy

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, do, position
from tests.engine.waka_waka.specimen import SPECIMEN, disguise, stray
from tests.support.engine.random_play import wander
from tests.support.engine.specimen import Setup
from watai.engine.dice import Dice
from watai.engine.game import Event, Game, IllegalMove, Move, Seat
from watai.engine.waka_waka.events import Dealt, Drawn, Looked, Peeked, PlayedFaceDown
from watai.engine.waka_waka.moves import Peek, Play
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.words import CARDS

SETUPS = [pytest.param(setup, id=f"{setup.seats}") for setup in SPECIMEN.setups[:3]]
INPUTS = 400


def as_strangers_know_it(event: Event) -> Event:
    """The event rebuilt from nothing but what everybody at the table sees."""
    match event:
        case Dealt(seat, count):
            return Dealt(seat, count, ())
        case Drawn(seat, count):
            return Drawn(seat, count, ())
        case PlayedFaceDown(seat):
            return PlayedFaceDown(seat, ())
        case Looked(seat, owner):
            return Looked(seat, owner, ())
        case Peeked(seat, boat, cells):
            return Peeked(seat, boat, cells, ())
    return event


def insiders(event: Event) -> set[Seat]:
    """Who may know all of it."""
    match event:
        case Looked(seat, owner):
            return {seat, owner}
        case Dealt(seat) | Drawn(seat) | PlayedFaceDown(seat) | Peeked(seat):
            return {seat}
    return set()


@pytest.mark.parametrize("setup", SETUPS)
def test_waka_25_strangers_are_told_only_what_everybody_sees(setup: Setup) -> None:
    game = SPECIMEN.new(setup, "told")
    told = 0
    steps = wander(game, setup.seats, Dice.from_text("told"), INPUTS)
    for event in (*game.opening, *(event for step in steps for event in step.events)):
        for seat in (None, *map(Seat, range(setup.seats))):
            if seat in insiders(event):
                assert game.tell(event, seat) == event
            else:
                assert game.tell(event, seat) == as_strangers_know_it(event)
                told += game.tell(event, seat) != event
    assert told > 100


def answer(game: Game, seat: Seat, move: Move) -> object:
    """What a player learns from trying a move: that it is possible, or the refusal word for word."""
    if move in game.moves(seat):
        return True
    with pytest.raises(IllegalMove) as refused:
        game.play(seat, move, game.due() or 0)  # type: ignore[arg-type]
    return refused.value.clause, refused.value.why


@pytest.mark.parametrize("setup", SETUPS)
def test_waka_25_refusals_moves_and_prompts_do_not_depend_on_what_is_hidden(setup: Setup) -> None:
    game = SPECIMEN.new(setup, "twins")
    dice = Dice.from_text("twins")
    for number, _ in enumerate(wander(game, setup.seats, Dice.from_text("twin walk"), INPUTS)):
        if number % 8:
            continue
        for seat in map(Seat, range(setup.seats)):
            twin = deepcopy(game)
            disguise(twin, seat, dice)
            assert twin.prompts() == game.prompts()
            assert twin.moves(seat) == game.moves(seat)
            for _ in range(5):
                move = stray(game, dice)
                assert answer(twin, seat, move) == answer(game, seat, move)


@pytest.mark.parametrize("setup", SETUPS)
def test_waka_25_a_view_counts_hands_and_piles_and_names_no_card_of_them(setup: Setup) -> None:
    game = SPECIMEN.new(setup, "views")
    assert isinstance(game, WakaWaka)
    for _ in wander(game, setup.seats, Dice.from_text("views"), INPUTS):
        view = game.view(None)
        assert view.hand == view.shown == ()
        assert [each.cards for each in view.players] == [
            len(each.hand) for each in game.table.players
        ]
        assert set(view.slots) <= {*CARDS, "face down"}


def test_waka_25_gold_stock_status_and_discards_are_public() -> None:
    game = position(JUNK, JUNK, gold=[3, 4], stocks=[["tea"], ["salt"]], status=[1, 2])
    game.table.discards.append(game.table.pile.pop())
    view = game.view(None)
    assert [(each.gold, each.stock, each.status) for each in view.players] == [
        (3, ("tea",), 1),
        (4, ("salt",), 2),
    ]
    assert len(view.discards) == 1


def test_waka_25_two_who_have_peeked_know_it_and_the_third_does_not() -> None:
    game = position(["chimpanzee", "seer"], JUNK, JUNK, boats=[["tea", "salt"]])
    do(game, YOU, Play("chimpanzee"), Peek(1, (2,)))
    game.table.boats[0].seen[2].add(LEFT)
    assert [game.view(Seat(seat)).boats[0].cells[1] for seat in range(3)] == ["salt", "salt", None]
