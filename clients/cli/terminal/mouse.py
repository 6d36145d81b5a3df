"""What a click means: it presses the key drawn at that place, or types the number drawn at a pile."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.lines import length

SHOWING: Final = ("key", "selected", "warning", "now", "now.b", "now.r", "now.g", "now.y")
"""Styles in which keys are drawn."""
FAR: Final = 4
FAR_ON_LARGE: Final = 12
LARGE: Final = 30
"""How many lines a card may be from its key, above it in the player's hand, below it on a pile; more on a terminal with so many lines."""
LINE: Final = 38  # columns of a menu entry from its number on; the log stands beside it
HEAD: Final = 2  # lines above the piles
PILES: Final = 8  # in a row, or more on a large terminal; the key of a pile is its first column
NARROWEST: Final = 7  # columns of a pile
TAKES: Final = (UNICODE.takes, ASCII.takes)
"""The sign after the key of a pile: « j⇠R8 »."""

Named = Callable[[str], str | None]
"""Finds a key by its label."""


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A key on the screen, or the keys of a number: its columns, and whether it belongs to a pile."""

    start: int
    around: range
    """The columns of the key and of the blanks beside it: of the card below a key in the hand."""
    keys: tuple[str, ...]
    pile: bool

    def reach(self, away: int, pile: int) -> range:
        """The columns in which a click presses this key, on the line so many lines below it; piles have so many columns."""
        if self.pile:
            return range(self.start, self.start + pile) if away <= 0 else range(0)
        if away > 0:
            return self.around
        return range(self.start, self.start + LINE) if away == 0 else range(0)


def keys_at(lines: Sequence[Line], column: int, row: int, named: Named) -> tuple[str, ...]:
    """The keys that a click there presses: those drawn in that line, above, or below."""
    far = FAR if len(lines) < LARGE else FAR_ON_LARGE
    # the top line is as wide as the terminal
    usual = max(NARROWEST, length(lines[0]) // PILES) if lines else 0
    for away in (0, *range(1, far + 1), *range(-1, -far - 1, -1)):
        if not 0 <= row - away < len(lines):
            continue
        if away < 0 and row < HEAD:
            break
        shown = _keys(lines[row - away], named)
        pile = min(usual, _apart(lines[row - away]) or usual)
        near = [each for each in shown if column in each.reach(away, pile)]
        if near:
            return near[-1].keys
    return ()


def _keys(line: Line, named: Named) -> Iterator[ShownKey]:
    end = 0
    pieces = [("", ""), *line, ("", "")]
    for before, (style, words), after in zip(pieces, pieces[1:], pieces[2:], strict=False):
        start, end = end, end + length([(style, words)])
        label, pile = words.strip(), after[1].startswith(TAKES)
        if pile and not label.isdecimal():
            label = label[:1]  # of two keys for one pile, the first
        keys = tuple(map(named, label)) if pile else (named(label),)
        pressed = tuple(key for key in keys if key is not None)
        if style in SHOWING and pressed:
            around = range(start - _blank(before), end + _blank(after))
            yield ShownKey(start, around, pressed, pile)


def _apart(line: Line) -> int:
    """How many columns there are from one pile of this line to the next; 0 if there are not two."""
    starts, end = [], 0
    for style, words in line:
        if words.startswith(TAKES):
            starts.append(end)
        end += length([(style, words)])
    return min((after - before for before, after in pairwise(starts)), default=0)


def _blank(piece: Piece) -> int:
    """The columns of a piece in which nothing is drawn."""
    style, words = piece
    return len(words) if style == "plain" and not words.strip() else 0
