"""Seals: a running hash over the records of each stream, which shows every record that was changed, lost or moved.

The seal of a record is the hash of its body and of the seal before it; the first one follows the name of the stream.
Each record is stored with its seal. That shows all damage but the loss of a stream's last records. Against this, each
`maintain` marks the streams that have grown: it stores their last seal with the stream, and then the number of the last
record of the log. Records up to that mark are missing if the marked seal is; of those after the mark none was ever
deleted, so their numbers have no gap.
Seals have no key: they show damage, not a forger who may write to the file.
"""

from hashlib import blake2b

SEAL_BYTES = 8
"""A damaged record passes with a chance of 2⁻⁶⁴; every record of the log carries this many bytes."""


def first_seal(name: bytes) -> bytes:
    """The seal of a stream that has no records yet."""
    return blake2b(name, digest_size=SEAL_BYTES).digest()


def next_seal(seal: bytes, body: bytes) -> bytes:
    """The seal after one more record."""
    return blake2b(seal + body, digest_size=SEAL_BYTES).digest()


def game_seal(stream: str, at: bytes, summary: bytes, body: bytes) -> bytes:
    """The seal of a finished game; `at` is its date in decimal digits."""
    seal = first_seal(stream.encode())
    for part in (at, summary, body):
        seal = next_seal(seal, part)
    return seal


class Unmarked:
    """What was committed since the last mark. The thread that commits adds to it, the one that maintains takes from it."""

    def __init__(self, last: int) -> None:
        self.last = last
        """The number of the last record of the log. It only grows: a sweep leaves the last record alone."""
        self._seals: dict[int, bytes] = {}

    def committed(self, seals: dict[int, bytes], records: int) -> None:
        """So many records were committed; the streams they were added to have these seals now."""
        self._seals.update(seals)
        self.last += records  # afterwards: the seals up to `last` are complete

    def take(self, most: int) -> list[tuple[bytes, int]]:
        """Some streams to be marked, each as (seal, number)."""
        taken: list[tuple[bytes, int]] = []
        while self._seals and len(taken) < most:
            number, seal = self._seals.popitem()
            taken.append((seal, number))
        return taken

    def put_back(self, taken: list[tuple[bytes, int]]) -> None:
        """These could not be marked; try again later, unless newer seals have come."""
        for seal, number in taken:
            self._seals.setdefault(number, seal)
