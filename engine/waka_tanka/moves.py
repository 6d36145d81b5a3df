"""The three things a player may do on a turn (TANKA-4). Tiles and cards go by the words of `box`."""

from dataclasses import dataclass

from watai.engine.game import Move


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Move the pawn to this animal's tile and lay this card there, face down (TANKA-5)."""

    animal: str
    card: str


@dataclass(frozen=True, slots=True)
class Denounce(Move):
    """Say that the card the previous player has just laid is not what was announced (TANKA-6)."""


@dataclass(frozen=True, slots=True)
class Incant(Move):
    """Call this animal: its pile should hold two cards of it or more (TANKA-7)."""

    animal: str
