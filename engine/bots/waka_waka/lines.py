"""The ways to go on in a turn of Waka Waka: every card that can be played, and what it may lead to."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import add, sub
from typing import Final

from watai.engine.bots.waka_waka.scene import SLOTS, Scene
from watai.engine.bots.waka_waka.worth import (
    HELD,
    PLACE,
    STOCK_PLACES,
    TOP,
    UNKNOWN,
    Goods,
    Hand,
    Prospect,
    Worth,
    card_worth,
    fewer,
)
from watai.engine.game import Move
from watai.engine.waka_waka.moves import Buy, Exchange, Gather, Play, PlayFaceDown, Rise, Sell, Stop
from watai.engine.waka_waka.orders import deliveries
from watai.engine.waka_waka.words import CHIMPANZEE, ELDER, GOODS, JUGGLER, MERCHANT

FEE: Final = 12
PAIR_PRICE: Final = 10
GUESSES: Final = (1, 1, 2)  # guesses at hidden goods, by the places left in the turn
BEST_EXCHANGES: Final = 3
RIVAL_GAIN: Final = 1.5  # what a Gold-symbol use is worth to the one who pays
PAYMENT: Final = 0.8
MERCHANT_CHANCE: Final = 0.36  # that a given card of a hand is as good as a Merchant
BORROWED_NOTHING: Final = 5.0


@dataclass(frozen=True, slots=True)
class Line:
    """One way to go on: the move to make now, the prospects it may lead to, and what else it brings."""

    move: Move
    outcomes: tuple[Prospect, ...]
    bonus: float = 0.0


class Lines:
    """What can be done around one table, seen from one seat."""

    def __init__(self, worth: Worth, scene: Scene) -> None:
        self.worth = worth
        self.scene = scene
        self.overlooked_merchant = False
        """Whether there is a Merchant in hand that no line knows of, so that no three cards may stand for one."""

    def appraise(self, prospect: Prospect) -> float:
        """What a prospect is worth; in the last round nothing counts but to be at the top, and gold there."""
        if self.scene.last_round:
            return prospect.gold + (
                10 * TOP if not self._can_rise(prospect) else 10 * prospect.status
            )
        return self.worth.of(prospect, self.scene.lit)

    def plays(self, prospect: Prospect, thorough: bool) -> Iterator[Line]:
        """Every card that could be played next, in every way.

        What a Merchant can do is worked out only once, and for later cards of a turn tried only in the handiest way.
        """
        played = prospect._replace(slots=prospect.slots + 1)
        trades = list(self._trades(played))
        ways = self._merchants(prospect)
        for move, cards, bonus in ways if thorough else ways[:1]:
            last = cards[0] if len(cards) == 1 else None
            yield from _traded(move, trades, _without(played, cards).hand, last, bonus)
        for card, count in zip(HELD, prospect.hand, strict=True):
            if not count or card in (UNKNOWN, CHIMPANZEE, MERCHANT, ELDER):
                continue
            last = prospect.last if card == JUGGLER else card
            after = _without(played, (card,))._replace(last=last)
            bonus = self._generosity() if card in self.scene.gold_symbols else 0.0
            for line in self.effects(card, after):
                yield Line(Play(card), line.outcomes, line.bonus + bonus)

    def _merchants(self, prospect: Prospect) -> list[tuple[Move, tuple[str, ...], float]]:
        """The ways to a Merchant action, the handiest first: what to play, with which cards, and what it may cost."""
        ways: list[tuple[Move, tuple[str, ...], float]] = []
        if prospect.hand[PLACE[MERCHANT]]:
            ways.append((Play(MERCHANT), (MERCHANT,), 0.0))
        if prospect.hand[PLACE[ELDER]] and self.scene.largest_hand:
            ways.append((Play(ELDER), (ELDER,), -self._disappointment()))
        if prospect.hand[PLACE[MERCHANT]] or self.overlooked_merchant:
            return ways  # WAKA-11
        if (triple := self._triple(prospect)) is not None:
            ways.append((PlayFaceDown(triple), triple, 0.0))
        return ways

    def _trades(self, prospect: Prospect) -> Iterator[Line]:
        if self._can_rise(prospect):
            yield from self._rises(prospect)
        for place, count in enumerate(prospect.stock):
            if count >= 2:
                sold = _given(_given(prospect, place), place)
                yield Line(Sell(GOODS[place]), (sold._replace(gold=prospect.gold + PAIR_PRICE),))
        yield from self._purchases(prospect)

    def rises(self, prospect: Prospect) -> bool:
        """Whether the player has what the next level orders."""
        return self._can_rise(prospect) and any(self._rises(prospect))

    def _rises(self, prospect: Prospect) -> Iterator[Line]:
        ways = deliveries(self.worth.orders[prospect.status])
        for goods, counts in zip(ways, self.worth.wanted[prospect.status], strict=True):
            left = tuple(map(sub, prospect.stock, counts))
            if min(left) >= 0:
                village = tuple(map(add, prospect.village, counts))
                risen = prospect._replace(stock=left, status=prospect.status + 1, village=village)
                yield Line(Rise(goods), (risen,))

    def _purchases(self, prospect: Prospect) -> Iterator[Line]:
        places_left = min(SLOTS - prospect.slots, len(GUESSES) - 1)
        for cargo in self.scene.cargoes:
            bit = 1 << cargo.number
            if prospect.bought & bit or cargo.price > prospect.gold:
                continue
            empty = prospect._replace(
                gold=prospect.gold - cargo.price, bought=prospect.bought | bit
            )
            outcomes = tuple(
                self._stocked(empty, tuple(map(add, empty.stock, goods)))
                for goods in cargo.guesses[: GUESSES[places_left]]
            )
            yield Line(Buy(cargo.number), outcomes)

    def _gatherings(self, prospect: Prospect) -> Iterator[Line]:
        for place, count in enumerate(prospect.village):
            if count:
                yield Line(Gather(GOODS[place]), (self._gathered(prospect, place),))

    def _gathered(self, prospect: Prospect, place: int) -> Prospect:
        taken = _take(prospect, place)
        return self._stocked(taken, taken.stock)

    def _stocked(self, prospect: Prospect, stock: Goods) -> Prospect:
        """With this stock, as far as there are places for it."""
        if sum(stock) <= STOCK_PLACES:
            return prospect._replace(stock=stock)
        kept = self.worth.fitting(prospect.status, stock)
        given = map(sub, stock, kept)
        return prospect._replace(stock=kept, village=tuple(map(add, prospect.village, given)))

    def _exchanges(self, prospect: Prospect) -> Iterator[Line]:
        gives = [place for place, count in enumerate(prospect.stock) if count]
        takes = [place for place, count in enumerate(prospect.village) if count]
        lines = [
            Line(Exchange(GOODS[give], GOODS[take]), (_take(_given(prospect, give), take),))
            for give in gives
            for take in takes
        ]
        lines.sort(key=lambda line: -self.appraise(line.outcomes[0]))
        yield from lines[:BEST_EXCHANGES]

    def effects(self, card: str, prospect: Prospect) -> Iterator[Line]:
        """The ways to carry out a card; none if it cannot be."""
        match card:
            case "merchant":
                yield from self._trades(prospect)
            case "elder" if self.scene.largest_hand:
                for line in self._trades(prospect):
                    yield Line(line.move, line.outcomes, line.bonus - self._disappointment())
            case "juggler" if prospect.last is not None and prospect.last != JUGGLER:
                yield from self.effects(prospect.last, prospect)
            case "sorcerer" if self.scene.lit and prospect.gold >= FEE and self._can_rise(prospect):
                yield Line(
                    Stop(),
                    (prospect._replace(gold=prospect.gold - FEE, status=prospect.status + 1),),
                )
            case "rainmaker":
                yield Line(Stop(), (prospect._replace(gold=prospect.gold + prospect.status),))
            case "seer" if self.scene.drawable:
                yield Line(Stop(), (supplied(prospect, 2, 0),))
            case "drummer":
                yield Line(Stop(), (self._drummed(prospect),))
            case "gatherer":
                yield from self._gatherings(prospect)
            case "porter":
                yield from self._exchanges(prospect)

    def _can_rise(self, prospect: Prospect) -> bool:
        return prospect.status < len(self.worth.orders)

    def _generosity(self) -> float:
        """What the Gold symbol brings by payments, less what it gives to rivals."""
        return self.scene.payers * (PAYMENT - RIVAL_GAIN / self.scene.opponents)

    def _disappointment(self) -> float:
        """What an Elder may cost by finding nothing as good as a Merchant."""
        return float((1 - MERCHANT_CHANCE) ** self.scene.largest_hand * BORROWED_NOTHING)

    def _drummed(self, prospect: Prospect) -> Prospect:
        """Every card worse than an unknown one is changed for one."""
        poor = [
            (card,) * count
            for card, count in zip(HELD, prospect.hand, strict=True)
            if card_worth(card, prospect.status) < card_worth(UNKNOWN, prospect.status)
        ]
        gone = tuple(card for cards in poor for card in cards)
        extra = self.scene.drummer_extra if gone else 0
        return supplied(_without(prospect, gone), len(gone) + extra, 0)

    def _triple(self, prospect: Prospect) -> tuple[str, ...] | None:
        """The three known cards whose loss costs the bot least."""
        held = [
            card
            for card, count in zip(HELD, prospect.hand, strict=True)
            for _ in range(count)
            if card != UNKNOWN
        ]
        if len(held) < 3:
            return None
        held.sort(key=lambda card: card_worth(card, prospect.status))
        return tuple(sorted(held[:3]))


def _traded(
    move: Move, trades: list[Line], hand: Hand, last: str | None, bonus: float
) -> Iterator[Line]:
    """The trades, made by playing this."""
    for line in trades:
        outcomes = tuple(outcome._replace(hand=hand, last=last) for outcome in line.outcomes)
        yield Line(move, outcomes, line.bonus + bonus)


def supplied(prospect: Prospect, cards: int, gold: int) -> Prospect:
    """With so many cards, as yet unknown, and so much gold."""
    hand = _changed(prospect.hand, PLACE[UNKNOWN], cards)
    return prospect._replace(hand=hand, gold=prospect.gold + gold)


def _without(prospect: Prospect, cards: tuple[str, ...]) -> Prospect:
    hand = prospect.hand
    for card in cards:
        hand = _changed(hand, PLACE[card], -1)
    return prospect._replace(hand=hand)


def _given(prospect: Prospect, place: int) -> Prospect:
    return prospect._replace(
        stock=fewer(prospect.stock, place), village=_changed(prospect.village, place, 1)
    )


def _take(prospect: Prospect, place: int) -> Prospect:
    return prospect._replace(
        stock=_changed(prospect.stock, place, 1), village=_changed(prospect.village, place, -1)
    )


def _changed(counts: Goods, place: int, by: int) -> Goods:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
