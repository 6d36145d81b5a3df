"""Everything that lies on the table, where exactly it lies, and the few ways in which it moves."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from watai.engine.dice import Dice
from watai.engine.game import START_OF_TIME, Event, Millis, Outcome, Seat
from watai.engine.waka_waka.choice import Choice, Kind
from watai.engine.waka_waka.events import (
    Discarded,
    Displayed,
    Drawn,
    Flipped,
    Loaded,
    Reshuffled,
    Topped,
)
from watai.engine.waka_waka.tables import STOCK_PLACES, BoatPlan, Tables
from watai.engine.waka_waka.words import CARDS, FIRE, GOODS, GOODS_OF_A_KIND

FIRST_GOLD: Final = 8
HAND_LIMIT: Final = 6
VILLAGE_GOODS: Final = 6


@dataclass(slots=True)
class Player:
    """One place at the table."""

    hand: list[str] = field(default_factory=list)
    gold: int = FIRST_GOLD
    stock: list[str] = field(default_factory=list)
    status: int = 0


@dataclass(slots=True)
class Boat:
    """One boat: its goods by cell, and who has seen which of those that lie face down. Cells count from 1."""

    plan: BoatPlan
    goods: list[str] = field(default_factory=list)
    seen: dict[int, set[Seat]] = field(default_factory=dict)

    def hidden_cells(self) -> list[int]:
        return [cell for cell in range(1, len(self.goods) + 1) if cell != self.plan.eye]

    def shows(self, cell: int, seat: Seat | None) -> bool:
        """Whether this seat knows what lies there."""
        return cell == self.plan.eye or seat in self.seen.get(cell, ())


@dataclass(slots=True)
class Table:
    """The state of a game. Only the rules write here."""

    tables: Tables
    orders: tuple[str, ...]
    kinds: Mapping[str, Kind]
    dice: Dice
    players: list[Player]
    boats: list[Boat]
    first: Seat
    active: Seat
    pile: list[str] = field(default_factory=list)
    """The draw pile; the last card is drawn first."""
    discards: list[str] = field(default_factory=list)
    slots: list[tuple[str, ...]] = field(default_factory=list)
    """The cards of this turn in order: one card lies open, three lie face down."""
    village: list[str] = field(default_factory=list)
    reserve: list[str] = field(default_factory=list)
    lit: bool = True
    topped: list[Seat] = field(default_factory=list)
    """Who has reached the highest level, in order."""
    agenda: list[Choice] = field(default_factory=list)
    news: list[Event] = field(default_factory=list)
    """What happened since the last input began."""
    spare: Millis = START_OF_TIME
    """How much time the active player had left when the clock was last read."""
    since: Millis = START_OF_TIME
    """When the clock was last read."""
    acted: bool = False
    """Whether anybody has made a move in this turn."""
    idle_turns: int = 0
    """How many turns in a row nobody has (WAKA-26)."""
    ended: Outcome | None = None

    def opponents(self, seat: Seat) -> list[Seat]:
        """The others in turn order, from the left neighbour on."""
        count = len(self.players)
        return [Seat((seat + offset) % count) for offset in range(1, count)]

    def hand(self, seat: Seat) -> list[str]:
        return self.players[seat].hand

    def stock(self, seat: Seat) -> Counter[str]:
        return Counter(self.players[seat].stock)

    def overfull(self, seat: Seat) -> bool:
        return len(self.players[seat].stock) > STOCK_PLACES

    def next_order(self, seat: Seat) -> str | None:
        """The order for the next level, or None at the top."""
        status = self.players[seat].status
        return self.orders[status] if status < len(self.orders) else None

    def raise_status(self, seat: Seat) -> int:
        """One level up; the caller tells how, then calls `herald`."""
        self.players[seat].status += 1
        return self.players[seat].status

    def herald(self, seat: Seat) -> None:
        """WAKA-23: remember who is at the top, and in which order they came."""
        if self.players[seat].status == len(self.orders):
            self.topped.append(seat)
            self.news.append(Topped(seat))

    def to_village(self, seat: Seat, good: str) -> None:
        self.players[seat].stock.remove(good)
        self.village.append(good)

    def from_village(self, seat: Seat, good: str) -> None:
        self.village.remove(good)
        self.players[seat].stock.append(good)

    def discard(self, seat: Seat, card: str) -> None:
        self.hand(seat).remove(card)
        self.discards.append(card)
        self.news.append(Discarded(seat, card))

    def drawable(self) -> int:
        """How many cards can be drawn: all of the pile and the discards but the Fires."""
        return sum(card != FIRE for card in self.pile) + sum(card != FIRE for card in self.discards)

    def draw(self, seat: Seat, count: int) -> None:
        """WAKA-7: draw cards in hand; a Fire flips the Fire and is replaced."""
        drawn: list[str] = []
        for _ in range(min(count, self.drawable())):
            while (card := self._next_card()) == FIRE:
                self.lit = not self.lit
                self.discards.append(card)
                self.news.append(Flipped(seat, self.lit))
            drawn.append(card)
        self.hand(seat).extend(drawn)
        self.news.append(Drawn(seat, len(drawn), tuple(drawn)))

    def _next_card(self) -> str:
        if not self.pile:
            self.pile = self.dice.shuffle(self.discards)
            self.discards = []
            self.news.append(Reshuffled("cards"))
        return self.pile.pop()

    def load(self, number: int) -> None:
        """WAKA-8: put new goods on an empty boat."""
        boat = self.boats[number - 1]
        boat.seen = {}
        while len(boat.goods) < boat.plan.goods:
            boat.goods.append(self._next_good())
        self.news.append(Loaded(number, boat.goods[boat.plan.eye - 1]))

    def display(self) -> None:
        """WAKA-2: put six goods of the Reserve on the Village."""
        goods = [self.reserve.pop() for _ in range(VILLAGE_GOODS)]
        self.village.extend(goods)
        self.news.append(Displayed(tuple(goods)))

    def _next_good(self) -> str:
        if not self.reserve:
            self.reserve = self.dice.shuffle(self.village)
            self.village = []
            self.news.append(Reshuffled("goods"))
            self.display()
        return self.reserve.pop()


def all_cards() -> list[str]:
    return [card for card, count in CARDS.items() for _ in range(count)]


def all_goods() -> list[str]:
    return [good for good in GOODS for _ in range(GOODS_OF_A_KIND)]
