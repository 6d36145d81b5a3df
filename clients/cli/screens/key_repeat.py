"""Which key presses are repeats of a key that is held down. A terminal does not tell them from presses."""

from dataclasses import dataclass
from math import inf
from typing import Final

REPEAT_SECONDS: Final = 0.1
"""Longest time from one repeat to the next: keyboards take 30 to 92 ms."""
DELAY_SECONDS: Final = 1.1
"""Longest time from the press to the first repeat: keyboards take 0.2 to 1 s."""
SURE: Final = 2
"""This many presses of the same key in a row always count: a second one may be a quick tap."""


@dataclass(slots=True)
class KeyRepeat:
    """Follows the presses of one keyboard.

    Two presses are never taken for a held key, however close: players tap twice, and a slow line may deliver two presses
    at once. A third press of the same key is, if it comes as quickly as keyboards repeat.
    """

    _key: str = ""
    _at: float = -inf
    _row: int = 0

    def is_repeat(self, key: str, now: float) -> bool:
        """Whether this press is a repeat of a key that is still down."""
        since = now - self._at
        goes_on = key == self._key and since < DELAY_SECONDS
        self._row = self._row + 1 if goes_on else 1
        self._key, self._at = key, now
        return self._row > SURE and since < REPEAT_SECONDS
