"""WAPI-12: the order of the bag is hidden from everybody, what is left in it from nobody."""

from collections import Counter
from copy import deepcopy
from itertools import takewhile

import pytest

from tests.engine.wapi.specimen import SPECIMEN, disguise, stray
from tests.support.engine.random_play import Input, wander
from tests.support.engine.specimen import Setup
from watai.engine.dice import Dice
from watai.engine.game import Event, IllegalMove, Millis, Move, Revealed, Seat
from watai.engine.wapi.events import CoinDrawn, SymbolDrawn
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import TABLES, Token

GAMES = [
    pytest.param(setup, id=f"{setup.seats}-{'-'.join(map(str, setup.options.values()))}")
    for setup in SPECIMEN.setups
]
every_setup = pytest.mark.parametrize("setup", GAMES)


def eyes(game: Wapi) -> list[Seat | None]:
    return [None, *map(Seat, range(len(game.totems)))]


def before_the_draw(events: tuple[Event, ...]) -> list[Event]:
    """What an input brought about by itself; what comes after depends on the bag, and is public by then."""
    drawn = (CoinDrawn, SymbolDrawn, Revealed)
    return list(takewhile(lambda event: not isinstance(event, drawn), events))


def tokens_drawn(events: tuple[Event, ...]) -> list[Token]:
    tokens: list[Token] = []
    for event in events:
        if isinstance(event, CoinDrawn):
            tokens.append(event.value)
        elif isinstance(event, SymbolDrawn):
            tokens.append(event.symbol)
    return tokens


def answer_of(game: Wapi, seat: Seat, move: Move) -> str:
    """How a move out of the blue is received, without making it."""
    try:
        deepcopy(game).play(seat, move, Millis(10**6))
    except IllegalMove as refusal:
        return str(refusal)
    return "accepted"


def repeat(game: Wapi, step: Input) -> tuple[Event, ...]:
    if step.seat is None or step.move is None:
        return tuple(game.tick(step.at))
    return tuple(game.play(step.seat, step.move, step.at))


@every_setup
def test_wapi_12_nothing_told_asked_or_refused_depends_on_the_order_of_the_bag(
    setup: Setup,
) -> None:
    game = SPECIMEN.new(setup, "twins")
    assert isinstance(game, Wapi)
    dice = Dice.from_text("disguise")
    twin = deepcopy(game)
    disguise(twin, None, dice)
    for step in wander(game, len(game.totems), Dice.from_text("walk"), 200, patience=2_000):
        told = before_the_draw(step.events)
        assert before_the_draw(repeat(twin, step)) == told
        for seat in eyes(game):
            assert [game.tell(event, seat) for event in told] == [
                twin.tell(event, seat) for event in told
            ]
        twin = deepcopy(game)
        disguise(twin, None, dice)
        assert twin.prompts() == game.prompts()
        for seat in eyes(game):
            assert twin.view(seat) == game.view(seat)
        for seat in map(Seat, range(len(game.totems))):
            assert twin.moves(seat) == game.moves(seat)
            move = stray(game, dice)
            assert answer_of(twin, seat, move) == answer_of(game, seat, move)


@every_setup
def test_wapi_12_what_is_left_in_the_bag_is_what_was_not_drawn_and_everybody_knows(
    setup: Setup,
) -> None:
    game = SPECIMEN.new(setup, "count")
    assert isinstance(game, Wapi)
    unseen = Counter(TABLES.bag())
    unseen.subtract(tokens_drawn(tuple(game.opening)))
    for step in wander(game, len(game.totems), Dice.from_text("count"), 200):
        unseen.subtract(tokens_drawn(step.events))
        for seat in eyes(game):
            bag = {
                kind.symbol if kind.symbol is not None else kind.value: kind.left
                for kind in game.view(seat).bag
            }
            assert bag == unseen


def test_wapi_12_two_bags_of_one_kind_look_alike_whatever_their_seeds() -> None:
    orders = {tuple(Wapi(Wapi.options_type(), 2, Dice.from_text(f"{n}")).bag) for n in range(20)}
    assert len(orders) == 20
