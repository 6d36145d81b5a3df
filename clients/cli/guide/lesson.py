"""A step of a guide, and what it can know of the game: pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from watai.clients.state.model import Model
from watai.clients.state.table_view import TableView
from watai.engine.game import Move

When = Callable[[TableView, "LessonProgress"], bool]


@dataclass(slots=True)
class LessonProgress:
    """How far the player has come."""

    done: set[str] = field(default_factory=set)
    """The steps that were read or done, by name."""
    moves: int = 0
    """How many moves the player has made."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to look at or to do; `name` finds its text in both languages.

    A step with `moves` is done by one of these moves, and the keys of the game are active; one without is only read.
    """

    name: str
    when: When
    moves: tuple[type[Move], ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    """Commands whose keys the text names, by the blank they fill."""
    last: bool = False


Lesson = tuple[LessonStep, ...]


def asked(table: TableView, *asks: str) -> bool:
    """Whether the player is asked one of these questions."""
    return any(each.seat == table.seat and each.ask in asks for each in table.prompts)


def is_at_table(model: Model) -> bool:
    """Whether the player sits at a table that is up to date."""
    table = model.table
    return table is not None and table.seat is not None and not table.stale
