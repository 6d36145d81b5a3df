"""Markdown as lines of a given width, as far as the rule books use it: headings, lists and tables. No I/O."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from wcwidth import ljust, width

from watai.clients.cli.ui.face import Line
from watai.clients.cli.ui.lines import wrap

MARKS: Final = (
    (re.compile(r"\*\*(.+?)\*\*"), r"\1"),
    (re.compile(r"\*(.+?)\*"), r"\1"),
    (re.compile(r"\[(.+?)\]\(.+?\)"), r"\1"),
    (re.compile(r"`(.+?)`"), r"\1"),
)
"""Marks that are removed: stress, links and code."""
HANGING: Final = re.compile(r"\s*(- |\d+\. )?")
GAP: Final = "   "
NARROW: Final = 20


def pages(book: str, columns: int) -> Iterator[Line]:
    """The book in lines of at most so many columns."""
    for is_table, lines in groupby(book.splitlines(), _is_row):
        if is_table:
            yield from _table(list(lines))
        else:
            for line in lines:
                yield from _words(line, columns)


def _words(line: str, columns: int) -> Iterator[Line]:
    """A heading, or a line wrapped below the start of its text."""
    if line.startswith("#"):
        yield [("strong", _bare(line.lstrip("# ")))]
        return
    start = HANGING.match(line)
    hang = 0 if start is None else start.end()
    room = max(NARROW, columns - hang)
    for number, each in enumerate(wrap(_bare(line[hang:]), room) or [""]):
        before = line[:hang] if number == 0 else " " * hang
        yield [("plain", f"{before}{each}".rstrip())]


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def _table(lines: Sequence[str]) -> Iterator[Line]:
    """A table with aligned columns and a bold heading."""
    indent = lines[0][: lines[0].index("|")]
    cells = [[_bare(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in cells if not all(set(cell) <= set("-:") for cell in row)]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        told = GAP.join(ljust(cell, wide) for cell, wide in zip(row, widths, strict=True))
        yield [("strong" if number == 0 else "plain", f"{indent}{told}".rstrip())]


def _bare(words: str) -> str:
    for mark, kept in MARKS:
        words = mark.sub(kept, words)
    return words
