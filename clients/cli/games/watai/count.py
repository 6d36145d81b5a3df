"""The count of a round as a table, and the end of the game."""

from collections.abc import Sequence
from typing import Final

from clients.cli.ui.face import Line, Piece, Size
from clients.cli.ui.figures import decimal, figure_sentences
from clients.cli.ui.glyphs import Glyphs
from clients.cli.ui.lines import left
from clients.state.figures import Figures, PlayerFigures
from clients.state.model import Model
from clients.text.catalogue import Text
from clients.text.story import COUNT
from engine.game import Seat
from engine.watai.events import ScoreLine
from engine.watai.view import WataiView

NAME: Final = 12
COLUMN: Final = 8
FIGURES: Final = ("cards_a_minute", "won", "lead", "lost", "behind")
"""Columns of the figures: fields of PlayerFigures."""


class Count:
    """Draws what every player scored in a round."""

    def __init__(self, text: Text, glyphs: Glyphs) -> None:
        self.text = text
        self.glyphs = glyphs

    def table(self, view: WataiView, names: Sequence[str], columns: int) -> list[Line]:
        """A heading and a line per player, the best total first."""
        counted = view.round - (view.outcome is None)
        title = left(self.text.say("watai.face.round", round=counted), NAME, self.glyphs.ellipsis)
        room = min(COLUMN + 4, (columns - NAME - 3) // len(COUNT))
        heads = "".join(f"{self.text.say(f'watai.columns.{column}'):>{room}}" for column in COUNT)
        lines: list[Line] = [[("title", f"  {title}"), ("dim", heads)]]
        for line in sorted(view.last_count, key=lambda each: -each.total):
            lines.append(self._line(line, names[line.seat], view.seat, room))
        return lines

    def _line(self, line: ScoreLine, name: str, seat: Seat | None, room: int) -> Line:
        mine = line.seat == seat
        sign = self.glyphs.own if mine else " "
        cells: list[Piece] = [
            ("mine" if mine else "plain", f" {sign}{left(name, NAME, self.glyphs.ellipsis)}")
        ]
        for column in COUNT:
            value = getattr(line, column)
            blank = column in ("shout", "slaps", "omissions", "penalties") and not value
            shown = self.glyphs.hole if blank else value
            style = "dim" if blank else "strong" if column in ("points", "total") else "plain"
            if column == "shout" and value:
                style = "good"
            cells.append((style, f"{shown:>{room}}"))
        return cells

    def end(self, model: Model, view: WataiView, size: Size) -> list[Line]:
        """Who has won and why, the last count, and the figures of the whole game."""
        names = model.names
        winners = () if view.outcome is None else view.outcome.winners
        reason = "" if view.outcome is None else view.outcome.reason
        why = str(self.text.find(f"watai.reasons.{reason}") or "")
        style = "good" if view.seat in winners else "title"
        lines: list[Line] = [
            [],
            [(style, self._title(self._winners(winners, view.seat, names), size.columns))],
            [("plain", why.center(size.columns))],
            [],
            *self.table(view, names, size.columns),
        ]
        return [*lines, *self._figures(model, view.seat, size.columns, size.lines - len(lines))]

    def _figures(self, model: Model, seat: Seat | None, columns: int, room: int) -> list[Line]:
        """How quick everybody was, as far as that is known: the player at this screen first, if not all fit."""
        figures = Figures.of(model)
        if figures is None or room < 2:
            return []
        first, *others = figure_sentences(self.text, figures, seat)
        reaction = others[-1:] if figures.reaction is not None and seat is not None else []
        below: list[Line] = [[], [("plain", "  " + " ".join([first, *reaction]))]]
        if not figures.players or room < len(below) + 3:
            return below
        wide = min(COLUMN + 4, (columns - NAME - 3) // len(FIGURES))
        heads = "".join(
            f"{self.text.say(f'figures.columns.{column}'):>{wide}}" for column in FIGURES
        )
        seats = sorted(range(len(figures.players)), key=lambda each: each != seat)
        lines: list[Line] = [[], [("plain", " " * (NAME + 2)), ("dim", heads)]]
        for each in seats[: room - len(below) - len(lines)]:
            mine = each == seat
            sign = self.glyphs.own if mine else " "
            name = left(model.names[each], NAME, self.glyphs.ellipsis)
            cells = "".join(
                f"{self._cell(figures.players[each], column):>{wide}}" for column in FIGURES
            )
            lines.append([("mine" if mine else "plain", f" {sign}{name}"), ("plain", cells)])
        return [*lines, *below]

    def _cell(self, player: PlayerFigures, column: str) -> str:
        value = getattr(player, column)
        if value is None:
            return self.glyphs.hole
        return (
            self.text.say("figures.ms", ms=value)
            if column in ("lead", "behind")
            else decimal(self.text, f"{value:g}")
        )

    def _winners(self, winners: Sequence[Seat], seat: Seat | None, names: Sequence[str]) -> str:
        others = self.text.listed([names[each] for each in winners if each != seat])
        if seat is None or seat not in winners:
            return self.text.count("watai.face.wins", len(winners), names=others)
        return self.text.count("watai.face.you_win", len(winners), name=names[seat], others=others)

    def _title(self, words: str, columns: int) -> str:
        return f" {words} ".center(columns - 2, self.glyphs.horizontal).center(columns)
