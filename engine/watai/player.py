"""One player's side of the table: Dévidoir, Talon, Stock, and what the round has cost so far."""

from collections.abc import Sequence, Sized
from typing import Protocol

from watai.engine.game import IllegalMove, Seat
from watai.engine.watai.cards import Back, Card
from watai.engine.watai.stock import Stock

NEVER = -1_000_000
PENALTY = 5  # WATAI-16, 17


class Side(Protocol):
    """The part of a player's side that decides the right to shout; a view has it too."""

    @property
    def reel(self) -> Sequence[Card | None]: ...
    @property
    def talon(self) -> Sized | int: ...


class Player:
    """`reel` is the Dévidoir: its slots in order, None where a card is missing. The Talon's top is its end."""

    __slots__ = (
        "backs",
        "called",
        "false_shouts",
        "reel",
        "reel_since",
        "refusals",
        "seat",
        "shouted_at",
        "stock",
        "talon",
        "top_since",
    )

    def __init__(
        self,
        seat: Seat,
        backs: tuple[Back, ...],
        reel: Sequence[Card],
        talon: Sequence[Card],
        stock: Stock,
    ) -> None:
        self.seat = seat
        self.backs = backs
        self.reel: list[Card | None] = list(reel)
        self.reel_since = [0] * len(reel)
        self.talon = list(talon)
        self.stock = stock
        self.top_since = 0
        self.false_shouts = 0
        self.shouted_at = NEVER
        self.refusals = 0
        self.called: set[Card] = set()

    def penalty(self) -> int:
        """What false shouts and refusals cost so far (WATAI-16, 17)."""
        return PENALTY * (self.false_shouts + self.refusals)

    def locate(self, card: Card) -> int | None:
        """The slot of a playable card in the Dévidoir, or None for the top of the Stock (WATAI-9)."""
        if card in self.reel:
            return self.reel.index(card)
        stock = self.stock
        if stock.waste and stock.waste[-1] == card:
            if not stock.playable:
                raise IllegalMove(
                    "WATAI-12", "The last one or two cards of a pass are not playable."
                )
            return None
        raise IllegalMove("WATAI-9", "That card is not face up before you.")

    def take(self, slot: int | None, refill: bool, at: int) -> Card | None:
        """Remove a located card; return the card that lies there now, if any."""
        if slot is None:
            stock = self.stock
            stock.waste.pop()
            self.top_since = at
            return stock.waste[-1] if stock.waste else None
        self.reel[slot] = None
        if refill and self.talon:
            return self.fill(slot, at)
        return None

    def fill(self, slot: int, at: int) -> Card:
        """Put the top Talon card into a hole (WATAI-10)."""
        card = self.talon.pop()
        self.reel[slot] = card
        self.reel_since[slot] = at
        return card

    def holes(self) -> list[int]:
        """The slots that could be filled now."""
        return [slot for slot, card in enumerate(self.reel) if card is None] if self.talon else []

    def playable(self) -> list[Card]:
        """Every card that may be played, in the order of the table (WATAI-9)."""
        cards = [card for card in self.reel if card is not None]
        if self.stock.playable and self.stock.waste:
            cards.append(self.stock.waste[-1])
        return cards

    def may_play(self, card: Card) -> bool:
        """Whether `locate` would find it."""
        stock = self.stock
        return card in self.reel or (stock.playable and stock.waste[-1:] == [card])

    def shows(self, cards: frozenset[Card]) -> bool:
        """Whether one of these cards may be played; asked of every rival for every card laid."""
        stock = self.stock
        return not cards.isdisjoint(self.reel) or (
            stock.playable and bool(stock.waste) and stock.waste[-1] in cards
        )

    def face_up(self) -> list[Card]:
        """Every card that can be seen and called, playable or not."""
        cards = [card for card in self.reel if card is not None]
        return cards + self.stock.waste[-1:]

    def exposed_since(self, card: Card) -> int | None:
        """Since when this card could have been played by its owner, or None if it cannot be."""
        if card in self.reel:
            return self.reel_since[self.reel.index(card)]
        return self.top_since if self.stock.playable else None
