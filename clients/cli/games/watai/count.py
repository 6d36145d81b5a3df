"""The count of a round as a table."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import left
from watai.clients.text.catalogue import Text
from watai.clients.text.story import COUNT, count_cell
from watai.engine.game import Seat
from watai.engine.watai.events import ScoreLine
from watai.engine.watai.view import WataiView

NAME: Final = 12
COLUMN: Final = 8


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
            shown = self.glyphs.hole if blank else count_cell(line, column, room)
            style = "dim" if blank else "strong" if column in ("points", "total") else "plain"
            if column == "shout" and value:
                style = "good"
            cells.append((style, f"{shown:>{room}}"))
        return cells
