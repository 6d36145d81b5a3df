"""How the lines of a screen of Wataï are shared out between the piles, the rivals and the player's own cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from watai.clients.cli.games.watai.arena import AROUND, BESIDE, PER_ROW, card_size, grid, places
from watai.clients.cli.games.watai.large import FIGURED, LARGEST, SMALLEST
from watai.clients.cli.ui.face import Line, Size
from watai.engine.watai.view import WataiView

COMPACT: Final = 2
"""Lines of a place without a frame."""
HAND: Final = 3
"""Lines of the player's own cards beside the cards: status, keys, where each fits."""
LINES: Final = 2
"""The banner above, the note below."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Lines of the Arena, of each card in the hand, whether each rival has a line, and how many places a row has."""

    arena: int
    card: int
    rivals: bool
    per_row: int = PER_ROW


def layout(view: WataiView, rivals: int, size: Size) -> Layout:
    """The largest cards for which there is room, the same in the Arena and in the hand if possible."""
    large = [
        found
        for per_row in {
            grid(view, size.columns, each)[1] for each in range(PER_ROW, places(view) + 1)
        }
        if (found := _large(view, rivals, size, per_row)) is not None
    ]
    if large:
        return max(large, key=lambda each: each[0])[1]
    rows, _ = grid(view, size.columns)
    seated = view.seat is not None
    room = size.lines - LINES - rivals
    least = rows * COMPACT
    for card, framed in ((1, True), (SMALLEST[1], False), (1, False)):
        left = room - (HAND + card) * seated
        if left >= (rows * (SMALLEST[1] + AROUND) if framed else least):
            return Layout(left, card, True)
    return Layout(size.lines - LINES - (HAND + 1) * seated, 1, False)


def _large(
    view: WataiView, rivals: int, size: Size, per_row: int
) -> tuple[tuple[int, int], Layout] | None:
    """The layout with so many places in a row, and how good it is: by the area of its cards, then by few places a row.

    None if cards with a frame do not fit, or more places a row than usual would leave no room for figures.
    """
    rows, _ = grid(view, size.columns, per_row)
    seated = view.seat is not None
    for card in range(LARGEST[1], SMALLEST[1] - 1, -2):
        for gap in (1, 0):
            arena, hand = rows * (card + AROUND + gap), (HAND + card) * seated
            if arena + hand <= size.lines - LINES - rivals:
                columns = size.columns // per_row - BESIDE
                wide, high = card_size(columns, card)
                if per_row > PER_ROW and (wide > columns or wide < FIGURED[0]):
                    return None
                return (wide * high, -per_row), Layout(arena, card, True, per_row)
    return None


def starts(blocks: Sequence[Sequence[Line]], lines: int) -> list[int]:
    """On which line each block begins: an empty line before each where there is room, and what is left above the second.

    So the piles stay near the rivals and the hand, however large the terminal is.
    """
    free = max(0, lines - sum(map(len, blocks)))
    lower = min(len(blocks) - 2, free)  # from the bottom upwards
    found, at = [0], len(blocks[0]) + free - lower
    for number, block in enumerate(blocks[1:], 1):
        at += number > len(blocks) - 1 - lower
        found.append(at)
        at += len(block)
    return found


def spaced(blocks: Sequence[Sequence[Line]], lines: int) -> list[Line]:
    """The blocks below each other, each where it begins."""
    drawn: list[Line] = []
    for block, start in zip(blocks, starts(blocks, lines), strict=True):
        drawn.extend([*([()] * (start - len(drawn))), *block])
    return drawn
