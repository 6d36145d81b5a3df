"""The Arena on the screen: every pile has a fixed place for the whole round."""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from clients.cli.games.watai.cards import Cards
from clients.cli.games.watai.optimistic import Optimistic
from clients.cli.ui.face import Line, Piece, Size
from clients.cli.ui.glyphs import Glyphs
from clients.cli.ui.lines import filled
from clients.text.catalogue import Text
from engine.watai.cards import KIND, number_of
from engine.watai.deal import format_for
from engine.watai.view import PileView, WataiView

PER_ROW: Final = 8
DECKS_OF_TWO: Final = 4  # WATAI-4
EDGED: Final = 5
"""Lines per place from which its card is drawn with an edge."""
CARD: Final = 5
"""Columns of the longest name of a card."""

KEYS: Final = 2
"""How many keys are shown at a pile: that more than two cards fit one pile is rare."""

Place = tuple[Piece, Piece, Piece, Piece, Piece]
"""A place in its parts: number, card, key, what comes next, height."""


class Arena:
    """Draws the piles. A mark is the label of a key that does something with a pile, in its style."""

    def __init__(self, text: Text, cards: Cards, glyphs: Glyphs) -> None:
        self.cards = cards
        self.glyphs = glyphs
        self._race = f"{glyphs.contested}{text.say('watai.face.contested')}"

    def draw(
        self,
        optimistic: Optimistic,
        marks: Mapping[int, Piece],
        contested: Container[str],
        size: Size,
    ) -> list[Line]:
        """All places of the round, in rows; there is one for every card that opens a pile."""
        piles = {pile.pile: pile for pile in optimistic.view.piles}
        opened = len(piles) + optimistic.view.closed
        count = places(optimistic.view)
        rows = -(-count // PER_ROW)
        per_row = -(-count // rows)
        height, columns = size.lines // rows, size.columns // per_row
        lines: list[Line] = []
        for first in range(0, count, per_row):
            row = [
                self._place(
                    number, piles.get(number), number < opened, marks, contested, optimistic
                )
                for number in range(first, min(count, first + per_row))
            ]
            drawn = self._edged(row, columns) if height >= EDGED else _compact(row, columns)
            lines.extend([*drawn, *([()] * (min(height, EDGED + 1) - len(drawn)))])
        return lines[: size.lines]

    def _place(
        self,
        number: int,
        pile: PileView | None,
        opened: bool,
        marks: Mapping[int, Piece],
        contested: Container[str],
        optimistic: Optimistic,
    ) -> Place:
        nothing = ("plain", "")
        if pile is None:
            closed = ("dim", self.glyphs.hole) if opened else nothing
            return ("dim", f"{number:>2}" if opened else ""), closed, nothing, nothing, nothing
        mark = marks.get(number, nothing)
        card = self.cards.piece(pile.top)
        if number in optimistic.piles:
            mark, card = ("pending", self.glyphs.ellipsis), ("pending", card[1])
        after = f"{self.glyphs.pointer}{self.cards.wanted(pile.takes)}" if pile.takes else ""
        wish = ("strong" if mark[1] else "plain", after)
        if f"pile/{number}" in contested:
            wish = ("contested", self._race)
        return ("dim", f"{number:>2}"), card, mark, wish, ("dim", _height(pile))

    def _edged(self, row: Sequence[Place], columns: int) -> list[Line]:
        """Places drawn with an edge around the card."""
        lines: list[list[Piece]] = [[] for _ in range(EDGED)]
        for place in row:
            number, card, _, _, height = place
            pile = number[1] and card[1] != self.glyphs.hole
            edge = ("dim", " " * 3 + self.glyphs.horizontal * (CARD + 2) if pile else "")
            side = ("dim", self.glyphs.vertical if pile else " ")
            head = [number, (height[0], height[1].rjust(CARD + 2))]
            middle = [("plain", "   "), side, (card[0], card[1].center(CARD)), side]
            for line, part in zip(lines, (head, [edge], middle, [edge], _foot(place)), strict=True):
                line.extend(filled(part, columns))
        return [*lines]


def places(view: WataiView) -> int:
    """How many piles a round can have at most."""
    seats = len(view.players)
    return format_for(seats).ends * (DECKS_OF_TWO if seats == 2 else seats)


def _compact(row: Sequence[Place], columns: int) -> list[Line]:
    """Number, card and height in one line, what comes next in another."""
    lines: list[list[Piece]] = [[], []]
    for place in row:
        number, card, _, _, height = place
        room = max(0, CARD + 1 - len(card[1]))
        head = [number, ("plain", " "), card, (height[0], height[1].rjust(room))]
        for line, part in zip(lines, (head, _foot(place)), strict=True):
            line.extend(filled(part, columns))
    return [*lines]


def _height(pile: PileView) -> str:
    """The height of a pile, shown only where it differs from the number on the top card."""
    number = number_of(KIND[pile.top])
    return "" if pile.height == (number or 1) else f"({pile.height})"


def _foot(place: Place) -> Line:
    """The keys that lay a card on the pile, then what it takes next."""
    _, _, key, after, _ = place
    return [(key[0], key[1][:KEYS].rjust(KEYS)), after]
