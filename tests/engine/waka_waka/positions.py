"""Positions of Waka Waka: cards and goods that are named lie where they are named, the rest at random."""

from collections.abc import Sequence

import pytest

from watai.engine.dice import Dice
from watai.engine.game import START_OF_TIME, Event, IllegalMove, Millis, Move, Seat
from watai.engine.waka_waka.options import WakaWakaOptions
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.table import all_cards, all_goods
from watai.engine.waka_waka.tables import STANDARD, Tables
from watai.engine.waka_waka.turn import choices_of_a_turn
from watai.engine.waka_waka.words import FIRE

YOU, LEFT, RIGHT = Seat(0), Seat(1), Seat(2)

JUNK = ("chimpanzee",)


def position(
    *hands: Sequence[str],
    stocks: Sequence[Sequence[str]] = (),
    gold: Sequence[int] = (),
    status: Sequence[int] = (),
    boats: Sequence[Sequence[str]] = (),
    village: Sequence[str] | None = None,
    pile: Sequence[str] = (),
    lit: bool = True,
    orders: str = "board",
    tables: Tables = STANDARD,
) -> WakaWaka:
    """A game for as many players as there are hands; seat 0 is first and to play. `pile` begins with the next card."""
    game = WakaWaka(
        WakaWakaOptions(orders=orders), len(hands), Dice.from_text("position"), tables=tables
    )
    table = game.table
    table.first = table.active = YOU
    table.agenda = choices_of_a_turn(YOU)
    table.lit = lit
    for player, amount in zip(table.players, gold, strict=False):
        player.gold = amount
    for player, level in zip(table.players, status, strict=False):
        player.status = level
    _lay_cards(game, hands, pile)
    _lay_goods(game, stocks, boats, village)
    assert game.faults() == ()
    return game


def _lay_cards(game: WakaWaka, hands: Sequence[Sequence[str]], pile: Sequence[str]) -> None:
    rest = all_cards()
    for card in (*pile, *(card for hand in hands for card in hand)):
        rest.remove(card)
    for player, hand in zip(game.table.players, hands, strict=True):
        player.hand = list(hand)
    rest.sort(
        key=lambda card: card != FIRE
    )  # Fires at the bottom, where no test meets them unasked
    game.table.pile = [*rest, *reversed(pile)]


def _lay_goods(
    game: WakaWaka,
    stocks: Sequence[Sequence[str]],
    boats: Sequence[Sequence[str]],
    village: Sequence[str] | None,
) -> None:
    table = game.table
    for player, stock in zip(table.players, stocks, strict=False):
        player.stock = list(stock)
    for boat, goods in zip(table.boats, boats, strict=False):
        boat.goods = list(goods)
    if village is not None:
        table.village = list(village)
    rest = all_goods()
    laid = [good for player in table.players for good in player.stock]
    laid += [good for boat in table.boats for good in boat.goods] + table.village
    for good in laid:
        rest.remove(good)
    table.reserve = rest


def do(game: WakaWaka, seat: Seat, *answers: Move, at: int = START_OF_TIME) -> list[Event]:
    """Play these moves one after the other; what happened."""
    events: list[Event] = []
    for move in answers:
        assert move in game.moves(seat), f"{move} is not offered"
        events += game.play(seat, move, Millis(at))
        assert game.faults() == ()
    return events


def refusal(game: WakaWaka, seat: Seat, move: Move) -> str:
    """The clause by which this move is refused."""
    assert move not in game.moves(seat)
    with pytest.raises(IllegalMove) as refused:
        game.play(seat, move, START_OF_TIME)
    return refused.value.clause


def asked(game: WakaWaka) -> tuple[Seat, str]:
    """Who is asked what."""
    (prompt,) = game.prompts()
    return prompt.seat, prompt.ask
