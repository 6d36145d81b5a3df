"""Which words of a game are secrets, what an event or a table may say to whom, and the search for more in raw bytes.

Cards of Wataï have codes of their own. Cards of the other games are words that also name public things; so for every
message we count how often it may contain each word to these eyes, and any more of them is a leak. Masks and stones of
the Duel are numbers: they are looked for together with the field they would be in.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

import msgspec

from tests.proofs.secrecy.visible import VISIBLE, Needle
from watai.engine.duel.tables import MASKS, STONES
from watai.engine.game import Event, Game, Seat
from watai.engine.waka_tanka.box import KINDS
from watai.engine.waka_waka.words import CARDS, GOODS
from watai.engine.wapi.tables import SYMBOLS
from watai.engine.watai.cards import KIND

NEEDLES: Final[Mapping[str, tuple[Needle, ...]]] = {
    "watai": tuple(KIND),
    "waka-tanka": KINDS,
    "wapi": SYMBOLS,
    "duel": (
        *(("mask", mask) for mask in MASKS),
        *(("stone", stone) for stone in STONES),
    ),
    "waka-waka": (*CARDS, *GOODS),
}

SECRETS: Final[Mapping[str, Mapping[str, tuple[str, tuple[str, ...]]]]] = {
    "watai": {},
    "waka-tanka": {"Dealt": ("cards", ("seat",)), "Laid": ("card", ("seat",))},  # TANKA-10
    "wapi": {},
    "duel": {"Chosen": ("mask", ("seat",)), "Placed": ("stone", ("seat",))},  # DUEL-8, DUEL-10
    "waka-waka": {  # WAKA-25
        "Dealt": ("cards", ("seat",)),
        "Drawn": ("cards", ("seat",)),
        "PlayedFaceDown": ("cards", ("seat",)),
        "Looked": ("cards", ("seat", "owner")),
        "Peeked": ("goods", ("seat",)),
    },
}
"""By game and event: the secret field, and the fields that name the seats that may know it."""


def event_may_say(game: str, event: Event, seat: Seat | None) -> Counter[Needle]:
    """How often a message of this event may contain each word, to these eyes."""
    return Counter(needles_in(public(game, event, seat)))


def table_may_say(game: Game, seat: Seat | None) -> Counter[Needle]:
    """How often a message of the whole table may contain each word, to these eyes."""
    return VISIBLE[game.name](game, seat) + legal(game, seat)


def excess(found: Counter[Needle], allowed: Counter[Needle]) -> list[str]:
    """What was found more often than it may be."""
    return [f"{each}, {count} times" for each, count in found.items() if count > allowed[each]]


def spelled(game: str, encoding: str, raw: bytes) -> Counter[Needle]:
    """How often these bytes contain each needle of a game."""
    pattern, needles = search(game, encoding)
    return Counter(map(needles.__getitem__, pattern.findall(raw)))


def legal(game: Game, seat: Seat | None) -> Counter[Needle]:
    """The words of what may be done: whoever tried every move would learn no less (a law of the engine)."""
    moves = () if seat is None else game.moves(seat)
    return Counter(needles_in(msgspec.to_builtins(moves)))


def public(game: str, event: Event, seat: Seat | None) -> Any:
    """An event without its secret, unless these eyes may know it."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    field, knowing = SECRETS[game].get(type(event).__name__, ("", ()))
    if field and seat not in [data[name] for name in knowing]:
        del data[field]
    return data


def needles_in(data: Any, field: str = "") -> Iterator[Needle]:
    match data:
        case dict():
            for name, value in data.items():
                yield from needles_in(value, name)
        case list() | tuple():
            for value in data:
                yield from needles_in(value, field)
        case str():
            yield data
        case int():
            yield field, data


@cache
def search(game: str, encoding: str) -> tuple[re.Pattern[bytes], Mapping[bytes, Needle]]:
    """What finds every needle of a game in bytes, and what it has found."""
    needles = {_bytes(needle, encoding): needle for needle in NEEDLES[game]}
    return re.compile(_any_of(sorted(needles))), needles


def _any_of(words: Sequence[bytes]) -> bytes:
    """A pattern that matches any of these, the longest if there are several: a tree, because `re` tries one
    alternative after the other, and Wataï has four hundred cards."""
    branches = []
    for first, group in groupby(filter(None, words), key=lambda word: word[:1]):
        branches.append(re.escape(first) + _any_of([word[1:] for word in group]))
    if b"" in words:
        branches.append(b"")
    return branches[0] if len(branches) == 1 else b"(?:" + b"|".join(branches) + b")"


def _bytes(needle: Needle, encoding: str) -> bytes:
    """A needle as either encoding writes it."""
    if isinstance(needle, str):
        return f'"{needle}"'.encode() if encoding == "json" else _short_text(needle)
    field, number = needle
    if encoding == "json":
        return f'"{field}":{number}'.encode()
    return _short_text(field) + bytes([number])


def _short_text(text: str) -> bytes:
    assert len(text) < 32, "longer texts begin differently in MessagePack"
    return bytes([0xA0 | len(text)]) + text.encode()
