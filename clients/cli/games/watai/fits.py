"""Which cards fit where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from watai.engine.game import Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.view import FACE_OF, PlayerView, WataiView


@dataclass(frozen=True, slots=True)
class Fit:
    """Where a card fits: it opens a pile, or goes on one of these piles, which differ."""

    opens: bool
    piles: tuple[int, ...]

    def __bool__(self) -> bool:
        return self.opens or bool(self.piles)

    @property
    def digits(self) -> dict[str, int]:
        """The piles by the digits that choose them: their numbers, all as long as the longest, so that none begins another."""
        longest = max((len(str(pile)) for pile in self.piles), default=0)
        return {f"{pile:0{longest}}": pile for pile in self.piles}


def fit(view: WataiView, card: Card, seat: Seat) -> Fit:
    """Where this card of this player fits.

    Piles that take the same cards next are equivalent, so only one of them is offered. Which one depends on the seat,
    so that rivals with the same card do not all go for the same pile.
    """
    face = FACE_OF[card]
    if face == view.opens:
        return Fit(True, ())
    fresh = {
        ten.pile for ten in view.fresh_tens
    }  # a card on one of these ends the slapping (WATAI-V15)
    alike: dict[object, list[int]] = {}
    for pile in view.piles:
        if face in pile.takes:
            alike.setdefault((pile.takes, pile.pile in fresh), []).append(pile.pile)
    return Fit(False, tuple(sorted(piles[seat % len(piles)] for piles in alike.values())))


def playable(player: PlayerView) -> Sequence[Card]:
    """Every card this player may play, in the order of the table."""
    cards = [card for card in player.reel if card is not None]
    return [*cards, player.top] if player.top is not None and player.playable else cards


def commands(view: WataiView) -> list[tuple[str, Card]]:
    """The player's own playable cards, each with the command that plays it."""
    if view.seat is None:
        return []
    me = view.players[view.seat]
    cards = [(f"card.{slot}", card) for slot, card in enumerate(me.reel, 1) if card is not None]
    return [*cards, ("stock", me.top)] if me.top is not None and me.playable else cards


def callable_cards(view: WataiView) -> Iterator[tuple[Seat, Card]]:
    """Cards of rivals that would fit now, so that the player may call them (WATAI-17)."""
    wanted = {face for pile in view.piles for face in pile.takes} | {view.opens}
    for player in view.players:
        if player.seat != view.seat:
            for card in playable(player):
                if FACE_OF[card] in wanted:
                    yield player.seat, card
