"""Finds the knee: the most rooms for which a server still meets an assertion. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FINE: Final = 0.05  # the search ends at this part: figures vary by more on their own


@dataclass(frozen=True, slots=True)
class Try:
    """One number of rooms and whether it met the assertion."""

    rooms: int
    passed: bool


def find_knee(
    holds: Callable[[int], bool], begin: int, most: int, factor: float = 2.0
) -> tuple[int, list[Try]]:
    """The most rooms that hold, and what was tried: times `factor` until they do not hold, then halve the interval.

    If the first number does not hold, the search goes down by the same factor. A small factor is for a good guess.
    """
    tries: list[Try] = []

    def attempt(rooms: int) -> bool:
        tries.append(Try(rooms, holds(rooms)))
        return tries[-1].passed

    good, bad, rooms = 0, most + 1, min(begin, most)
    while good < rooms < bad:
        if attempt(rooms):
            good = rooms
            rooms = min(max(rooms + 1, int(rooms * factor)), most)
        else:
            bad = rooms
            if not good:
                rooms = int(rooms / factor)
    while bad - good > max(1, int(bad * FINE)):
        middle = (good + bad) // 2
        if attempt(middle):
            good = middle
        else:
            bad = middle
    return good, tries
