"""What a Wapi player can do. Drawing is not among it: a draw is nobody's choice (WAPI-4)."""

from dataclasses import dataclass

from watai.engine.game import Move


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """Put one of one's totems on the symbol just drawn."""


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Leave the symbol just drawn without a totem, for good."""


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay the coin just drawn on the section of this symbol."""

    symbol: str
