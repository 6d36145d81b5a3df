"""What a click means: it presses the key drawn at that place, or types the number drawn at a pile."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from clients.cli.ui.face import Line
from clients.cli.ui.glyphs import ASCII, UNICODE
from clients.cli.ui.lines import length

SHOWING: Final = ("key", "selected", "warning", "now", "now.b", "now.r", "now.g", "now.y")
"""Styles in which keys are drawn."""
FAR: Final = 4
FAR_ON_LARGE: Final = 12
LARGE: Final = 36
"""How many lines a card may be from its key, above it in the player's hand, below it on a pile; more on a terminal with so many lines."""
LINE: Final = 38  # columns of a menu entry from its number on; the log stands beside it
PILES: Final = 8  # in a row at most; the key of a pile is its first column
TAKES: Final = (UNICODE.takes, ASCII.takes)
"""The sign after the key of a pile: « j⇠R8 »."""

Named = Callable[[str], str | None]
"""Finds a key by its label."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A key on the screen, or the keys of a number: its columns, and whether it belongs to a pile."""

    start: int
    end: int
    keys: tuple[str, ...]
    pile: bool

    def reach(self, away: int, pile: int) -> int:
        """The column up to which a click presses this key, on the line so many lines below it; piles have so many columns."""
        if self.pile:
            return self.start + pile if away <= 0 else 0
        if away > 0:
            return self.end
        return self.start + LINE if away == 0 else 0


def keys_at(lines: Sequence[Line], column: int, row: int, named: Named) -> tuple[str, ...]:
    """The keys that a click there presses: those drawn in that line, above, or below."""
    far = FAR if len(lines) < LARGE else FAR_ON_LARGE
    pile = length(lines[0]) // PILES if lines else 0  # the top line is as wide as the terminal
    for away in (0, *range(1, far + 1), *range(-1, -far - 1, -1)):
        if not 0 <= row - away < len(lines):
            continue
        shown = _keys(lines[row - away], named)
        near = [each for each in shown if each.start <= column < each.reach(away, pile)]
        if near:
            return near[-1].keys
    return ()


def _keys(line: Line, named: Named) -> Iterator[Shown]:
    end = 0
    for (style, words), (_, after) in pairwise([*line, ("", "")]):
        start, end = end, end + length([(style, words)])
        label, pile = words.strip(), after.startswith(TAKES)
        if pile and not label.isdecimal():
            label = label[:1]  # of two keys for one pile, the first
        keys = tuple(map(named, label)) if pile else (named(label),)
        pressed = tuple(key for key in keys if key is not None)
        if style in SHOWING and pressed:
            yield Shown(start, end, pressed, pile)
