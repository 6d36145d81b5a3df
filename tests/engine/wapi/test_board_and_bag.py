"""What is on the table before anybody plays: WAPI-1 to WAPI-3, and tables that cannot be."""

from collections.abc import Callable

import pytest

from tests.engine.wapi.positions import deal, in_turn, seen
from tests.support.engine.random_play import wander
from watai.engine.dice import Dice, opens
from watai.engine.game import Committed, Revealed
from watai.engine.wapi.events import Begun
from watai.engine.wapi.options import WapiOptions
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import SYMBOLS, TABLES, BadTable, CoinTable, SectionTable, Tables

OWL = SectionTable("owl", 4, 5, 4)
ONE = CoinTable(1, 12)


def new(seats: int, seed: str) -> Wapi:
    return Wapi(WapiOptions(), seats, Dice.from_text(seed))


def test_wapi_1_six_sections_with_five_coin_spaces_each() -> None:
    sections = seen(deal(0)).sections
    assert [section.symbol for section in sections] == list(SYMBOLS)
    assert len(set(SYMBOLS)) == 6
    assert {"owl", "sorcerer", "jackal"} <= set(SYMBOLS)
    assert {section.coin_spaces for section in sections} == {5}
    assert all(section.coins == section.tokens == () for section in sections)
    assert {row.symbol_spaces for row in TABLES.sections} == {4}


def test_wapi_2_seventy_two_tokens_in_the_bag() -> None:
    bag = TABLES.bag()
    assert len(bag) == 72
    assert [bag.count(symbol) for symbol in SYMBOLS] == [4] * 6
    assert {value: bag.count(value) for value in (0, 1, 2, 3, 5)} == {
        0: 12,
        1: 12,
        2: 12,
        3: 6,
        5: 6,
    }


def test_wapi_2_what_left_the_bag_is_missing_from_it() -> None:
    left = {(kind.symbol, kind.value): kind.left for kind in seen(deal(5)).bag}
    assert left[None, 5] == 5
    assert left["owl", None] == 4
    assert sum(left.values()) == 71


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: SectionTable("", 4, 5, 4), "needs the name"),
        (lambda: SectionTable("owl", 4, 0, 4), "owl: a section needs at least one coin space"),
        (lambda: SectionTable("owl", 4, 5, -1), "owl: .* fewer than no"),
        (lambda: SectionTable("owl", 4, 5, 5), "owl: 5 symbol tokens do not fit on 4 spaces"),
        (lambda: CoinTable(-1, 12), "worth -1"),
        (lambda: CoinTable(3, 0), "coins of 3: there must be at least one"),
        (lambda: Tables((), (ONE,), 3), "at least one section"),
        (lambda: Tables((OWL, OWL), (ONE,), 3), "owl: two sections"),
        (lambda: Tables((OWL,), (), 3), "at least one coin"),
        (lambda: Tables((OWL,), (ONE, ONE), 3), "coins of 1: listed twice"),
        (lambda: Tables((OWL,), (ONE,), 0), "at least one totem"),
    ],
)
def test_wapi_2_tables_nobody_could_play_with_are_refused(
    make: Callable[[], object], why: str
) -> None:
    with pytest.raises(BadTable, match=why):
        make()


@pytest.mark.parametrize("seats", Wapi.seats)
def test_wapi_3_three_totems_each(seats: int) -> None:
    assert seen(new(seats, "totems")).totems == (3,) * seats


@pytest.mark.parametrize("seats", Wapi.seats)
def test_wapi_3_chance_says_who_begins_and_everybody_may(seats: int) -> None:
    begun = [
        event for n in range(60) for event in new(seats, f"{n}").opening if isinstance(event, Begun)
    ]
    assert len(begun) == 60
    assert {event.first for event in begun} == set(range(seats))


def test_wapi_3_the_first_player_draws_first() -> None:
    assert in_turn(deal(2, seats=5, first=3)) == 3


def test_wapi_12_the_shuffle_is_committed_to_before_and_can_be_checked_after() -> None:
    game = new(3, "fair")
    committed = game.opening[0]
    assert isinstance(committed, Committed)
    last = [step.events[-1] for step in wander(game, 3, Dice.from_text("walk"), 300)][-1]
    assert isinstance(last, Revealed)
    assert opens(committed.commitment, last.seed)
    again = Wapi(WapiOptions(), 3, Dice(bytes.fromhex(last.seed)))
    assert again.opening == game.opening
