"""The shout of Wataï in lines: says when the player may shout, and warns before a shout that would cost points."""

from watai.clients.state.table_view import TableView
from watai.engine.game import Move
from watai.engine.watai.moves import Shout
from watai.engine.watai.view import WataiView


class Shouts:
    """Whether the player may shout, and what the player has been told about it."""

    def __init__(self) -> None:
        self._may = False
        self._warned = False

    def is_news(self, table: TableView | None) -> bool:
        """Whether the player may shout now and could not at the last call."""
        before, self._may = self._may, _may_shout(table) is True
        return self._may and not before

    def is_rash(self, move: Move, table: TableView | None) -> bool:
        """Whether a move is a false shout that was not warned of yet. The second one in a row is meant."""
        false = isinstance(move, Shout) and _may_shout(table) is False
        self._warned = false and not self._warned
        return self._warned


def _may_shout(table: TableView | None) -> bool | None:
    """Whether the player may shout; None for spectators and outside a race."""
    if table is None or table.seat is None or not isinstance(table.view, WataiView):
        return None
    return table.view.players[table.seat].may_shout if table.view.phase == "race" else None
