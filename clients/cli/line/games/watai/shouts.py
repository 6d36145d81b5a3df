"""The shout of Wataï for those who read lines: what a round is about, and what costs points when it comes too soon."""

from clients.state.table_view import TableView
from engine.game import Move
from engine.watai.moves import Shout
from engine.watai.view import WataiView


class Shouts:
    """Follows whether one may shout, and what one has been told about it."""

    def __init__(self) -> None:
        self._may = False
        self._warned = False

    def is_news(self, table: TableView | None) -> bool:
        """Whether one may shout and could not before."""
        before, self._may = self._may, _may_shout(table) is True
        return self._may and not before

    def is_rash(self, move: Move, table: TableView | None) -> bool:
        """Whether a move is a shout without the right to it, made for the first time: it must be meant."""
        false = isinstance(move, Shout) and _may_shout(table) is False
        self._warned = false and not self._warned
        return self._warned


def _may_shout(table: TableView | None) -> bool | None:
    """Whether one may; None where there is no race of one's own."""
    if table is None or table.seat is None or not isinstance(table.view, WataiView):
        return None
    return table.view.players[table.seat].may_shout if table.view.phase == "race" else None
