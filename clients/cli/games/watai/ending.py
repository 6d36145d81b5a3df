"""The end of a game of Wataï: who has won and why, the last count, and the figures of everybody."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.games.watai.count import COLUMN, NAME, Count
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.figures import decimal, figure_sentences
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import left
from watai.clients.state.figures import Figures, PlayerFigures
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.engine.game import Seat
from watai.engine.watai.view import WataiView

FIGURES: Final = ("cards_a_minute", "won", "lead", "lost", "behind")
"""Columns of the figures: fields of PlayerFigures."""


class EndScreen:
    """Draws the last screen. Where it is crowded, blank lines go first; then both tables become one."""

    def __init__(self, text: Text, glyphs: Glyphs) -> None:
        self.text = text
        self.glyphs = glyphs
        self.count = Count(text, glyphs)

    def draw(self, model: Model, view: WataiView, size: Size) -> list[Line]:
        """Title, reason, tables, and what is known of the whole game."""
        figures = Figures.of(model)
        title, below = self._title(view, model.names, size.columns), self._whole(figures, view.seat)
        table = self.count.table(view, model.names, size.columns)
        if figures is None or not figures.players:
            blocks = [title, table, below]
        else:
            quick = self._figures(figures, view.seat, model.names, size.columns)
            blocks = [title, table, quick, below]
            if sum(map(len, blocks)) > size.lines:
                blocks = [title, self._both(figures, view, model.names, size.columns), below]
        return _parted(blocks, size.lines)

    def _title(self, view: WataiView, names: Sequence[str], columns: int) -> list[Line]:
        winners = () if view.outcome is None else view.outcome.winners
        reason = "" if view.outcome is None else view.outcome.reason
        why = str(self.text.find(f"watai.reasons.{reason}") or "")
        won = f" {self._winners(winners, view.seat, names)} "
        style = "good" if view.seat in winners else "title"
        return [
            [(style, won.center(columns - 2, self.glyphs.horizontal).center(columns))],
            [("plain", why.center(columns))],
        ]

    def _winners(self, winners: Sequence[Seat], seat: Seat | None, names: Sequence[str]) -> str:
        others = self.text.listed([names[each] for each in winners if each != seat])
        if seat is None or seat not in winners:
            return self.text.count("watai.face.wins", len(winners), names=others)
        return self.text.count("watai.face.you_win", len(winners), name=names[seat], others=others)

    def _whole(self, figures: Figures | None, seat: Seat | None) -> list[Line]:
        """How long the game was, and how quick its player at this screen."""
        if figures is None:
            return []
        first, *others = figure_sentences(self.text, figures, seat)
        reaction = others[-1:] if figures.reaction is not None and seat is not None else []
        return [[("plain", "  " + " ".join([first, *reaction]))]]

    def _figures(
        self, figures: Figures, seat: Seat | None, names: Sequence[str], columns: int
    ) -> list[Line]:
        """How quick everybody was: the player at this screen first."""
        wide = min(COLUMN + 4, (columns - NAME - 3) // len(FIGURES))
        heads = [self.text.say(f"figures.columns.{column}") for column in FIGURES]
        lines: list[Line] = [[("plain", " " * (NAME + 2)), ("dim", _row(heads, wide))]]
        for each in sorted(range(len(figures.players)), key=lambda each: each != seat):
            cells = self._cells(figures.players[each])
            lines.append(self._line(names[each], each == seat, _row(cells, wide)))
        return lines

    def _both(
        self, figures: Figures, view: WataiView, names: Sequence[str], columns: int
    ) -> list[Line]:
        """Everybody's total and figures in one table, the best first, where two do not fit."""
        wide = (columns - NAME - 3) // (1 + len(FIGURES))
        heads = [self.text.say(f"figures.short.{column}") for column in FIGURES]
        total = self.text.say("watai.columns.total")
        lines: list[Line] = [[("plain", " " * (NAME + 2)), ("dim", _row([total, *heads], wide))]]
        for player in sorted(view.players, key=lambda each: -each.total):
            cells = [str(player.total), *self._cells(figures.players[player.seat])]
            mine = player.seat == view.seat
            lines.append(self._line(names[player.seat], mine, _row(cells, wide)))
        return lines

    def _line(self, name: str, mine: bool, cells: str) -> Line:
        sign = self.glyphs.own if mine else " "
        words = f" {sign}{left(name, NAME, self.glyphs.ellipsis)}"
        return [("mine" if mine else "plain", words), ("plain", cells)]

    def _cells(self, player: PlayerFigures) -> list[str]:
        return [self._cell(player, column) for column in FIGURES]

    def _cell(self, player: PlayerFigures, column: str) -> str:
        value = getattr(player, column)
        if value is None:
            return self.glyphs.hole
        return (
            self.text.say("figures.ms", ms=value)
            if column in ("lead", "behind")
            else decimal(self.text, f"{value:g}")
        )


def _row(cells: Sequence[str], wide: int) -> str:
    return "".join(f"{cell:>{wide}}" for cell in cells)


def _parted(blocks: Sequence[Sequence[Line]], lines: int) -> list[Line]:
    """The blocks below each other, with a blank line above each of them where there is room, the last ones first."""
    blank = max(0, lines - sum(map(len, blocks)))
    drawn: list[Line] = []
    for number, block in enumerate(blocks):
        drawn += [[]] * (len(blocks) - number <= blank)
        drawn += block
    return drawn
