"""Laying the table (WAKA-1 to 3)."""

from watai.engine.dice import Dice
from watai.engine.game import Committed, Seat
from watai.engine.waka_waka.cards.kinds import KINDS
from watai.engine.waka_waka.events import Dealt, Opened
from watai.engine.waka_waka.table import HAND_LIMIT, Boat, Player, Table, all_cards, all_goods
from watai.engine.waka_waka.tables import Tables
from watai.engine.waka_waka.words import FIRE


def lay(tables: Tables, orders: str, seats: int, dice: Dice) -> Table:
    """A table ready for the first turn, with the events of laying it."""
    first = Seat(dice.below(seats))
    table = Table(
        tables=tables,
        orders=tables.orders[orders],
        kinds=KINDS,
        dice=dice,
        players=[Player() for _ in range(seats)],
        boats=[Boat(plan) for plan in tables.boats],
        first=first,
        active=first,
    )
    table.news += [Committed(dice.commitment()), Opened(first)]
    table.reserve = dice.shuffle(all_goods())
    for number in range(1, len(table.boats) + 1):
        table.load(number)
    table.display()
    deal(table)
    return table


def deal(table: Table) -> None:
    """Six cards each; Fires among them are replaced, then shuffled back into the pile."""
    table.pile = table.dice.shuffle(all_cards())
    fires: list[str] = []
    for seat, player in enumerate(table.players):
        while len(player.hand) < HAND_LIMIT:
            card = table.pile.pop()
            (fires if card == FIRE else player.hand).append(card)
        table.news.append(Dealt(Seat(seat), HAND_LIMIT, tuple(player.hand)))
    if fires:
        table.pile = table.dice.shuffle(table.pile + fires)
