"""What a click means: it presses the key drawn at that place."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from clients.cli.ui.face import Line
from clients.cli.ui.glyphs import ASCII, UNICODE
from clients.cli.ui.lines import length

SHOWING: Final = ("key", "selected", "warning")
"""Styles in which keys are drawn."""
FAR: Final = 4
"""How many lines a card may be from its key: above it in the player's hand, below it on a pile."""
LINE: Final = 38  # columns of a menu entry from its number on; the log stands beside it
PILE: Final = 10  # columns of a pile, of which its key is the first
POINTERS: Final = (UNICODE.pointer, ASCII.pointer)
"""The sign after the key of a pile: « j›R8 »."""

Named = Callable[[str], str | None]
"""Finds a key by its label."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A key on the screen: its columns, and whether it belongs to a pile."""

    start: int
    end: int
    key: str
    pile: bool

    def reach(self, away: int) -> int:
        """The column up to which a click presses this key, on the line so many lines below it."""
        if away > 0:
            return self.end
        if away < 0:
            return self.start + PILE if self.pile else 0
        return self.start + (PILE if self.pile else LINE)


def key_at(lines: Sequence[Line], column: int, row: int, named: Named) -> str | None:
    """The key that a click there presses: one in that line, one above, or one below."""
    for away in (0, *range(1, FAR + 1), *range(-1, -FAR - 1, -1)):
        if not 0 <= row - away < len(lines):
            continue
        shown = _keys(lines[row - away], named)
        near = [each for each in shown if each.start <= column < each.reach(away)]
        if near:
            return near[-1].key
    return None


def _keys(line: Line, named: Named) -> Iterator[Shown]:
    end = 0
    for (style, words), (_, after) in pairwise([*line, ("", "")]):
        start, end = end, end + length([(style, words)])
        label, pile = words.strip(), after.startswith(POINTERS)
        key = named(label[:1] if pile else label)  # of two keys for one pile, the first
        if style in SHOWING and key is not None:
            yield Shown(start, end, key, pile)
