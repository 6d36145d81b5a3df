"""Which card goes on which: the whole law of the piles, as one table per round (WATAI-7, 8).

In every variant, what a pile takes next depends on the kind of its top card and on nothing else.
So a round's law is a row of kinds for each kind, and a variant is a way to make that table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from watai.engine.watai.cards import (
    EXTRA,
    FIRST_NUMBER,
    KINDS,
    START,
    STOP,
    SUITS,
    Kind,
    number_kind,
    number_of,
)

Kinds = tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """`opens` is the kind that begins a pile; `follows[top]` is what may go on it, nothing where the pile is closed."""

    opens: Kind
    follows: tuple[Kinds, ...]


def _all_suits(number: int) -> Kinds:
    return tuple(number_kind(suit, number) for suit in range(len(SUITS)))


def _ladder(opens: Kind, follow: Callable[[Kind], Kinds]) -> Ladder:
    return Ladder(opens, tuple(follow(Kind(kind)) for kind in KINDS))


def upward(last: int) -> Ladder:
    """WATAI-8: Start, a 2 of any suit, then in suit up to the last number, then Stop."""

    def follow(top: Kind) -> Kinds:
        number = number_of(top)
        if number is None:
            return _all_suits(FIRST_NUMBER) if top == START else ()
        return (STOP,) if number == last else (Kind(top + 1),)

    return _ladder(START, follow)


def downward(last: int) -> Ladder:
    """WATAI-V9: Stop, the last number in any suit, then in suit down to 2, then Start."""

    def follow(top: Kind) -> Kinds:
        number = number_of(top)
        if number is None:
            return _all_suits(last) if top == STOP else ()
        return (START,) if number == FIRST_NUMBER else (Kind(top - 1),)

    return _ladder(STOP, follow)


def with_extra_stop(plain: Ladder) -> Ladder:
    """WATAI-V5: an Extra Stop closes any open pile, whatever its top."""
    return _ladder(plain.opens, lambda top: (*row, EXTRA) if (row := plain.follows[top]) else ())


def with_suit_changes(plain: Ladder) -> Ladder:
    """WATAI-V8: the same number in another suit may go on a number, and the pile goes on in that suit."""

    def follow(top: Kind) -> Kinds:
        number = number_of(top)
        others = () if number is None else (kind for kind in _all_suits(number) if kind != top)
        return (*plain.follows[top], *others)

    return _ladder(plain.opens, follow)


def without_suits(plain: Ladder) -> Ladder:
    """WATAI-V12: only the numbers must follow."""

    def follow(top: Kind) -> Kinds:
        row = plain.follows[top]
        number = number_of(row[0]) if row else None
        return row if number is None else _all_suits(number)

    return _ladder(plain.opens, follow)
