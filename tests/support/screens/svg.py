"""A terminal as a picture: what tmux captured, with its colours, as SVG."""

import re
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from typing import Final

from wcwidth import wcswidth

WIDTH, HEIGHT, MARGIN = 8.4, 18, 14
BASIC: Final = [
    "1d1f21",
    "cc6666",
    "8abf68",
    "e0c068",
    "6f9fd8",
    "b48ead",
    "6fb8b8",
    "c5c8c6",
    "7c7f82",
    "f07178",
    "a5d67f",
    "ffd76e",
    "8fbcff",
    "d2a6ff",
    "8be0e0",
    "ffffff",
]
STEPS: Final = (0, 95, 135, 175, 215, 255)
INK, PAPER = "#d4d6d3", "#16181a"
FONT: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
TOGETHER: Final = re.compile(r"\S+(?: \S+)*")
"""Words with single spaces between them; pictures do not keep more."""
SEQUENCE: Final = re.compile(r"\x1b\[([\d;]*)m|\x1b\([B0]|\x0f|\x0e")


@dataclass(frozen=True, slots=True)
class Style:
    """How a character is drawn."""

    ink: str = INK
    paper: str = PAPER
    bold: bool = False
    reverse: bool = False
    underline: bool = False

    def after(self, codes: list[int]) -> "Style":
        """The style after an escape sequence."""
        style = self
        while codes:
            code, *codes = codes
            if code in (38, 48):
                style = style._coloured(colour(codes), paper=code == 48)
                codes = codes[4:] if codes[0] == 2 else codes[2:]
            else:
                style = style._simply(code)
        return style

    def _simply(self, code: int) -> "Style":
        match code:
            case 0:
                return Style()
            case 1 | 22:
                return replace(self, bold=code == 1)
            case 4 | 24:
                return replace(self, underline=code == 4)
            case 7 | 27:
                return replace(self, reverse=code == 7)
            case 39:
                return replace(self, ink=INK)
            case 49:
                return replace(self, paper=PAPER)
        part, number = divmod(code, 10)
        bright = 8 if part in (9, 10) else 0
        return self._coloured(f"#{BASIC[number + bright]}", paper=part in (4, 10))

    def _coloured(self, found: str, *, paper: bool) -> "Style":
        return replace(self, paper=found) if paper else replace(self, ink=found)


def colour(codes: list[int]) -> str:
    """One of 256 colours, or one of millions."""
    if codes[0] == 2:
        return "#{:02x}{:02x}{:02x}".format(*codes[1:4])
    number = codes[1]
    if number < 16:
        return f"#{BASIC[number]}"
    if number >= 232:
        return f"#{(number - 232) * 10 + 8:02x}" + f"{(number - 232) * 10 + 8:02x}" * 2
    red, green, blue = (STEPS[(number - 16) // step % 6] for step in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


def svg(captured: str, columns: int, title: str) -> str:
    """The picture of a whole terminal."""
    lines = captured.split("\n")
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    body, style = [], Style()
    for row, line in enumerate(lines):
        cells, style = _cells(line, style)
        body += _row(cells, MARGIN + row * HEIGHT)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" font-size="14" '
            f'font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>',
            *body,
            "</svg>\n",
        ]
    )


def _cells(line: str, style: Style) -> tuple[list[tuple[str, Style]], Style]:
    cells, start = [], 0
    for found in [*SEQUENCE.finditer(line), None]:
        end = len(line) if found is None else found.start()
        cells += [(sign, style) for sign in line[start:end]]
        if found is not None:
            start = found.end()
            if found[1] is not None:
                style = style.after([int(code or 0) for code in found[1].split(";")])
    return cells, style


def _row(cells: list[tuple[str, Style]], top: float) -> list[str]:
    drawn, column = [], 0
    for style, group in groupby(cells, key=lambda cell: cell[1]):
        words = "".join(sign for sign, _ in group)
        span = wcswidth(words)
        drawn += _piece(words, style, MARGIN + column * WIDTH, top, span * WIDTH)
        column += span
    return drawn


def _piece(words: str, style: Style, left: float, top: float, width: float) -> list[str]:
    ink, paper = (style.paper, style.ink) if style.reverse else (style.ink, style.paper)
    pieces = []
    if paper != PAPER:
        pieces.append(
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{HEIGHT}" fill="{paper}"/>'
        )
    looks = f' fill="{ink}"' + (' font-weight="bold"' if style.bold else "")
    looks += ' text-decoration="underline"' if style.underline else ""
    for found in TOGETHER.finditer(words):
        x, wide = left + wcswidth(words[: found.start()]) * WIDTH, wcswidth(found[0]) * WIDTH
        place = f'x="{x:g}" y="{top + 13.5:g}" textLength="{wide:g}"'
        pieces.append(f"<text {place}{looks}>{escape(found[0])}</text>")
    return pieces
