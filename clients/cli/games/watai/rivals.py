"""The rivals, a line each: Talon, Dévidoir, top of the Stock and points."""

from collections.abc import Mapping

from watai.clients.cli.games.watai.cards import Cards
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import filled, left, length, right
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.clients.text.seats import presence
from watai.engine.game import Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.view import PlayerView, WataiView

NAME = 9
CELL = 6
TOTAL = 5
DISTANCE = 5
SHORT = 14
"""Columns of a rival at least, where several share a line."""


class Rivals:
    """Draws all players but the one at this screen; for a spectator, all players."""

    def __init__(self, text: Text, cards: Cards, glyphs: Glyphs) -> None:
        self.text = text
        self.cards = cards
        self.glyphs = glyphs
        self._heads = {
            head: text.say(f"watai.face.{head}")
            for head in ("talon", "reel", "stock", "total", "ms")
        }

    def draw(
        self, view: WataiView, model: Model, marks: Mapping[tuple[Seat, Card], str]
    ) -> list[Line]:
        """A heading, then a line for each rival. Marks are the keys that call a card."""
        cells = max(len(player.reel) for player in view.players)
        far = self._knows(view, model)
        lines: list[Line] = [self._heading(cells, far)]
        for player in view.players:
            if player.seat != view.seat:
                lines.append(self._line(view, player, model, cells, marks))
        return lines

    def spot(self, view: WataiView, seat: Seat, slot: int | None) -> tuple[int, int]:
        """Column and line, within what is drawn, of a card in a rival's Dévidoir, or of the Stock."""
        cells = max(len(player.reel) for player in view.players)
        others = [player.seat for player in view.players if player.seat != view.seat]
        return 1 + NAME + 5 + (cells if slot is None else slot) * CELL + 1, 1 + others.index(seat)

    def short(self, view: WataiView, model: Model, columns: int) -> list[Line]:
        """The rivals where there is no line for each: name, Talon, and whether somebody is away."""
        each = max(SHORT, columns // max(1, -(-len(view.players) // 2)))
        lines: list[list[Piece]] = []
        for player in view.players:
            if player.seat == view.seat:
                continue
            if not lines or length(lines[-1]) + each > columns:
                lines.append([])
            state = presence(self.text, model.room, model.distances, player.seat)
            head = self._head(view, player, model, SHORT - 6)
            away = ("warning", "" if state.isdecimal() else state)
            lines[-1].extend(filled([*head, away], each))
        return [*lines]

    def width(self, view: WataiView, model: Model) -> int:
        """How many columns a line takes."""
        cells = max(len(player.reel) for player in view.players) + 1
        return 1 + NAME + 5 + cells * CELL + TOTAL + DISTANCE * self._knows(view, model)

    def _knows(self, view: WataiView, model: Model) -> bool:
        """Whether anything is known of how far away somebody is."""
        return any(
            presence(self.text, model.room, model.distances, each.seat) for each in view.players
        )

    def _heading(self, cells: int, far: bool) -> Line:
        heads = self._heads
        words = (
            right(heads["talon"], NAME + 5, "")
            + " "
            + left(heads["reel"], cells * CELL, "")
            + left(heads["stock"], CELL, "")
            + right(heads["total"], TOTAL, "")
            + right(heads["ms"] if far else "", DISTANCE, "")
        )
        return [("dim", words)]

    def _line(
        self,
        view: WataiView,
        player: PlayerView,
        model: Model,
        cells: int,
        marks: Mapping[tuple[Seat, Card], str],
    ) -> Line:
        sign, name, talon = self._head(view, player, model, NAME)
        line: list[Piece] = [sign, name, talon]
        for slot in range(cells):
            card = player.reel[slot] if slot < len(player.reel) else None
            line.extend(self._cell(card, marks.get((player.seat, card)) if card else None))
        line.extend(self._top(player, marks))
        state = presence(self.text, model.room, model.distances, player.seat)
        away = ("dim" if state.isdecimal() else "warning", f"{state:>{DISTANCE}}")
        fine = f"-{player.penalties}" if player.penalties else ""
        known = [away] if self._knows(view, model) else []
        return [*line, ("plain", f"{player.total:>{TOTAL}}"), *known, ("warning", fine)]

    def _head(
        self, view: WataiView, player: PlayerView, model: Model, columns: int
    ) -> tuple[Piece, Piece, Piece]:
        """Whether the player leads, the name in the colour of the player's cards, and the Talon."""
        sign = self.glyphs.leader if player.seat == view.leader else " "
        talon = f"{player.talon}!" if player.may_shout else f"{player.talon} "
        name = left(model.names[player.seat], columns, self.glyphs.ellipsis)
        return (
            ("strong", sign),
            (f"back.{player.backs[0]}", name),
            ("warning" if player.may_shout else "strong", f"{talon:>4} "),
        )

    def _top(self, player: PlayerView, marks: Mapping[tuple[Seat, Card], str]) -> Line:
        """The top of the Stock, in brackets while it may not be played."""
        if player.top is not None and not player.playable:
            return [("dim", left(f"({self.cards.name(player.top)})", CELL, ")"))]
        return self._cell(player.top, marks.get((player.seat, player.top)) if player.top else None)

    def _cell(self, card: Card | None, mark: str | None) -> Line:
        if card is None:
            return [("dim", f"{self.glyphs.hole:<{CELL}}")]
        if mark is None:
            return [self.cards.piece(card, CELL)]
        return [("key", mark), self.cards.piece(card, CELL - len(mark))]
