"""The Arena on the screen: every pile has a fixed place for the whole round."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from watai.clients.cli.games.watai.cards import Cards, now
from watai.clients.cli.games.watai.large import LARGEST, SMALLEST, large_card
from watai.clients.cli.games.watai.optimistic import Optimistic
from watai.clients.cli.ui.face import Line, Piece, Size
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import cut, filled, right
from watai.clients.text.catalogue import Text
from watai.engine.watai.cards import KIND, number_of
from watai.engine.watai.deal import format_for
from watai.engine.watai.view import PileView, WataiView

PER_ROW: Final = 8
"""Places in a row on a terminal that is not larger than needed."""
DECKS_OF_TWO: Final = 4  # WATAI-4
NARROWEST: Final = 7
"""Columns of a place on the smallest terminal."""
AROUND: Final = 2
"""Lines of a place above and below its card: number and height, key and wish."""
BESIDE: Final = 3
"""Columns of a place at the left of its card."""
MARKED: Final = 5
"""With cards of so many lines, the corners of places without a pile are marked: there will be a pile some time."""
KEYS: Final = 2
"""How many keys are shown at a pile: that more than two cards fit one pile is rare."""
NOTHING: Final[Piece] = ("plain", "")


@dataclass(frozen=True, slots=True)
class ArenaPlace:
    """A place in its parts. Only a pile has a card; a closed one leaves a hole."""

    number: Piece = NOTHING
    card: Piece = NOTHING
    figure: str = ""
    keys: Piece = NOTHING
    wish: Piece = NOTHING
    height: Piece = NOTHING
    frame: str = ""
    """The style of a solid frame, which says that something is to be done here now."""
    pile: bool = False


class Arena:
    """Draws the piles. A mark is the label of a key that does something with a pile, in its style."""

    def __init__(self, text: Text, cards: Cards, glyphs: Glyphs) -> None:
        self.cards = cards
        self.glyphs = glyphs
        self.spots: dict[int, tuple[int, int]] = {}
        """Column and line of the middle of each place, as it was drawn last."""
        self._race = f"{glyphs.contested}{text.say('watai.face.contested')}"

    def draw(
        self,
        optimistic: Optimistic,
        marks: Mapping[int, Piece],
        contested: Container[str],
        size: Size,
        landed: Mapping[int, Piece] = {},
        per_row: int | None = None,
    ) -> list[Line]:
        """All places of the round, in rows; there is one for every card that opens a pile.

        The first row is the lowest, next to the rivals and the hand, so that the eye has a short way while there are few
        piles. `landed` has who laid the top card of a pile a moment ago, in the colour of that player.
        """
        piles = {pile.pile: pile for pile in optimistic.view.piles}
        opened = len(piles) + optimistic.view.closed
        count = places(optimistic.view)
        rows, per_row = grid(optimistic.view, size.columns, per_row)
        height, columns = size.lines // rows, size.columns // per_row
        lines: list[Line] = []
        self.spots = {}
        framed = height >= SMALLEST[1] + AROUND
        landed = landed if framed else {}  # in one line there is no room for a name
        for first in reversed(range(0, count, per_row)):
            row = [
                self._place(
                    number, piles.get(number), number < opened, marks, contested, optimistic, landed
                )
                for number in range(first, min(count, first + per_row))
            ]
            drawn = (
                self._framed(row, columns, height - AROUND)
                if framed
                else self._compact(row, columns)
            )
            middle = len(drawn) // 2 if framed else 0
            for place, _ in enumerate(row):
                self.spots[first + place] = (place * columns + columns // 2, len(lines) + middle)
            gap = height > len(drawn)  # a blank line below each row, where there is room
            lines.extend([*drawn, *([()] * gap)])
        return lines[: size.lines]

    def _place(
        self,
        number: int,
        pile: PileView | None,
        opened: bool,
        marks: Mapping[int, Piece],
        contested: Container[str],
        optimistic: Optimistic,
        landed: Mapping[int, Piece],
    ) -> ArenaPlace:
        if pile is None:
            return (
                ArenaPlace(("dim", f"{number:>2}"), ("dim", self.glyphs.hole))
                if opened
                else ArenaPlace()
            )
        keys = marks.get(number, NOTHING)
        card = self.cards.piece(pile.top)
        style, wanted = self.cards.wish(pile.takes)
        wish = (style if keys[1] else "plain", f"{self.glyphs.takes}{wanted}" if wanted else "")
        frame = keys[0] if keys[1] else ""
        if frame == "now":  # in the colour of the card that goes there
            frame = now(style)
            keys = (frame, keys[1])
        if number in optimistic.piles:
            keys, card, frame = ("pending", self.glyphs.ellipsis), ("pending", card[1]), ""
        if f"pile/{number}" in contested:
            wish, frame = ("contested", f"{self._race} "), "contested"
        figure = self.cards.figure(pile.top)
        height = landed.get(number, ("dim", _height(pile)))
        return ArenaPlace(("dim", f"{number:>2}"), card, figure, keys, wish, height, frame, True)

    def _framed(self, row: Sequence[ArenaPlace], columns: int, height: int) -> list[Line]:
        """Places with a frame around each card, which is as large as there is room for."""
        wide, high = card_size(columns - BESIDE, height)
        margin = " " * max(0, (columns - wide - BESIDE) // 2 if wide > SMALLEST[0] else 0)
        lines: list[list[Piece]] = [[] for _ in range(high + AROUND)]
        for place in row:
            head: Line = [
                ("plain", margin),
                place.number,
                (place.height[0], right(place.height[1], wide + 1, self.glyphs.ellipsis)),
            ]
            card: Sequence[Line] = [[]] * high
            if place.pile:
                card = large_card(self.glyphs, place.card, place.figure, place.frame, wide, high)
            elif place.card[1]:
                card = [[], [("plain", " " * (wide // 2)), place.card], *[[]] * (high - 2)]
            elif high >= MARKED:
                corners: Line = [("dim", self.glyphs.hole.ljust(wide - 1) + self.glyphs.hole)]
                card = [corners, *[[]] * (high - 2), corners]
            body = ([("plain", margin + " " * BESIDE), *part] for part in card)
            foot = [("plain", margin), *_foot(place)]
            for line, part in zip(lines, (head, *body, foot), strict=True):
                line.extend(filled(part, columns))
        return [*lines]

    def _compact(self, row: Sequence[ArenaPlace], columns: int) -> list[Line]:
        """Number, card and height in one line, what comes next in another."""
        lines: list[list[Piece]] = [[], []]
        for place in row:
            gap = " " if columns > NARROWEST + 1 else ""
            style, words = place.card
            card = (place.frame or style, cut(words, columns - 2 - len(gap), self.glyphs.ellipsis))
            room = max(0, columns - 3 - len(gap) - len(card[1]))
            height = place.height[1].rjust(min(room, 6 - len(card[1])))
            head = [place.number, ("plain", gap), card, (place.height[0], height)]
            for line, part in zip(lines, (head, _foot(place)), strict=True):
                line.extend(filled(part, columns))
        return [*lines]


def places(view: WataiView) -> int:
    """How many piles a round can have at most."""
    seats = len(view.players)
    return format_for(seats).ends * (DECKS_OF_TWO if seats == 2 else seats)


def grid(view: WataiView, columns: int, per_row: int | None = None) -> tuple[int, int]:
    """How many rows of places there are, and how many places each has: so many, or the usual number."""
    count = places(view)
    rows = -(-count // max(1, min(per_row or PER_ROW, columns // NARROWEST)))
    return rows, -(-count // rows)


def card_size(columns: int, lines: int) -> tuple[int, int]:
    """The columns and lines of the largest card for this room; cards are about as wide as high on a screen."""
    high = max(SMALLEST[1], min(LARGEST[1], lines))
    high -= 1 - high % 2  # a line in the middle
    wide = min(columns - 1, LARGEST[0], max(SMALLEST[0], high * 2 - 1))
    return max(SMALLEST[0], wide), high


def _height(pile: PileView) -> str:
    """The height of a pile, shown only where it differs from the number on the top card."""
    number = number_of(KIND[pile.top])
    return "" if pile.height == (number or 1) else f"({pile.height})"


def _foot(place: ArenaPlace) -> list[Piece]:
    """The keys that lay a card on the pile, then what it takes next."""
    style, words = place.keys
    return [(style, words[:KEYS].rjust(KEYS)), place.wish]
