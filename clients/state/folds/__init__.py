"""How an event changes a view, for games too quick to look at the table again after each.

A fold takes a view and an event and gives the view after it, the same one the server would show; or None where
it does not know, and then the client looks again. A game without a fold is looked at after every event.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from clients.state.folds import watai
from engine.game import Event, View

Fold = Callable[[Any, Event], View | None]

FOLDS: Final[Mapping[str, Fold]] = {"watai": watai.fold}
