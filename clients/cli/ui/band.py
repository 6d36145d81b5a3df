"""A sentence across the whole screen, over the table or in a gap of it."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.ui.face import Line
from watai.clients.cli.ui.lines import cut

HIGH: Final = 3


def over(lines: Sequence[Line], words: str, columns: int) -> list[Line]:
    """The lines with a band across their middle, which hides what lies there."""
    first = max(0, (len(lines) - HIGH) // 2)
    empty: Line = [("selected", " " * columns)]
    band = [empty, _across(words, columns), empty]
    return [*lines[:first], *band, *lines[first + HIGH :]]


def into_gap(lines: Sequence[Line], words: str, columns: int) -> list[Line]:
    """The lines with a band in their last empty line; unchanged if there is none."""
    empty = [place for place, line in enumerate(lines) if not "".join(each for _, each in line)]
    if not empty:
        return [*lines]
    return [*lines[: empty[-1]], _across(words, columns), *lines[empty[-1] + 1 :]]


def _across(words: str, columns: int) -> Line:
    return [("selected", cut(words, columns, "").center(columns))]
