"""Chapter 2 of the rules: the Stock, turned as in solitaire (WATAI-11 … 13)."""

import pytest

from tests.engine.watai.positions import Table, begin, lay, only, table
from watai.engine.game import Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.events import Gathered, Opened, Placed, Turned
from watai.engine.watai.moves import Turn
from watai.engine.watai.stock import Stock

SEVEN = "Gr3 Gr4 Gr5 Gr6 Gr7 Gr8 Gr9"


def tops_of_a_pass(stock: Stock) -> list[str]:
    """Every playable top of one pass, from the first turn to the gathering."""
    tops = []
    while stock.hand:
        stock.turn()
        top = stock.top()
        if stock.playable and top is not None:
            tops.append(str(top))
    stock.gather()
    return tops


def stock_of(size: int, by: int) -> Stock:
    """A Stock whose cards come up as 1, 2, 3 …"""
    return Stock([Card(str(number)) for number in range(size, 0, -1)], by)


def turned(it: Table, seat: int = 0) -> Turned:
    return only(it.play(seat, Turn()), Turned)


def test_watai_11_three_cards_are_turned_together_and_the_third_lies_on_top() -> None:
    it = table(stocks={0: SEVEN})
    event = turned(it)
    assert (event.seat, event.count, event.top, event.playable) == (0, 3, "Gr5", True)
    side = it.side(0)
    assert (side.stock, side.waste, side.top, side.playable) == (4, 3, "Gr5", True)


def test_watai_11_below_a_card_played_the_next_may_be_played() -> None:
    it = table(stocks={0: "Gb4 Gb3 Gb2"}, piles=["L+1"])
    it.play(0, Turn())
    placed = [only(it.play(0, lay(card, on=0)), Placed) for card in ("Gb2", "Gb3", "Gb4")]
    assert [each.uncovered for each in placed] == ["Gb3", "Gb4", None]


def test_watai_11_three_more_go_on_top_of_what_was_turned() -> None:
    it = table(stocks={0: "G+1 G+2 G+3 Gr3 Gr4 G+4"})
    it.play(0, Turn())
    assert turned(it).top == "G+4"
    assert it.side(0).waste == 6
    assert it.refused(0, begin("G+3")) == "WATAI-9"


def test_watai_11_cards_of_an_earlier_turn_come_back_when_those_above_are_played() -> None:
    it = table(stocks={0: "Gr3 Gr4 G+1 G+2 G+3 G+4"})
    it.play(0, Turn())
    it.play(0, Turn())
    opened = [only(it.play(0, begin(card)), Opened) for card in ("G+4", "G+3", "G+2")]
    assert opened[-1].uncovered == "G+1"


def test_watai_11_without_a_stock_there_is_nothing_to_turn() -> None:
    it = table(stocks={0: "G+1"})
    it.play(0, Turn())
    it.play(0, begin("G+1"))
    assert it.refused(0, Turn()) == "WATAI-11"


def test_watai_12_a_card_left_over_is_shown_and_the_waste_is_not_playable() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5 Gr6 Gr7 Gr8 G+1"})
    it.play(0, Turn())
    it.play(0, Turn())
    event = turned(it)
    assert (event.count, event.top, event.playable) == (1, "G+1", False)
    assert it.refused(0, begin("G+1")) == "WATAI-12"


def test_watai_12_two_cards_left_over_are_shown_and_the_waste_is_not_playable() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5 Gr6 G+1"})
    it.play(0, Turn())
    event = turned(it)
    assert (event.count, event.top, event.playable) == (2, "G+1", False)
    assert it.refused(0, begin("G+1")) == "WATAI-12"


def test_watai_12_gathering_is_a_turn_of_its_own_and_shows_nothing() -> None:
    it = table(stocks={0: SEVEN})
    for _ in range(3):
        it.play(0, Turn())
    gathered = only(it.play(0, Turn()), Gathered)
    assert (gathered.seat, gathered.count) == (0, 7)
    side = it.side(0)
    assert (side.stock, side.waste, side.top, side.playable) == (7, 0, None, False)


def test_watai_12_after_gathering_the_first_card_has_gone_underneath() -> None:
    it = table(stocks={0: SEVEN})
    for _ in range(4):
        it.play(0, Turn())
    assert [turned(it).top for _ in range(3)] == ["Gr6", "Gr9", "Gr3"]


def test_watai_12_a_full_last_turn_stays_playable_until_it_is_gathered() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5 Gr6 Gr7 G+1"})
    it.play(0, Turn())
    event = turned(it)
    assert (event.count, event.top, event.playable) == (3, "G+1", True)
    it.play(0, begin("G+1"))


def test_watai_12_after_a_full_last_turn_the_first_card_goes_underneath_as_well() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5 Gr6 Gr7 Gr8"})
    for _ in range(3):
        it.play(0, Turn())
    assert [turned(it).top for _ in range(2)] == ["Gr6", "Gr3"]


@pytest.mark.parametrize(
    ("by", "size", "passes"),
    [
        (3, 7, ["3 6", "4 7", "5 1", "6 2", "7 3", "1 4", "2 5", "3 6"]),
        (3, 6, ["3 6", "4 1", "5 2", "6 3", "1 4", "2 5", "3 6"]),
        (3, 5, ["3", "4", "5", "1", "2", "3"]),
        (2, 5, ["2 4", "3 5", "4 1", "5 2", "1 3", "2 4"]),
        (2, 4, ["2 4", "3 1", "4 2", "1 3", "2 4"]),
    ],
)
def test_watai_12_each_pass_brings_up_the_cards_one_further_on(
    by: int, size: int, passes: list[str]
) -> None:
    stock = stock_of(size, by)
    assert [" ".join(tops_of_a_pass(stock)) for _ in passes] == passes


@pytest.mark.parametrize("by", [2, 3])
@pytest.mark.parametrize("size", [*range(1, 8), 34, 37, 50])
def test_watai_12_every_card_comes_up_sooner_or_later(size: int, by: int) -> None:
    stock = stock_of(size, by)
    seen = {top for _ in range(size) for top in tops_of_a_pass(stock)}
    assert seen == {str(number) for number in range(1, size + 1)}


@pytest.mark.parametrize("by", [2, 3])
@pytest.mark.parametrize("size", range(1, 8))
def test_watai_12_as_many_passes_as_cards_bring_back_the_first_order(size: int, by: int) -> None:
    stock = stock_of(size, by)
    passes = [tops_of_a_pass(stock) for _ in range(2 * size)]
    assert passes[:size] == passes[size:]


@pytest.mark.parametrize("played", range(1, 34))
def test_watai_12_every_card_comes_up_after_some_have_been_played(played: int) -> None:
    stock, seen = stock_of(34, 3), set[str]()
    while len(stock) > 34 - played:
        if stock.hand:
            stock.turn()
        else:
            stock.gather()
        if stock.playable and stock.waste:
            stock.waste.pop()
    left = {*stock.hand, *stock.waste}
    for _ in range(len(left) + 1):
        seen.update(tops_of_a_pass(stock))
    assert seen == left


@pytest.mark.parametrize(("cards", "top"), [("G+1", "G+1"), ("Gr3 G+1", "G+1")])
def test_watai_13_a_stock_smaller_than_a_turn_is_shown_whole_and_its_top_is_playable(
    cards: str, top: str
) -> None:
    it = table(stocks={0: cards})
    event = turned(it)
    assert (event.count, event.top, event.playable) == (len(cards.split()), top, True)
    it.play(0, begin("G+1"))


def test_watai_13_of_two_cards_each_comes_up_in_turn() -> None:
    assert [tops_of_a_pass(stock) for stock in [stock_of(2, 3)] for _ in range(4)] == [
        ["2"],
        ["1"],
        ["2"],
        ["1"],
    ]


def test_watai_13_turned_cards_count_towards_the_whole_stock() -> None:
    it = table(stocks={0: "Gb4 Gb3 Gb2 G+1"}, piles=["L+1"])
    it.play(0, Turn())
    for card in ("Gb2", "Gb3"):
        it.play(0, lay(card, on=0))
    event = turned(it)  # one on the waste and one turned make two, fewer than three
    assert (event.count, event.top, event.playable) == (1, "G+1", True)


def test_watai_13_three_cards_are_not_fewer_than_a_turn() -> None:
    it = table(stocks={0: "Gb3 Gb2 Gr2 Gr5 G+1"}, piles=["L+1", "L+2"])
    it.play(0, Turn())
    for card, pile in (("Gr2", 0), ("Gb2", 1)):
        it.play(0, lay(card, on=pile))
    event = turned(it)  # one on the waste and two turned
    assert (event.count, event.playable) == (2, False)


def test_watai_11_a_player_without_a_stock_has_nothing_to_turn() -> None:
    it = table(stocks={0: ""})
    assert Turn() not in it.game.moves(Seat(0))
    assert Turn() in it.game.moves(Seat(1))
