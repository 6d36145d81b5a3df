"""Makes new inputs of old ones: bytes are changed, moved and cut, values inside MessagePack and JSON replaced.

Nothing here looks at which code an input reaches, as atheris does: in the same time that reached no more of ours, and
the readers in C (msgspec, SQLite, the standard library) it does not see. So the corpus is what guides it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec

EDGES: Final = (0, 1, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x88, 0x89, 0x8A, 0xC0, 0xC1, 0xFE, 0xFF)
WORDS: Final = (b"\xff\xff\xff\xff", b"\x00" * 8, b"\xed\xa0\x80", b'"\\ud800"', b"1e400", b"-0", b"NaN", b"[" * 40)  # fmt: skip
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 255, 2**31, 2**53, 2**63 - 1, -(2**63), 0.5, -1e300),
    *("", "a" * 300, "\u202e", "\x00", "é😀", [], {}, [[]], {"type": "hello"}, [0] * 50),
)


def mutate(dice: Random, corpus: Sequence[bytes], longest: int) -> bytes:
    """A new input: one to four small changes of one of the corpus."""
    data = bytearray(dice.choice(corpus))
    for _ in range(1 + int(dice.random() * 4)):
        _change(dice, data, corpus)
    return bytes(data[:longest])


def _change(dice: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    """One small change; of nothing, an insertion."""
    at, to = (int(dice.random() * len(data)) for _ in "ab")
    match int(dice.random() * 8) if data else 5:
        case 0 | 1:
            data[at] ^= 1 << int(dice.random() * 8)
        case 2 | 3:
            data[at] = dice.choice(EDGES)
        case 4:
            del data[at : at + 1 + int(dice.random() ** 3 * len(data))]
        case 5:
            data[at:at] = dice.choice(
                (dice.choice(WORDS), dice.randbytes(1 + int(dice.random() * 8)))
            )
        case 6:  # the same again elsewhere
            data[to:to] = data[at : at + 1 + int(dice.random() * 30)]
        case 7:  # another one's end
            other = dice.choice(corpus)
            data[at:] = other[int(dice.random() * len(other)) :]


def replaced(dice: Random, data: bytes, coding: Any) -> bytes:
    """The same message with one of its values replaced; bytes that are no message stay as they are."""
    try:
        whole = coding.decode(data)
        return bytes(coding.encode(_replace(dice, whole)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError, OverflowError):
        return data


def _replace(dice: Random, value: Any) -> Any:
    if dice.random() < 0.7:
        if isinstance(value, dict) and value:
            name = dice.choice(list(value))
            if dice.random() < 0.15:
                return {key: each for key, each in value.items() if key != name}
            return {**value, name: _replace(dice, value[name])}
        if isinstance(value, list) and value:
            at = int(dice.random() * len(value))
            return [*value[:at], _replace(dice, value[at]), *value[at + 1 :]]
    return dice.choice(VALUES)
