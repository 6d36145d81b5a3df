"""Chance that can be repeated and checked: a seed and a counter over a hash.

The stream is the 64-bit little-endian words of BLAKE2b(counter, key=seed) for counter = 0, 1, 2, …
`random.Random` would not do: its shuffles may change between versions of Python, and these must not.
Before the first draw the SHA-256 of the seed is published (`commitment`), afterwards the seed itself (`reveal`).
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Self, TypeVar

T = TypeVar("T")

_WORD_RANGE = 1 << 64
_unpack_block = struct.Struct("<8Q").unpack
_pack_counter = struct.Struct("<Q").pack


class Dice:
    """A stream of chance with one owner. Equal seeds give equal streams on every machine, for ever."""

    __slots__ = ("_counter", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        if not 16 <= len(seed) <= 64:
            raise ValueError("a seed is 16 to 64 bytes")
        self._seed = seed
        self._counter = 0
        self._words: list[int] = []

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Dice for a seed that people type, such as `--seed 7`."""
        return cls(sha256(text.encode()).digest())

    def fork(self, label: str) -> "Dice":
        """Dice of their own for one purpose; revealing them tells nothing about these or other forks."""
        return Dice(
            blake2b(label.encode(), key=self._seed, digest_size=32, person=b"watai-fork").digest()
        )

    def commitment(self) -> str:
        """What may be told before any draw: the SHA-256 of the seed, in hexadecimal."""
        return sha256(self._seed).hexdigest()

    def reveal(self) -> str:
        """The seed in hexadecimal; whoever has it knows every draw."""
        return self._seed.hex()

    def word(self) -> int:
        """The next 64 bits."""
        words = self._words
        if not words:
            block = blake2b(_pack_counter(self._counter), key=self._seed).digest()
            self._counter += 1
            words.extend(reversed(_unpack_block(block)))
        return words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        if not 0 < limit <= _WORD_RANGE:
            raise ValueError("a draw needs at least one and at most 2**64 outcomes")
        word = self.word()
        # words past the last whole multiple of the limit would favour low numbers: draw again
        while word >= _WORD_RANGE - _WORD_RANGE % limit:
            word = self.word()
        return word % limit

    def die(self, faces: int) -> int:
        """A throw: 1 to faces."""
        return self.below(faces) + 1

    def fraction(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self.word() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates, from the last place down)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def __repr__(self) -> str:
        return "<Dice>"  # never the seed: it would end up in a log


def opens(commitment: str, seed: str) -> bool:
    """Whether this revealed seed is the one that was committed to."""
    return sha256(bytes.fromhex(seed)).hexdigest() == commitment
