"""The orders of a status level: a capital letter is a good, a small letter a kind of the player's choice.

`aabb` is two pairs of different kinds, `FFJC` two fruit, a jewel and a cloth.
Different letters are always different kinds of goods, also a small one and a capital.
"""

from collections import Counter
from functools import cache
from itertools import permutations

from watai.engine.waka_waka.words import GOODS

LETTERS = {good[0].upper(): good for good in GOODS}


@cache
def deliveries(order: str) -> tuple[tuple[str, ...], ...]:
    """Every delivery that fulfils the order, its goods in alphabetical order."""
    named = [LETTERS[letter] for letter in order if letter in LETTERS]
    free = Counter(letter for letter in order if letter not in LETTERS)
    kinds = [good for good in GOODS if good not in named]
    found = {
        tuple(
            sorted(
                named
                + [
                    good
                    for good, count in zip(chosen, free.values(), strict=True)
                    for _ in range(count)
                ]
            )
        )
        for chosen in permutations(kinds, len(free))
    }
    return tuple(sorted(found))


def deliverable(order: str, stock: Counter[str]) -> list[tuple[str, ...]]:
    """The deliveries for this order that a stock has the goods for."""
    return [goods for goods in deliveries(order) if Counter(goods) <= stock]
