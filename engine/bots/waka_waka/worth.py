"""What a position in Waka Waka is worth to its player, in gold.

The idea is a cost to go: what the levels still missing would cost if everything had to be bought at fair prices.
A Merchant action costs its card and a share of the supply, a missing good the share of a boat, a Sorcerer 12 gold.
What the player has (gold, cards, goods that fit no order) is counted against that.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum
from operator import sub
from typing import Final, NamedTuple

from watai.engine.waka_waka.orders import LETTERS, deliveries
from watai.engine.waka_waka.words import CARDS, FIRE, GOODS, SORCERER

Goods = tuple[int, ...]
"""How many of each kind, in the order of GOODS."""
Hand = tuple[int, ...]
"""How many cards of each kind, in the order of HELD."""

UNKNOWN: Final = "unknown"
HELD: Final = (*(card for card in CARDS if card != FIRE), UNKNOWN)
PLACE: Final = {card: place for place, card in enumerate(HELD)}
GOOD_PLACE: Final = {good: place for place, good in enumerate(GOODS)}

WORTH: Final = {
    "merchant": 3.4,
    "elder": 2.8,
    "juggler": 2.0,
    "rainmaker": 1.2,
    "sorcerer": 1.9,
    "chimpanzee": 1.0,
    "gatherer": 2.2,
    "porter": 1.6,
    "drummer": 1.3,
    "seer": 1.8,
    UNKNOWN: 2.1,
}
STOCK_PLACES: Final = 6
WAITING: Final = (1.0, 1.0, 0.95, 0.85, 0.7, 0.5)

ACTION: Final = 5.5  # a Merchant action: the card and its place in the turn
NAMED_GOOD: Final = 3.8
FREE_GOOD: Final = 2.6
BY_SORCERER: Final = 15.0  # 12 gold, the card's place and its own worth
WITHOUT_SORCERER: Final = 21.0  # the same with the card still to be found
LATER: Final = 0.8  # a good kept for the level after the next may be lost on the way
PAIR: Final = 4.0
SINGLE: Final = 0.9
HASTE: Final = 1.15  # a level now is worth more than its price later: it is a race
TOP: Final = 40.0
PURSE: Final = ((5, 1.35), (9, 1.0), (12, 0.4), (1000, 0.05))
"""What gold is worth: so many at so much each, then the next."""
RICH: Final = 40
LIKELY_ORDERS: Final = 3


class Prospect(NamedTuple):
    """Where a player may stand in the course of a turn."""

    hand: Hand
    gold: int
    stock: Goods
    status: int
    slots: int
    """Cards played this turn."""
    last: str | None
    """What a Juggler would repeat."""
    bought: int
    """The boats emptied this turn, a bit each."""
    village: Goods


class Shape(NamedTuple):
    """An order: goods it names, kinds it leaves open, how many of each kind of choice, and what a good of it costs."""

    named: Goods
    free: tuple[int, ...]
    groups: tuple[int, ...]
    unit: float


class Worth:
    """An appraiser of prospects for one table of orders."""

    def __init__(self, orders: Sequence[str], foresight: int) -> None:
        self.orders = orders
        self.foresight = foresight
        self.wanted = [_wanted(order) for order in orders]
        self._shapes = [_shape(order) for order in orders]
        self._goods: dict[tuple[int, Goods, int, bool], tuple[float, int]] = {}
        self._fitting: dict[tuple[int, Goods], Goods] = {}
        self._hands: dict[tuple[Hand, int], float] = {}
        self._fulfilments: dict[tuple[int, Goods], tuple[float, Goods]] = {}

    def of(self, prospect: Prospect, lit: bool) -> float:
        """Gold, cards and spare goods less the cost of the levels to come."""
        sorcerers = prospect.hand[PLACE[SORCERER]]
        hand = (prospect.hand, prospect.status)
        if hand not in self._hands:
            self._hands[hand] = cards(*hand)
        goods, pairs = self.goods(prospect.status, prospect.stock, sorcerers, lit)
        return (
            goods
            + pairs * PAIRS[min(prospect.gold, RICH)]
            + self._hands[hand]
            + purse(prospect.gold)
        )

    def goods(self, status: int, stock: Goods, sorcerers: int, lit: bool) -> tuple[float, int]:
        """Spare single goods less the cost of the levels to come, some by a Sorcerer in hand; and spare pairs."""
        key = (status, stock, sorcerers, lit)
        if key not in self._goods:
            costs, left = self._levels(status, stock)
            dear = BY_SORCERER if lit else (BY_SORCERER + WITHOUT_SORCERER) / 2
            savings = sorted((cost - dear for cost in costs if cost > dear), reverse=True)
            total = fsum(costs) - fsum(savings[:sorcerers])
            pairs = sum(count // 2 for count in left)
            spare = SINGLE * (sum(left) - 2 * pairs)
            self._goods[key] = spare - HASTE * total + (0 if costs else TOP), pairs
        return self._goods[key]

    def fitting(self, status: int, stock: Goods) -> Goods:
        """The stock without what has no place in it: first what no order needs, single goods before pairs."""
        if sum(stock) <= STOCK_PLACES:
            return stock
        key = (status, stock)
        if key not in self._fitting:
            _, left = self._levels(status, stock)
            spare = [place for place, count in enumerate(left) if count]
            odd = [place for place in spare if left[place] % 2]
            place = (odd or spare or [self.least_useful(status, stock)])[0]
            self._fitting[key] = self.fitting(status, fewer(stock, place))
        return self._fitting[key]

    def least_useful(self, status: int, stock: Goods) -> int:
        """The place of the good whose loss costs least."""

        def kept(place: int) -> float:
            goods, pairs = self.goods(status, fewer(stock, place), 0, True)
            return goods + PAIR * pairs

        return max((place for place, count in enumerate(stock) if count), key=kept)

    def _levels(self, status: int, stock: Goods) -> tuple[tuple[float, ...], Goods]:
        """The cost of every level from this status on with this stock, and the goods left over."""
        if status >= len(self.orders):
            return (), stock
        plans = [self._greedily(status, *way) for way in self._ways(status, stock)]
        return min(plans, key=lambda plan: fsum(plan[0]) * HASTE - _spare(plan[1]))

    def _greedily(self, status: int, cost: float, left: Goods) -> tuple[tuple[float, ...], Goods]:
        """The later levels each take the goods that suit them best."""
        costs = [cost]
        share = LATER
        for later in range(status + 1, len(self.orders)):
            full = ACTION + self._shapes[later].unit * len(self.orders[later])
            if later < status + self.foresight:
                now, rest = self._best_way(later, left)
                if now < full:
                    full -= (full - now) * share
                    left = rest
            costs.append(min(full, WITHOUT_SORCERER))
            share *= LATER
        return tuple(costs), left

    def _ways(self, level: int, stock: Goods) -> list[tuple[float, Goods]]:
        """The likeliest ways to fulfil an order, cheapest first: the cost, and what would be left of the stock."""
        wanted = self.wanted[level]
        missing = [sum([gap for gap in map(sub, goods, stock) if gap > 0]) for goods in wanted]
        likely = sorted(range(len(wanted)), key=missing.__getitem__)[:LIKELY_ORDERS]
        return [self._way(level, missing[way], map(sub, stock, wanted[way])) for way in likely]

    def _best_way(self, level: int, stock: Goods) -> tuple[float, Goods]:
        """The cheapest way alone: the largest groups of choice go to the kinds one has most of."""
        key = (level, stock)
        if key not in self._fulfilments:
            shape = self._shapes[level]
            left = list(map(sub, stock, shape.named))
            most = sorted(shape.free, key=stock.__getitem__, reverse=True)
            for place, count in zip(most, shape.groups, strict=False):
                left[place] -= count
            missing = -sum([gap for gap in left if gap < 0])
            self._fulfilments[key] = self._way(level, missing, left)
        return self._fulfilments[key]

    def _way(self, level: int, missing: int, left: Iterable[int]) -> tuple[float, Goods]:
        cost = min(ACTION + self._shapes[level].unit * missing, WITHOUT_SORCERER)
        return cost, tuple([gap if gap > 0 else 0 for gap in left])


def purse(gold: int) -> float:
    """Gold is worth most where it decides whether a boat can be bought at all, and next to nothing in a heap."""
    worth = 0.0
    for until, each in PURSE:
        worth += each * min(gold, until)
        gold = max(0, gold - until)
    return worth


PAIRS: Final = tuple(0.45 * (purse(gold + 10) - purse(gold)) for gold in range(RICH + 1))
"""What a pair to sell is worth to somebody with so much gold."""


def cards(hand: Hand, status: int) -> float:
    """The six best cards of a hand, each further one worth less because it must wait longer to be played."""
    worth = [
        card_worth(card, status)
        for card, count in zip(HELD, hand, strict=True)
        for _ in range(count)
    ]
    worth.sort(reverse=True)
    return fsum(map(float.__mul__, worth, WAITING))


def card_worth(card: str, status: int) -> float:
    """What a card in hand is worth; the Rainmaker grows with the status."""
    return max(1.0, 0.6 * status) if card == "rainmaker" else WORTH[card]


def count_goods(goods: Sequence[str]) -> Goods:
    return tuple(goods.count(good) for good in GOODS)


def fewer(stock: Goods, place: int) -> Goods:
    """One good of a kind less."""
    return (*stock[:place], stock[place] - 1, *stock[place + 1 :])


def _wanted(order: str) -> list[Goods]:
    return [count_goods(goods) for goods in deliveries(order)]


def _shape(order: str) -> Shape:
    named = count_goods([LETTERS[letter] for letter in order if letter in LETTERS])
    groups = sorted(
        Counter(letter for letter in order if letter not in LETTERS).values(), reverse=True
    )
    cost = NAMED_GOOD * sum(named) + FREE_GOOD * sum(groups)
    free = tuple(place for place, count in enumerate(named) if not count)
    return Shape(named, free, tuple(groups), cost / len(order))


def _spare(stock: Goods) -> float:
    return fsum(PAIR * (count // 2) + SINGLE * (count % 2) for count in stock)
