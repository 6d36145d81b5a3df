"""What a bag of Wapi still promises, as it empties."""

from collections.abc import Sequence
from typing import Final

CHOOSINESS: Final = 0.75  # players who count on all the symbols they expect lose to those who do not quite (measured)


class Prospect:
    """How many coins and symbols are left, how good the coins are, and how many spaces wait for them."""

    __slots__ = ("_coins", "_symbols", "_total", "mean", "spaces")

    def __init__(self, bag: Sequence[int], spaces: int) -> None:
        coins = [token for token in bag if token >= 0]
        self.spaces = spaces
        self._coins = len(coins)
        self._total = sum(coins)
        self._symbols = len(bag) - len(coins)
        self.mean = self._total / self._coins if coins else 0.0

    def lose(self, token: int) -> None:
        """This token has been drawn; a coin will take a space."""
        if token < 0:
            self._symbols -= 1
            return
        self.spaces -= 1
        self._coins -= 1
        self._total -= token
        self.mean = self._total / self._coins if self._coins else 0.0

    def symbols_to_come(self) -> float:
        """How many symbols to count on, for all players together, before the coin spaces are full."""
        return CHOOSINESS * self._symbols * min(1.0, self.spaces / (self._coins + 1))
