"""The rivals, a line each: Talon, Dévidoir, top of the Stock and points."""

from collections.abc import Mapping, Sequence

from clients.cli.games.watai.cards import Cards
from clients.cli.ui.face import Line, Piece
from clients.cli.ui.glyphs import Glyphs
from clients.cli.ui.lines import left, right
from clients.text.catalogue import Text
from engine.game import Seat
from engine.watai.cards import Card
from engine.watai.view import PlayerView, WataiView

NAME = 9
CELL = 6
TOTAL = 5


class Rivals:
    """Draws all players but the one at this screen; for a spectator, all players."""

    def __init__(self, text: Text, cards: Cards, glyphs: Glyphs) -> None:
        self.cards = cards
        self.glyphs = glyphs
        self._heads = {
            head: text.say(f"watai.face.{head}") for head in ("talon", "reel", "stock", "total")
        }

    def draw(
        self, view: WataiView, names: Sequence[str], marks: Mapping[tuple[Seat, Card], str]
    ) -> list[Line]:
        """A heading, then a line for each rival. Marks are the keys that call a card."""
        cells = max(len(player.reel) for player in view.players)
        lines: list[Line] = [self._heading(cells)]
        for player in view.players:
            if player.seat != view.seat:
                lines.append(self._line(view, player, names[player.seat], cells, marks))
        return lines

    def width(self, view: WataiView) -> int:
        """How many columns a line takes."""
        return 1 + NAME + 5 + (max(len(player.reel) for player in view.players) + 1) * CELL + TOTAL

    def _heading(self, cells: int) -> Line:
        heads = self._heads
        words = (
            right(heads["talon"], NAME + 5, "")
            + " "
            + left(heads["reel"], cells * CELL, "")
            + left(heads["stock"], CELL, "")
            + right(heads["total"], TOTAL, "")
        )
        return [("dim", words)]

    def _line(
        self,
        view: WataiView,
        player: PlayerView,
        name: str,
        cells: int,
        marks: Mapping[tuple[Seat, Card], str],
    ) -> Line:
        leads = player.seat == view.leader
        sign = self.glyphs.pointer if leads else " "
        talon = f"{player.talon}!" if player.may_shout else f"{player.talon} "
        line: list[Piece] = [
            ("dim", sign),
            ("plain", left(name, NAME, self.glyphs.ellipsis)),
            ("warning" if player.may_shout else "strong", f"{talon:>4} "),
        ]
        for slot in range(cells):
            card = player.reel[slot] if slot < len(player.reel) else None
            line.extend(self._cell(card, marks.get((player.seat, card)) if card else None))
        line.extend(self._top(player, marks))
        fine = f"-{player.penalties}" if player.penalties else ""
        return [*line, ("plain", f"{player.total:>{TOTAL}}"), ("warning", fine)]

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
