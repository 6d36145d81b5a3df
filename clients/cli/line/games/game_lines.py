"""What line mode needs to know of a game: how its table is told, what is offered, and what typed words mean. No I/O.

Made anew for every match, like a face for the screen. `scene.model` knows each message before these methods are called.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from watai.clients.cli.ui.screen import Scene
from watai.clients.state.table_view import TableView
from watai.engine.game import Event, Move


class GameLines(ABC):
    """One match of a game in lines."""

    follows_events: ClassVar[bool] = False
    """Whether the client follows the table by events alone: then few views come, and no menu with them."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    # telling

    @abstractmethod
    def table(self, table: TableView, now: float) -> Iterable[str]:
        """The table as it is now."""

    def is_told(self, event: Event, seat: int | None) -> bool:
        """Whether an event that is only a play gets its sentence, for the player on this seat."""
        return True

    def news(self, table: TableView | None) -> Iterable[str]:
        """What the player should know after an event, besides the event itself."""
        return ()

    # offering

    @abstractmethod
    def offers(self, table: TableView) -> Mapping[int, str]:
        """What may be picked now, by its number."""

    @abstractmethod
    def pick(self, number: int | None) -> Move | None:
        """The move offered under this number; None if more must be said of it. Without a number: back one step."""

    def hints(self, table: TableView) -> Iterable[str] | None:
        """What a player who asks is told where there is no menu, as in a race; None where there is one."""
        return None

    def waits(self, table: TableView) -> Iterable[str]:
        """Which other player is to decide what."""
        return ()

    # typing

    def words(self, line: str) -> list[str]:
        """The words of a typed line, as this game reads them."""
        return line.split()

    @abstractmethod
    def read(self, verb: str, rest: Sequence[str], table: TableView) -> Move | None:
        """The move that these words mean, if any, for a player at this table."""

    def is_card(self, verb: str) -> bool:
        """Whether the word names a card, though not one the player can play."""
        return False

    def objection(self, move: Move, table: TableView | None) -> str | None:
        """Why a move is not sent yet; None to send it. Typing it again sends it."""
        return None
