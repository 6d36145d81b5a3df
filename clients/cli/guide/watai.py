"""The guided first round of Wataï."""

from typing import Final

from watai.clients.cli.games.watai.fits import fit, playable
from watai.clients.cli.guide.lesson import Lesson, LessonProgress, LessonStep
from watai.clients.state.pausing import BEFORE_A_RACE
from watai.clients.state.table_view import TableView
from watai.engine.watai.moves import Open, Place, Shout, Turn
from watai.engine.watai.view import PlayerView, WataiView


def _view(table: TableView) -> WataiView:
    assert isinstance(table.view, WataiView)
    return table.view


def _me(table: TableView) -> PlayerView:
    assert table.seat is not None
    return _view(table).players[table.seat]


def _before(table: TableView, progress: LessonProgress) -> bool:
    view = _view(table)
    return view.phase in BEFORE_A_RACE and view.round == 1


def _fits(table: TableView) -> bool:
    assert table.seat is not None
    return any(fit(_view(table), card, table.seat) for card in playable(_me(table)))


def _may_lay(table: TableView, progress: LessonProgress) -> bool:
    return _view(table).phase == "race" and _fits(table)


def _may_turn(table: TableView, progress: LessonProgress) -> bool:
    me = _me(table)
    return _view(table).phase == "race" and not _fits(table) and bool(me.stock or me.waste)


def _has_played(table: TableView, progress: LessonProgress) -> bool:
    return _view(table).phase == "race" and progress.moves > 1


def _may_shout(table: TableView, progress: LessonProgress) -> bool:
    return _view(table).phase == "race" and _me(table).may_shout


def _counted(table: TableView, progress: LessonProgress) -> bool:
    return bool(_view(table).last_count) and _view(table).phase != "race"


LESSON: Final[Lesson] = (
    LessonStep("goal", _before),
    LessonStep("hand", _before),
    LessonStep("begin", _before),
    LessonStep("shout", _may_shout, (Shout,), {"key": "watai.shout"}),
    LessonStep("lay", _may_lay, (Open, Place)),
    LessonStep("turn", _may_turn, (Turn,), {"key": "watai.turn", "stock": "watai.stock"}),
    LessonStep("rivals", _has_played, keys={"key": "watai.races"}),
    LessonStep("count", _counted, keys={"pause": "app.pause", "rules": "app.rules"}, last=True),
)
