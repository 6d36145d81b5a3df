"""A card as large as there is room for: a frame, its name in two corners, and its number in figures of five lines."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import cut

SMALLEST: Final = (7, 3)
"""Columns and lines of a card with an edge."""
LARGEST: Final = (21, 11)
FIGURED: Final = (11, 7)
"""From this size on the number is drawn in figures."""
CORNERED: Final = (10, 5)
"""From this size on the name is in two corners, too."""
DOUBLED: Final = 15
"""In fewer columns a dot of a figure is never two columns wide."""
CLEAR: Final = 7
"""With so many lines inside its frame, the figures of a card are clear of the name in its corners."""
FIGURES: Final = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
}


def large_card(
    glyphs: Glyphs,
    name: Piece,
    figure: str,
    solid: str,
    columns: int,
    lines: int,
) -> list[Line]:
    """A card of this size. `solid` is the style of a solid frame; without one, the frame is a dashed line."""
    style, words = name
    words = cut(words, columns - 2, glyphs.ellipsis)
    inner, rows = columns - 2, lines - 2
    edge: Piece = (solid, " " * columns) if solid else ("dim", f"{glyphs.horizontal * columns}")
    side: Piece = (solid, " ") if solid else ("dim", glyphs.vertical)
    middle: list[Line] = [[("plain", " " * inner)] for _ in range(rows)]
    corner, scale = words, _scale(figure, inner, crowded=rows < CLEAR)
    if scale and columns >= FIGURED[0] and lines >= FIGURED[1]:
        first = (rows - 5) // 2
        for row, parts in enumerate(_figure(style, figure, inner, scale), first):
            middle[row] = parts
        if rows < CLEAR and _gap(figure, inner, scale) <= len(words):
            corner = words[:1]  # the suit; the figures say the rest
    else:
        middle[rows // 2] = [(style, words.center(inner))]
    if len(words) > 1 and columns >= CORNERED[0] and lines >= CORNERED[1]:
        middle[0] = _cornered(style, corner, middle[0], inner, at_end=False)
        middle[-1] = _cornered(style, corner, middle[-1], inner, at_end=True)
    return [[edge], *([side, *line, side] for line in middle), [edge]]


def _scale(figure: str, columns: int, *, crowded: bool) -> int:
    """How many columns a dot of the figures takes; 0 if there is no room for them, and for a letter beside them where it is crowded.

    Two columns are about as wide as a line is high.
    """
    for scale in (2, 1) if columns >= DOUBLED else (1,):
        if figure and _gap(figure, columns, scale) >= (2 if crowded else 0):
            return scale
    return 0


def _gap(figure: str, columns: int, scale: int) -> int:
    """The columns at the left of the figures."""
    return (columns - _wide(figure, scale)) // 2


def _wide(figure: str, scale: int) -> int:
    return (4 * len(figure) - 1) * scale


def _figure(style: str, figure: str, columns: int, scale: int) -> Iterator[Line]:
    """The five lines of a number, each in the middle: reversed spaces, so that it is solid on every terminal."""
    reverse = f"now{style.removeprefix('suit')}"
    wide, before = _wide(figure, scale), _gap(figure, columns, scale)
    for row in range(5):
        bits = " ".join(FIGURES[digit][row] for digit in figure)
        runs = ((bit, "".join(run)) for bit, run in groupby(bits))
        yield [
            ("plain", " " * before),
            *((reverse if bit == "#" else "plain", " " * len(run) * scale) for bit, run in runs),
            ("plain", " " * (columns - before - wide)),
        ]


def _cornered(style: str, words: str, line: Line, columns: int, *, at_end: bool) -> Line:
    """The line with the name at its beginning or end; what stands there already is blank."""
    pieces: list[Piece] = []
    room = columns - len(words)
    at = 0
    start, end = (0, room) if at_end else (len(words), columns)
    for piece_style, piece in line:
        kept = piece[max(0, start - at) : max(0, end - at)]
        at += len(piece)
        if kept:
            pieces.append((piece_style, kept))
    return [*pieces, (style, words)] if at_end else [(style, words), *pieces]
