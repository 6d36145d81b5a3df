"""Lines of styled pieces, measured in columns of the terminal: cut, fill, wrap and lay side by side."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from wcwidth import clip, ljust, rjust, width
from wcwidth import wrap as wrap_words

from watai.clients.cli.ui.face import Line, Piece

REMEMBERED: Final = 500
"""How many wrapped sentences are cached: those of a log and of the page above it."""


def cut(words: str, columns: int, ellipsis: str) -> str:
    """The words, at most so many columns wide; cut ones end in the ellipsis, which is one column wide."""
    if width(words) <= columns:
        return words
    return clip(words, 0, columns - 1).rstrip() + ellipsis if columns > 0 else ""


def left(words: str, columns: int, ellipsis: str) -> str:
    """The words, left-aligned in exactly this width."""
    return ljust(cut(words, columns, ellipsis), columns)


def right(words: str, columns: int, ellipsis: str) -> str:
    """The words, right-aligned in exactly this width."""
    return rjust(cut(words, columns, ellipsis), columns)


@lru_cache(maxsize=REMEMBERED)
def wrap(words: str, columns: int, indent: str = "") -> tuple[str, ...]:
    """The words on as many lines as they need, all but the first indented. Cached: a log is drawn again and again."""
    return tuple(wrap_words(words, columns, subsequent_indent=indent))


def length(line: Line) -> int:
    """How many columns a line takes."""
    return sum(width(words) for _, words in line)


def clipped(line: Line, columns: int) -> list[Piece]:
    """As much of the line as fits."""
    kept: list[Piece] = []
    room = columns
    for style, words in line:
        if room <= 0:
            break
        wide = width(words)
        kept.append((style, words if wide <= room else clip(words, 0, room)))
        room -= wide
    return kept


def filled(line: Line, columns: int) -> list[Piece]:
    """The line, exactly so many columns wide."""
    kept = clipped(line, columns)
    room = columns - length(kept)
    return [*kept, ("plain", " " * room)] if room else kept


def stamped(line: Line, column: int, piece: Piece) -> list[Piece]:
    """The line with a piece drawn over it from this column on."""
    rest: list[Piece] = []
    at, end = 0, column + width(piece[1])
    for style, words in line:
        wide = width(words)
        if at + wide > end:
            rest.append((style, words if at >= end else clip(words, end - at, wide)))
        at += wide
    return [*filled(line, column), piece, *rest]


def beside(one: Sequence[Line], other: Sequence[Line], columns: int) -> Iterator[Line]:
    """Two blocks next to each other, the first one so many columns wide."""
    for first, second in zip_longest(one, other, fillvalue=()):
        yield [*filled(first, columns), *second] if second else first


def spread(start: Line, end: Line, columns: int, style: str) -> list[Piece]:
    """A line with one end at the left and the other at the right; the gap has a style of its own."""
    kept = clipped(start, columns - length(end) - 1)
    return [*kept, (style, " " * (columns - length(kept) - length(end))), *end]
