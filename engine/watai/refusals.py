"""Rivals who will not play a card that fits: calling them, and being wrong about it (WATAI-17)."""

from collections.abc import Sequence
from typing import Final

from watai.engine.game import Event, IllegalMove, Millis, Move, Seat
from watai.engine.watai.arena import Arena
from watai.engine.watai.cards import KIND, Card
from watai.engine.watai.events import Called, Unmuted
from watai.engine.watai.moves import Call
from watai.engine.watai.player import PENALTY, Player

PATIENCE: Final = 5_000
"""How long a card must have fitted, without a break."""
SILENCE: Final = 5_000
"""How long a caller may not call again after a call that did not hold."""


class Refusals:
    """The calls of one race. `since` is when play last began or went on after a freeze."""

    def __init__(self, allowed: bool, players: Sequence[Player], arena: Arena) -> None:
        self.allowed = allowed
        self.players = players
        self.arena = arena
        self.muted: dict[Seat, Millis] = {}

    def call(self, seat: Seat, move: Call, at: Millis, since: Millis) -> Sequence[Event]:
        if not self.allowed:
            raise IllegalMove("WATAI-17", "Refusals are not called in this room.")
        if move.player == seat or not 0 <= move.player < len(self.players):
            raise IllegalMove("WATAI-17", "Only a rival can be called.")
        if seat in self.muted:
            raise IllegalMove("WATAI-17", "Your last call did not hold: wait five seconds.")
        rival = self.players[move.player]
        if move.card not in rival.face_up():
            raise IllegalMove("WATAI-17", "That card is not face up before that player.")
        if move.card in rival.called:
            raise IllegalMove("WATAI-17", "That card has been paid for already.")
        if at - self._fits_since(rival, move.card, at, since) < PATIENCE:
            self.muted[seat] = Millis(at + SILENCE)
            return [Called(seat, rival.seat, move.card, holds=False, points=0)]
        rival.called.add(move.card)
        rival.refusals += 1
        return [Called(seat, rival.seat, move.card, holds=True, points=PENALTY)]

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every call that would be taken, whether it would hold or not."""
        if not self.allowed or seat in self.muted:
            return ()
        return [
            Call(rival.seat, card)
            for rival in self.players
            if rival.seat != seat
            for card in rival.face_up()
            if card not in rival.called
        ]

    def due(self) -> Millis | None:
        return min(self.muted.values()) if self.muted else None

    def expire(self, at: Millis) -> Sequence[Event]:
        unmuted = [seat for seat, until in self.muted.items() if until == at]
        for seat in unmuted:
            del self.muted[seat]
        return [Unmuted(seat) for seat in unmuted]

    def _fits_since(self, rival: Player, card: Card, at: Millis, since: Millis) -> int:
        """Since when this face-up card could have been played without a break; now, if it cannot be."""
        exposed = rival.exposed_since(card)
        kind = KIND[card]
        if exposed is None or not self.arena.place_for(kind):
            return at
        return max(exposed, self.arena.wanted_since(kind), since)
