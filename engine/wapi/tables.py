"""What is printed on the board and what lies in the bag. Other numbers make another game; no rule changes.

The rulebook gives six sections, five coin spaces each, 72 tokens, three totems, the names of three symbols
and the values of the coins. How the 72 divide, and the other three names, are reconstructed (docs/rules/wapi.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Token = str | int
"""A symbol token is the name of its symbol, a coin is its value."""


class BadTable(ValueError):
    """Tables nobody could play with, and what is wrong with them."""


@dataclass(frozen=True, slots=True)
class SectionTable:
    """One treasure section, and the tokens in the bag that bear its symbol."""

    symbol: str
    symbol_spaces: int
    coin_spaces: int
    symbol_tokens: int

    def __post_init__(self) -> None:
        if not self.symbol:
            raise BadTable("a section needs the name of its symbol")
        if self.coin_spaces < 1:
            raise BadTable(f"{self.symbol}: a section needs at least one coin space")
        if self.symbol_tokens < 0:
            raise BadTable(f"{self.symbol}: there cannot be fewer than no symbol tokens")
        if self.symbol_tokens > self.symbol_spaces:
            raise BadTable(
                f"{self.symbol}: {self.symbol_tokens} symbol tokens do not fit on {self.symbol_spaces} spaces"
            )


@dataclass(frozen=True, slots=True)
class CoinTable:
    """A value of coin, and how many of it are in the bag."""

    value: int
    coins: int

    def __post_init__(self) -> None:
        if self.value < 0:
            raise BadTable(f"a coin cannot be worth {self.value}")
        if self.coins < 1:
            raise BadTable(f"coins of {self.value}: there must be at least one, or no such row")


@dataclass(frozen=True, slots=True)
class Tables:
    """Board, bag and totems of one edition of the game."""

    sections: tuple[SectionTable, ...]
    coins: tuple[CoinTable, ...]
    totems: int

    def __post_init__(self) -> None:
        if not self.sections:
            raise BadTable("a board needs at least one section")
        if repeated := _repeated([row.symbol for row in self.sections]):
            raise BadTable(f"{repeated}: two sections bear this symbol")
        if not self.coins:
            raise BadTable("a bag needs at least one coin")
        if repeated := _repeated([str(row.value) for row in self.coins]):
            raise BadTable(f"coins of {repeated}: listed twice")
        if self.totems < 1:
            raise BadTable("a player needs at least one totem")

    def bag(self) -> list[Token]:
        """Every token once, in the order of the tables."""
        tokens: list[Token] = []
        for section in self.sections:
            tokens.extend([section.symbol] * section.symbol_tokens)
        for row in self.coins:
            tokens.extend([row.value] * row.coins)
        return tokens


def _repeated(names: Sequence[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)


SYMBOLS: Final = ("owl", "sorcerer", "jackal", "eagle", "bear", "snake")

TABLES: Final = Tables(
    sections=tuple(
        SectionTable(symbol, symbol_spaces=4, coin_spaces=5, symbol_tokens=4) for symbol in SYMBOLS
    ),
    coins=(
        CoinTable(0, 12),
        CoinTable(1, 12),
        CoinTable(2, 12),
        CoinTable(3, 6),
        CoinTable(5, 6),
    ),
    totems=3,
)
