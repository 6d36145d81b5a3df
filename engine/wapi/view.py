"""What anybody at the table sees of Wapi: everything but the order of the bag (WAPI-12)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from watai.engine.game import Outcome, Prompt, Seat, View
from watai.engine.wapi.section import Section
from watai.engine.wapi.tables import Tables, Token


@dataclass(frozen=True, slots=True)
class SectionView(View):
    """One treasure section."""

    symbol: str
    tokens: tuple[Seat | None, ...]
    """The symbol tokens laid here: whose totem stands on each."""
    coins: tuple[int, ...]
    coin_spaces: int

    @classmethod
    def of(cls, section: Section) -> Self:
        """What everybody sees of this section: all of it."""
        table = section.table
        return cls(table.symbol, tuple(section.tokens), tuple(section.coins), table.coin_spaces)


@dataclass(frozen=True, slots=True)
class KindLeft(View):
    """How many tokens of one kind are still in the bag; either a symbol or the value of a coin is given."""

    symbol: str | None
    value: int | None
    left: int


def kinds_left(tables: Tables, bag: Sequence[Token]) -> tuple[KindLeft, ...]:
    """What is left in the bag, by kind in the order of the tables, so that nothing shows of the order of the bag."""
    left = Counter(bag)
    return (
        *(KindLeft(row.symbol, None, left[row.symbol]) for row in tables.sections),
        *(KindLeft(None, row.value, left[row.value]) for row in tables.coins),
    )


@dataclass(frozen=True, slots=True)
class WapiView(View):
    """The whole table."""

    seat: Seat | None
    """Whose eyes these are; None is a spectator."""
    scoring: str
    sections: tuple[SectionView, ...]
    totems: tuple[int, ...]
    """The totems each player still has in hand."""
    points: tuple[str, ...]
    """What each player would have if the game ended now, exactly: "8", "13/3"."""
    bag: tuple[KindLeft, ...]
    prompt: Prompt | None
    """Who is to decide, and what: "totem" or "coin"."""
    symbol: str | None
    """The symbol just drawn, while its player decides about a totem."""
    coin: int | None
    """The coin just drawn, while its player looks for a place."""
    places: tuple[str, ...]
    """The sections that may take that coin (WAPI-6)."""
    outcome: Outcome | None
