"""How the lines of a screen of Wataï are shared out between the piles, the rivals and the player's own cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clients.cli.games.watai.arena import AROUND, grid
from clients.cli.games.watai.large import LARGEST, SMALLEST
from clients.cli.ui.face import Line, Size
from engine.watai.view import WataiView

COMPACT: Final = 2
"""Lines of a place without a frame."""
HAND: Final = 3
"""Lines of the player's own cards beside the cards: status, keys, where each fits."""
LINES: Final = 2
"""The banner above, the note below."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Lines of the Arena, of each card in the hand, and whether each rival has a line."""

    arena: int
    card: int
    rivals: bool


def layout(view: WataiView, rivals: int, size: Size) -> Layout:
    """The largest cards for which there is room, the same in the Arena and in the hand if possible."""
    rows, _ = grid(view, size.columns)
    seated = view.seat is not None
    room = size.lines - LINES - rivals
    for card in range(LARGEST[1], SMALLEST[1] - 1, -2):
        for gap in (1, 0):
            arena, hand = rows * (card + AROUND + gap), (HAND + card) * seated
            if arena + hand <= room:
                return Layout(arena, card, True)
    least = rows * COMPACT
    for card, framed in ((1, True), (SMALLEST[1], False), (1, False)):
        left = room - (HAND + card) * seated
        if left >= (rows * (SMALLEST[1] + AROUND) if framed else least):
            return Layout(left, card, True)
    return Layout(size.lines - LINES - (HAND + 1) * seated, 1, False)


def spaced(blocks: Sequence[Sequence[Line]], lines: int) -> list[Line]:
    """The blocks below each other, with the lines that are left over shared out between them."""
    free = max(0, lines - sum(map(len, blocks)))
    drawn: list[Line] = [*blocks[0]]
    for number, block in enumerate(blocks[1:]):
        gaps = len(blocks) - 1
        share = free // gaps + (number < free % gaps)
        drawn.extend([*([()] * share), *block])
    return drawn
