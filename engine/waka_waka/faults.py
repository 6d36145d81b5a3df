"""Everything that can be wrong with a table of Waka Waka."""

from collections import Counter
from collections.abc import Iterator

from watai.engine.game import Seat
from watai.engine.waka_waka.cards.merchant import ChooseSurplus
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.turn import FACE_DOWN, SLOTS
from watai.engine.waka_waka.words import CARDS, FIRE, GOODS, GOODS_OF_A_KIND


def faults(table: Table) -> Iterator[str]:
    """A sentence for each broken law of the table."""
    yield from _cards(table)
    yield from _goods(table)
    yield from _players(table)
    yield from _turn(table)


def _cards(table: Table) -> Iterator[str]:
    hands = [card for player in table.players for card in player.hand]
    slots = [card for slot in table.slots for card in slot]
    if Counter(table.pile + table.discards + hands + slots) != Counter(CARDS):
        yield "cards were lost or made"
    if FIRE in hands or FIRE in slots:
        yield "a Fire is in a hand or was played"
    if len(table.slots) > SLOTS or any(len(slot) not in (1, FACE_DOWN) for slot in table.slots):
        yield "the cards of this turn are not one to three, each open or three face down"


def _goods(table: Table) -> Iterator[str]:
    boats = [good for boat in table.boats for good in boat.goods]
    stocks = [good for player in table.players for good in player.stock]
    everywhere = Counter(boats + stocks + table.village + table.reserve)
    if everywhere != Counter(dict.fromkeys(GOODS, GOODS_OF_A_KIND)):
        yield "goods were lost or made"
    for number, boat in enumerate(table.boats, 1):
        if len(boat.goods) not in (0, boat.plan.goods):
            yield f"boat {number} is half empty"
        if boat.goods and not set(boat.seen) <= set(boat.hidden_cells()):
            yield f"somebody has peeked at boat {number} where nothing lies face down"


def _players(table: Table) -> Iterator[str]:
    sorting = {choice.seat for choice in table.agenda if isinstance(choice, ChooseSurplus)}
    for number, player in enumerate(table.players):
        if player.gold < 0:
            yield f"seat {number} owes gold"
        if table.overfull(Seat(number)) and number not in sorting:
            yield f"seat {number} has more goods than places and need not give any away"
        if not 0 <= player.status <= len(table.orders):
            yield f"seat {number} has a status that does not exist"
    at_top = {
        seat for seat, player in enumerate(table.players) if player.status == len(table.orders)
    }
    if sorted(table.topped) != sorted(at_top):
        yield "those remembered at the top are not those at the top"


def _turn(table: Table) -> Iterator[str]:
    if bool(table.agenda) == (table.ended is not None):
        yield "somebody is asked after the end, or nobody before it"
    if table.agenda and table.agenda[0].seat != table.active:
        yield "the turn is not the active player's"
    if table.spare < 0:
        yield "the clock of the turn is overdrawn"
    if table.news:
        yield "something happened that nobody was told"
    if table.slots and table.ended:
        yield "cards lie played after the end"
