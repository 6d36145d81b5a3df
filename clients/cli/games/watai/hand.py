"""The player's own side of the table: the Dévidoir with a key for each card, the Stock, and where each card fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from watai.clients.cli.games.watai.arena import card_size
from watai.clients.cli.games.watai.cards import Cards, now
from watai.clients.cli.games.watai.fits import Fit
from watai.clients.cli.games.watai.large import SMALLEST, large_card
from watai.clients.cli.games.watai.optimistic import Optimistic
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import left, length
from watai.clients.text.catalogue import Text
from watai.engine.watai.cards import Card
from watai.engine.watai.view import PlayerView

WIDEST = 28
"""Columns of a place at most."""
NAMED = 4
"""How many digits of the numbers of piles fit below a card."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the row: its key above, its card, and what the key does below."""

    key: str
    piece: Piece
    below: Piece = ("plain", "")
    edged: bool = True
    figure: str = ""
    solid: str = ""
    """The style of a solid frame, which says that the card can be played now."""


class Hand:
    """Draws the player's own cards. `label` gives the key of a command."""

    def __init__(
        self, text: Text, cards: Cards, glyphs: Glyphs, label: Callable[[str], str]
    ) -> None:
        self.text = text
        self.cards = cards
        self.glyphs = glyphs
        self.label = label

    def cells(
        self,
        optimistic: Optimistic,
        fits: dict[Card, Fit],
        selected: Card | None,
        lost: Card | None,
    ) -> list[Cell]:
        """Every place from the left: the Dévidoir, the top of the Stock, and the cards left to turn."""
        view = optimistic.view
        assert view.seat is not None
        me = view.players[view.seat]
        cells = [
            self._card(f"card.{slot + 1}", card, slot in optimistic.slots, fits, selected, lost)
            if card is not None or slot in optimistic.slots
            else self._hole(f"card.{slot + 1}", me)
            for slot, card in enumerate(me.reel)
        ]
        return [
            *cells,
            self._stock(me, optimistic, fits, selected, lost),
            self._turn(me, optimistic.stock),
        ]

    def draw(
        self, cells: Sequence[Cell], columns: int, lines: int, *, mirrored: bool
    ) -> list[Line]:
        """The row, with cards of so many lines; mirrored where the other hand plays (WATAI-V1)."""
        room = min(columns // max(len(cells), 7), WIDEST)
        rows: list[list[Piece]] = [[] for _ in range(lines + 2)]
        blank = " " * (columns - room * len(cells))
        for cell in reversed(cells) if mirrored else cells:
            key = ("now" if cell.solid else "key", f" {cell.key} " if cell.key else "")
            parts = [[key], *self._card_lines(cell, room, lines), [cell.below]]
            for row, part in zip(rows, parts, strict=True):
                row.extend(_centred(part, room))
        return [[("plain", blank), *row] for row in rows] if mirrored else [*rows]

    def spot(self, slot: int | None, cells: int, columns: int, lines: int) -> tuple[int, int]:
        """Column and line, within what is drawn, of a card in the Dévidoir, or of the Stock, the last but one of the cells."""
        room = min(columns // max(cells, 7), WIDEST)
        return (cells - 2 if slot is None else slot) * room + room // 2, 1 + lines // 2

    def _card_lines(self, cell: Cell, room: int, lines: int) -> list[Line]:
        style, words = cell.piece
        if lines < SMALLEST[1]:
            return [[(cell.solid or style, f" {words} " if cell.solid else words)]]
        wide, high = card_size(room - 1, lines)
        if not cell.edged:
            return [[cell.piece] if row == high // 2 else [] for row in range(high)]
        return large_card(self.glyphs, cell.piece, cell.figure, cell.solid, wide, high)

    def status(self, optimistic: Optimistic, backs: str, columns: int) -> Line:
        """The player's name, Talon, points and fines."""
        view = optimistic.view
        assert view.seat is not None
        me = view.players[view.seat]
        empty = me.talon == 0
        talon = self.text.say("watai.face.my_talon", count=me.talon)
        laid = self.text.count("watai.face.my_laid", me.laid)
        points = self.text.count("watai.face.my_points", me.total, target=view.target)
        rest = f"{laid}, {points}"
        fines = self.text.say("watai.face.my_fines", fines=me.penalties) if me.penalties else ""
        used = f" {backs}  {talon}  {rest}  {fines}"
        return [
            (f"back.{me.backs[0]}", f" {self.glyphs.own}"),
            ("mine", f"{backs}  "),
            ("warning" if empty else "strong", f"{talon}  "),
            ("plain", f"{rest}  "),
            (
                "warning",
                left(fines, max(0, columns - len(used) + len(fines)), self.glyphs.ellipsis),
            ),
        ]

    def _card(
        self,
        command: str,
        card: Card | None,
        coming: bool,
        fits: dict[Card, Fit],
        selected: Card | None,
        lost: Card | None,
    ) -> Cell:
        if card is None:
            piece = ("pending", self.glyphs.ellipsis) if coming else ("dim", self.glyphs.hole)
            return Cell("", piece)
        key, name, figure = self.label(command), self.cards.name(card), self.cards.figure(card)
        fit = fits.get(card)
        below = self._where(fit) if fit else ("dim", "")
        if card == selected:
            sign = self.glyphs.pointer
            return Cell(key, ("selected", f"{sign}{name}"), below)
        if card == lost:
            return Cell(key, ("taken_back", f"{self.glyphs.no}{name}"), below)
        piece = self.cards.piece(card)
        return Cell(key, piece, below, figure=figure, solid=now(piece[0]) if fit else "")

    def _stock(
        self,
        me: PlayerView,
        optimistic: Optimistic,
        fits: dict[Card, Fit],
        selected: Card | None,
        lost: Card | None,
    ) -> Cell:
        """The top of the Stock, in brackets while it may not be played; « Stock » below it unless it fits somewhere."""
        named = ("dim", self.text.say("watai.face.stock"))
        if me.top is not None and not me.playable and not optimistic.stock:
            return Cell("", ("dim", f"({self.cards.name(me.top)})"), named)
        cell = self._card("stock", me.top, optimistic.stock, fits, selected, lost)
        return cell if cell.below[1] else replace(cell, below=named)

    def _hole(self, command: str, me: PlayerView) -> Cell:
        if not me.talon:
            return Cell("", ("dim", self.glyphs.hole))
        return Cell(
            self.label(command),
            ("dim", self.glyphs.hole),
            ("good", self.text.say("watai.face.fill")),
        )

    def _turn(self, me: PlayerView, coming: bool) -> Cell:
        """What the turn key does: turn cards, gather them, or nothing."""
        if not me.stock and not me.waste:
            return Cell("", ("dim", self.glyphs.hole), edged=False)
        does = "turn" if me.stock else "gather"
        style = "pending" if coming else "plain"
        count = f"{me.stock}/{me.stock + me.waste}"
        return Cell(
            self.label("turn"),
            (style, count),
            ("plain", self.text.say(f"watai.face.{does}")),
            False,
        )

    def _where(self, fit: Fit) -> Piece:
        if fit.opens:
            return ("good", self.text.say("watai.face.opens"))
        names = [*fit.digits]
        return ("good", self.glyphs.goes + " ".join(names[: NAMED // len(names[0])]))


def _centred(line: Line, columns: int) -> list[Piece]:
    """The line in the middle of so many columns."""
    room = max(0, columns - length(line))
    return [("plain", " " * (room // 2)), *line, ("plain", " " * (room - room // 2))]
