"""What can happen in Waka Tanka. Only `Dealt` and `Laid` carry secrets (TANKA-10)."""

from dataclasses import dataclass

from watai.engine.game import Event, Seat


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """Chance chose who plays first and where the pawn stands (TANKA-3)."""

    first: Seat
    pawn: str


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A hand was dealt. `cards` is told to its holder alone; others get none of them."""

    seat: Seat
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A card was laid as this animal. `card` is told to its layer alone; others get None."""

    seat: Seat
    animal: str
    card: str | None
    left: int
    """How many cards the player still holds."""


@dataclass(frozen=True, slots=True)
class Denounced(Event):
    """A pile was revealed to see whether its last card is true. `cards` go from the first laid to the last."""

    seat: Seat
    accused: Seat
    animal: str
    cards: tuple[str, ...]
    bluff: bool


@dataclass(frozen=True, slots=True)
class Incanted(Event):
    """A pile was revealed to see whether the animal appears. `cards` go from the first laid to the last."""

    seat: Seat
    animal: str
    cards: tuple[str, ...]
    success: bool


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A player took a revealed pile in hand."""

    seat: Seat
    animal: str
    count: int


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A revealed pile left the game."""

    animal: str
    count: int


@dataclass(frozen=True, slots=True)
class Rewarded(Event):
    """A player won a sorcerer token, and has so many now."""

    seat: Seat
    tokens: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """A player's time ran out, and chance plays for them (TANKA-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over."""

    seat: Seat
    reason: str
