"""What one pair of eyes sees of the table (TANKA-10)."""

from dataclasses import dataclass

from watai.engine.game import Outcome, Prompt, Seat, View


@dataclass(frozen=True, slots=True)
class PiledCard:
    """A face-down card. Everybody saw who laid it; only the layer knows the card, others see None."""

    layer: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards in front of one tile, from the first laid to the last."""

    animal: str
    cards: tuple[PiledCard, ...]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What everybody has just seen: who did what where, which cards lie revealed, and who takes them."""

    seat: Seat
    did: str
    """One of "laid", "denounced", "incanted"."""
    animal: str
    revealed: tuple[str, ...] = ()
    taker: Seat | None = None


@dataclass(frozen=True, slots=True)
class TankaView(View):
    """The table as seen from one seat, or by a spectator, who has no hand."""

    seat: Seat | None
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    tokens: tuple[int, ...]
    pawn: str
    piles: tuple[Pile, ...]
    removed: int
    """How many cards have left the game."""
    turns: int
    """How many turns have been played."""
    last: LastTurn | None
    prompts: tuple[Prompt, ...]
    outcome: Outcome | None
