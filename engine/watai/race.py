"""The race: everybody plays at once until somebody shouts or nothing fits any more (WATAI-7 … 18, 22)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from watai.engine.game import START_OF_TIME, Event, IllegalMove, Millis, Move, Seat
from watai.engine.watai.arena import Arena, Pile
from watai.engine.watai.cards import KIND, KINDS, Card
from watai.engine.watai.events import (
    Blocked,
    Exhausted,
    FalselyShouted,
    Filled,
    Gathered,
    Opened,
    Placed,
    Shouted,
    Turned,
)
from watai.engine.watai.moves import Call, Fill, Open, Place, Shout, Turn
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.phases import Phase
from watai.engine.watai.player import PENALTY, Player
from watai.engine.watai.refusals import Refusals
from watai.engine.watai.variants.plain import Plain

SHOUT_PAUSE: Final = 1_000  # WATAI-16: at most one false shout counts per second
LAST_SHOUT: Final = Millis(3_000)
"""WATAI-18: how long a shout already earned is waited for when nothing fits any more."""
LULL: Final = Millis(180_000)
"""WATAI-22: how long a race may go on without a card laid."""


class Race(Phase):
    """The players' cards and the Arena between Go and the end of the round."""

    name = "race"

    def __init__(
        self, options: WataiOptions, variant: Plain, players: Sequence[Player], last: int
    ) -> None:
        self.variant = variant
        self.players = players
        self.arena = Arena(variant.ladder(last))
        self.shouter: Seat | None = None
        self._refills = options.refill == "auto"
        self._shouts = options.shout == "auto"
        self.refusals = Refusals(options.refusal == "on", players, self.arena)
        self._emptied: list[Seat] = []
        """Who has an empty Talon, in the order in which it happened."""
        self.counts = [0] * len(KINDS)
        """How many cards of each kind lie in some Dévidoir or Stock, turned or not."""
        self.held = 0
        """A bit for every kind of which there are any."""
        self.laid_at = START_OF_TIME
        """When the last card was laid."""
        self.exhausted_at: Millis | None = None
        """Since when nothing fits and only a shout is waited for."""

    def start(self, at: Millis) -> Sequence[Event]:
        """Count the cards dealt; a deal without any opening card in reach is over at once (WATAI-18)."""
        for player in self.players:
            for card in (*player.reel, *player.stock.hand):
                if card is not None:
                    self._hold(card)
        self.variant.resumed_at = at
        return self._end_if_blocked(at)

    # moves

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        self.variant.admit(seat)
        act = _ACTS.get(type(move))
        if act is None:
            return self.variant.act(seat, move, at)
        return act(self, seat, move, at)

    def _open(self, seat: Seat, move: Open, at: Millis) -> Sequence[Event]:
        player, card = self.players[seat], move.card
        slot = player.locate(card)
        if KIND[card] != self.arena.ladder.opens:
            raise IllegalMove("WATAI-7", "That card does not open a pile.")
        pile = self.arena.begin(card, at)
        uncovered = self._remove(player, card, slot, at)
        return self._landed(
            player, pile, card, at, Opened(seat, card, pile.number, slot, uncovered)
        )

    def _place(self, seat: Seat, move: Place, at: Millis) -> Sequence[Event]:
        player, card = self.players[seat], move.card
        slot = player.locate(card)
        pile = self.arena.open.get(move.pile)
        if pile is None or KIND[card] not in pile.takes:
            raise self._misfit(move)
        self.arena.add(pile, card, at)
        uncovered = self._remove(player, card, slot, at)
        height = len(pile.cards) - 1
        placed = Placed(seat, card, pile.number, height, not pile.takes, slot, uncovered)
        return self._landed(player, pile, card, at, placed)

    def _turn(self, seat: Seat, move: Turn, at: Millis) -> Sequence[Event]:
        player = self.players[seat]
        stock = player.stock
        if not stock.hand and not stock.waste:
            raise IllegalMove("WATAI-11", "You have no Stock left to turn.")
        player.top_since = at
        if not stock.hand:
            stock.gather()
            return (Gathered(seat, len(stock.hand)),)
        cards = stock.turn()
        more = self.variant.turned(player, cards, at)
        return (Turned(seat, len(cards), stock.top(), stock.playable), *more)

    def _fill(self, seat: Seat, move: Fill, at: Millis) -> Sequence[Event]:
        player = self.players[seat]
        if not player.talon:
            raise IllegalMove("WATAI-10", "Holes are filled from the Talon, and yours is empty.")
        if move.slot not in player.holes():
            raise IllegalMove("WATAI-10", "There is no hole in that place.")
        return [self._filled(player, move.slot, at), *self._shout_for_someone(at)]

    def _shout(self, seat: Seat, move: Shout, at: Millis) -> Sequence[Event]:
        if self.variant.may_shout(self.players, seat):
            return self._end(seat, at)
        player = self.players[seat]
        if at - player.shouted_at < SHOUT_PAUSE:
            return [FalselyShouted(seat, 0)]
        player.shouted_at = at
        player.false_shouts += 1
        return [FalselyShouted(seat, PENALTY)]

    def _call(self, seat: Seat, move: Call, at: Millis) -> Sequence[Event]:
        return self.refusals.call(seat, move, at, self.variant.resumed_at)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if self._is_frozen(seat):
            return ()
        calls = self.refusals.moves(seat)
        return [*self._plays(seat), *calls, *self.variant.moves(seat)]

    def offers(self, seat: Seat) -> Sequence[Move]:
        """Without the calls: whatever lies face up before a rival may be called (WATAI-17)."""
        if self._is_frozen(seat):
            return ()
        return [*self._plays(seat), *self.variant.moves(seat)]

    def _is_frozen(self, seat: Seat) -> bool:
        return self.variant.frozen_until is not None and seat != self.variant.leader

    def _plays(self, seat: Seat) -> Sequence[Move]:
        """What the player may do with cards and voice."""
        player, arena = self.players[seat], self.arena
        moves: list[Move] = []
        for card in player.playable():
            kind = KIND[card]
            if kind == arena.ladder.opens:
                moves.append(Open(card))
            moves.extend(Place(card, pile.number) for pile in arena.targets(kind))
        if len(player.stock):
            moves.append(Turn())
        moves.extend(Fill(slot) for slot in player.holes())
        return [*moves, Shout()]

    # time

    def ends_at(self) -> Millis:
        """When the race is over if nobody does anything; the time of a freeze does not count."""
        since, wait = self.laid_at, LULL
        if self.exhausted_at is not None:
            since, wait = self.exhausted_at, LAST_SHOUT
        resumed = self.variant.resumed_at
        return Millis((since if since > resumed else resumed) + wait)

    @property
    def lulled(self) -> bool:
        """Whether the race ended because nobody laid a card for so long, though one could (WATAI-22)."""
        return self.done and self.shouter is None and bool(self.held & self.arena.wanted)

    def due(self) -> Millis:
        due = _sooner(self.ends_at(), self.variant.due())
        return _sooner(due, self.refusals.due()) if self.refusals.muted else due

    def expire(self, at: Millis) -> Sequence[Event]:
        events = list(self.refusals.expire(at))
        if self.variant.due() == at:
            events.extend(self.variant.expire(at))
        if self.ends_at() == at:
            events.extend(self._end(None, at))
        return events

    # consequences

    def _misfit(self, move: Place) -> IllegalMove:
        """Why this card does not go there."""
        if not 0 <= move.pile < len(self.arena.piles):
            return IllegalMove("WATAI-8", "There is no such pile.")
        pile = self.arena.piles[move.pile]
        if KIND[move.card] in pile.took:
            return IllegalMove("WATAI-14", "Another card got there first.")
        if not pile.takes:
            return IllegalMove("WATAI-8", "That pile is closed.")
        return IllegalMove("WATAI-8", "That card does not go on that pile.")

    def _remove(self, player: Player, card: Card, slot: int | None, at: Millis) -> Card | None:
        """Take a played card away from its player; return what lies there now."""
        kind = KIND[card]
        self.counts[kind] -= 1
        if not self.counts[kind]:
            self.held &= ~(1 << kind)
        uncovered = player.take(slot, self._refills, at)
        if slot is not None and uncovered is not None:
            self._drawn(player, uncovered)
        return uncovered

    def _drawn(self, player: Player, card: Card) -> None:
        """Take note of a Talon card that came up."""
        self._hold(card)
        if not player.talon:
            self._emptied.append(player.seat)

    def _hold(self, card: Card) -> None:
        kind = KIND[card]
        self.counts[kind] += 1
        self.held |= 1 << kind

    def _landed(
        self, player: Player, pile: Pile, card: Card, at: Millis, event: Event
    ) -> Sequence[Event]:
        self.laid_at = at
        self.variant.placed(player.seat, pile, KIND[card], at)
        if self.held & self.arena.wanted and not self._shouts:
            return (event,)
        return [event, *(self._shout_for_someone(at) or self._end_if_blocked(at))]

    def _filled(self, player: Player, slot: int, at: Millis) -> Filled:
        card = player.fill(slot, at)
        self._drawn(player, card)
        return Filled(player.seat, slot, card)

    def _fill_all(self, at: Millis) -> Sequence[Event]:
        return [
            self._filled(player, slot, at)
            for player in self.players
            for slot in player.holes()
            if player.talon  # holes() was asked once, and the Talon may end before the holes do
        ]

    def _end(self, shouter: Seat | None, at: Millis) -> Sequence[Event]:
        """WATAI-15: the others' open holes are still filled; then it is over."""
        self.shouter = shouter
        self.done = True
        if shouter is None:
            return [Blocked()]
        return [Shouted(shouter), *self._fill_all(at)]

    def _end_if_blocked(self, at: Millis) -> Sequence[Event]:
        if self.held & self.arena.wanted:
            return ()
        filled = self._fill_all(at)  # a hole might hide the card that fits
        shouted = self._shout_for_someone(at)
        if shouted or self.held & self.arena.wanted:
            return [*filled, *shouted]
        return [*filled, *self._wait_for_shout(at)]

    def _wait_for_shout(self, at: Millis) -> Sequence[Event]:
        """WATAI-18: nothing fits any more; a shout already earned comes first, then the round is blocked."""
        if not any(self.variant.may_shout(self.players, each.seat) for each in self.players):
            return self._end(None, at)
        self.exhausted_at = at
        return [Exhausted(self.ends_at())]

    def _shout_for_someone(self, at: Millis) -> Sequence[Event]:
        """Option `shout: auto`: the server shouts, for whoever has been waiting longest."""
        if not self._shouts:
            return ()
        ready = (seat for seat in self._emptied if self.variant.may_shout(self.players, seat))
        shouter = next(ready, None)
        return () if shouter is None else self._end(shouter, at)


def _sooner(one: Millis, other: Millis | None) -> Millis:
    return one if other is None or one < other else other


_ACTS: Final[dict[type[Move], Callable[[Race, Seat, Any, Millis], Sequence[Event]]]] = {
    Open: Race._open,
    Place: Race._place,
    Turn: Race._turn,
    Fill: Race._fill,
    Shout: Race._shout,
    Call: Race._call,
}
