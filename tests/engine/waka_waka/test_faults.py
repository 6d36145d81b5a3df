"""A broken table of Waka Waka is noticed: each invariant, broken once by hand."""

from collections.abc import Callable

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, position
from watai.engine.game import Millis, Outcome
from watai.engine.waka_waka.events import Topped
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import FIRE


def lose_a_card(table: Table) -> None:
    table.pile.pop()


def hold_a_fire(table: Table) -> None:
    table.pile.remove(FIRE)
    table.players[YOU].hand.append(FIRE)


def play_two_cards_as_one(table: Table) -> None:
    table.slots.append((table.pile.pop(), table.pile.pop()))


def lose_a_good(table: Table) -> None:
    table.reserve.pop()


def take_a_good_off_a_boat(table: Table) -> None:
    table.reserve.append(table.boats[0].goods.pop())


def peek_where_nothing_is_hidden(table: Table) -> None:
    table.boats[0].seen[table.boats[0].plan.eye] = {YOU}


def owe_gold(table: Table) -> None:
    table.players[LEFT].gold = -1


def fill_a_stock_too_far(table: Table) -> None:
    table.players[YOU].stock, table.reserve = table.reserve, table.players[YOU].stock


def rise_too_far(table: Table) -> None:
    table.players[YOU].status = len(table.orders) + 1


def remember_a_stranger_at_the_top(table: Table) -> None:
    table.topped.append(LEFT)


def ask_after_the_end(table: Table) -> None:
    table.ended = Outcome("the highest level was reached", (YOU,))


def ask_the_wrong_player(table: Table) -> None:
    table.active = LEFT


def overdraw_the_clock(table: Table) -> None:
    table.spare = Millis(-1)


def keep_news(table: Table) -> None:
    table.news.append(Topped(YOU))


def leave_cards_after_the_end(table: Table) -> None:
    table.slots.append((table.pile.pop(),))
    table.ended = Outcome("the highest level was reached", (YOU,))


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lose_a_card, "cards were lost or made"),
        (hold_a_fire, "a Fire is in a hand or was played"),
        (play_two_cards_as_one, "the cards of this turn are not one to three"),
        (lose_a_good, "goods were lost or made"),
        (take_a_good_off_a_boat, "boat 1 is half empty"),
        (peek_where_nothing_is_hidden, "somebody has peeked at boat 1"),
        (owe_gold, "seat 1 owes gold"),
        (fill_a_stock_too_far, "seat 0 has more goods than places"),
        (rise_too_far, "seat 0 has a status that does not exist"),
        (remember_a_stranger_at_the_top, "those remembered at the top"),
        (ask_after_the_end, "somebody is asked after the end"),
        (ask_the_wrong_player, "the turn is not the active player's"),
        (overdraw_the_clock, "the clock of the turn is overdrawn"),
        (keep_news, "something happened that nobody was told"),
        (leave_cards_after_the_end, "cards lie played after the end"),
    ],
)
def test_what_is_broken_is_named(harm: Callable[[Table], None], sentence: str) -> None:
    game = position(["seer"], JUNK)
    harm(game.table)
    assert any(sentence in fault for fault in game.faults()), game.faults()
