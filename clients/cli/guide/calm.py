"""The guided first turns of the four calm games: what the table shows, then each question the first time it is asked."""

from collections.abc import Mapping
from typing import Final

from watai.clients.cli.guide.lesson import Lesson, LessonProgress, LessonStep, When, asked
from watai.clients.state.table_view import TableView
from watai.engine.game import Move

FEW_MOVES: Final = 5
"""After so many moves of the player the guide ends: who has come so far can play."""
ASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "waka-tanka": ("lay", "turn", "answer"),
    "wapi": ("totem", "coin"),
    "duel": ("place", "mask", "exchange"),
    "waka-waka": ("turn", "merchant", "resupply"),
}
"""The questions that have a step of their own."""


def lesson(game: str) -> Lesson:
    """The steps of this game."""
    return (
        LessonStep("goal", _always),
        LessonStep("table", _always),
        *(LessonStep(ask, _asked(ask), (Move,)) for ask in ASKS[game]),
        LessonStep("log", _has_moved, keys={"key": "app.log"}),
        LessonStep(
            "end", _has_seen_enough, keys={"pause": "app.pause", "rules": "app.rules"}, last=True
        ),
    )


def _always(table: TableView, progress: LessonProgress) -> bool:
    return True


def _asked(ask: str) -> When:
    return lambda table, progress: asked(table, ask)


def _has_moved(table: TableView, progress: LessonProgress) -> bool:
    return progress.moves > 0


def _has_seen_enough(table: TableView, progress: LessonProgress) -> bool:
    asks = ASKS[table.game]
    return progress.moves >= FEW_MOVES or progress.done.issuperset(asks)
