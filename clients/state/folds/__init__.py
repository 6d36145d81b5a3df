"""How an event changes a view, for games with too many events to ask for a new view after each.

A fold takes a view and an event and returns the view that the server would show after it, or None where it cannot
know; the client then asks for a view. For a game without a fold, the client asks after every event.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from watai.clients.state.folds import watai
from watai.engine.game import Event, View

Fold = Callable[[Any, Event], View | None]

FOLDS: Final[Mapping[str, Fold]] = {"watai": watai.fold}
