"""The Merchant: buy a boat, sell a pair, or rise (WAKA-9, WAKA-10)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from watai.engine.game import IllegalMove, Move
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.events import Bought, Delivered, Given, Sold
from watai.engine.waka_waka.moves import Buy, Give, Rise, Sell
from watai.engine.waka_waka.orders import deliverable, deliveries
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import GOODS

PAIR = 2
PRICE_OF_A_PAIR = 10


class Merchant(Kind):
    """Playable when at least one of the three actions is possible."""

    def refuse(self, table: Table, use: Use) -> None:
        player = table.players[use.seat]
        order = table.next_order(use.seat)
        stock = table.stock(use.seat)
        if any(boat.goods and boat.plan.price <= player.gold for boat in table.boats):
            return
        if any(count >= PAIR for count in stock.values()):
            return
        if order is not None and deliverable(order, stock):
            return
        raise IllegalMove("WAKA-9", "You can neither buy, nor sell, nor rise.")

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseTrade(use.seat))


@dataclass(frozen=True, slots=True)
class ChooseTrade(Choice):
    """Which of the three actions?"""

    ask = "merchant"
    clause = "WAKA-9"

    def candidates(self, table: Table) -> Iterable[Move]:
        order = table.next_order(self.seat)
        boats = (Buy(number) for number in range(1, len(table.boats) + 1))
        rises = (Rise(goods) for goods in (deliveries(order) if order else ()))
        return chain(boats, map(Sell, GOODS), rises)

    def refuse(self, table: Table, move: Move) -> None:
        match move:
            case Buy():
                self._refuse_buy(table, move)
            case Sell():
                if table.stock(self.seat)[move.good] < PAIR:
                    raise IllegalMove("WAKA-9", "You need two goods of that kind to sell.")
            case Rise():
                self._refuse_rise(table, move)
            case _:
                raise self.not_asked()

    def _refuse_buy(self, table: Table, move: Buy) -> None:
        if not 1 <= move.boat <= len(table.boats):
            raise IllegalMove("WAKA-9", "There is no such boat.")
        boat = table.boats[move.boat - 1]
        if not boat.goods:
            raise IllegalMove("WAKA-9", "That boat is empty until the end of the turn.")
        if table.players[self.seat].gold < boat.plan.price:
            raise IllegalMove("WAKA-9", "You do not have the gold for that boat.")

    def _refuse_rise(self, table: Table, move: Rise) -> None:
        order = table.next_order(self.seat)
        if order is None:
            raise IllegalMove("WAKA-22", "There is no higher level.")
        if move.goods not in deliveries(order):
            raise IllegalMove(
                "WAKA-22", "These goods, in alphabetical order, are not the next order."
            )
        if move.goods not in deliverable(order, table.stock(self.seat)):
            raise IllegalMove("WAKA-9", "You do not have these goods.")

    def answer(self, table: Table, move: Move) -> None:
        match move:
            case Buy():
                self._buy(table, move.boat)
            case Sell():
                for _ in range(PAIR):
                    table.to_village(self.seat, move.good)
                table.players[self.seat].gold += PRICE_OF_A_PAIR
                table.news.append(Sold(self.seat, move.good, PRICE_OF_A_PAIR))
            case Rise():
                for good in move.goods:
                    table.to_village(self.seat, good)
                status = table.raise_status(self.seat)
                table.news.append(Delivered(self.seat, move.goods, status))
                table.herald(self.seat)

    def _buy(self, table: Table, number: int) -> None:
        boat, player = table.boats[number - 1], table.players[self.seat]
        goods = tuple(boat.goods)
        boat.goods.clear()
        player.gold -= boat.plan.price
        player.stock.extend(goods)
        table.news.append(Bought(self.seat, number, boat.plan.price, goods))
        table.agenda.append(ChooseSurplus(self.seat))


@dataclass(frozen=True, slots=True)
class ChooseSurplus(Choice):
    """Which good of an overfull stock goes to the Village?"""

    ask = "stock"
    clause = "WAKA-10"

    def candidates(self, table: Table) -> Iterable[Move]:
        return map(Give, GOODS)

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Give):
            raise self.not_asked()
        if not table.stock(self.seat)[move.good]:
            raise IllegalMove("WAKA-10", "You do not have that good.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Give)
        table.to_village(self.seat, move.good)
        table.news.append(Given(self.seat, move.good))
        table.agenda.append(self)

    def lapse(self, table: Table) -> None:
        self.answer(table, Give(table.dice.choice(table.players[self.seat].stock)))

    def moot(self, table: Table) -> bool:
        return not table.overfull(self.seat)
