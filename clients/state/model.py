"""All a client knows: a pure fold of what the server says and of what its player has asked for.

`hear` and `played` give the model after it, and nothing else changes one. Time is an argument, the client's own clock in seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeVar

from clients.state.table_view import TableView
from engine.game import Move
from protocol.messages import (
    Done,
    Goodbye,
    Happened,
    Prompts,
    Refused,
    RoomState,
    Said,
    ServerMessage,
    ViewNow,
)
from protocol.messages import Pending as Held

Item = TypeVar("Item")

REMEMBERED: Final = 200
"""Events and lines of chat kept to be shown; older ones scroll away."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A move on its way: the server has not said yet whether it counts."""

    move: Move
    since: float
    held: bool = False
    """Whether the server has said that it waits for somebody who may have been quicker."""


@dataclass(frozen=True, slots=True)
class Model:
    """The room, its table, what was said and what has happened."""

    room: RoomState | None = None
    table: TableView | None = None
    pending: Mapping[int, Pending] = field(default_factory=dict)
    """Moves of one's own by their number."""
    refused: tuple[tuple[Move, Refused], ...] = ()
    """The latest moves taken back, the newest last."""
    happened: tuple[Happened, ...] = ()
    races: tuple[Happened, ...] = ()
    """Those of them that came of a race, kept for longer."""
    said: tuple[Said, ...] = ()
    goodbye: Goodbye | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return () if self.room is None else tuple(seat.name for seat in self.room.seats)

    def hear(self, message: ServerMessage, now: float) -> Self:
        """The model after something the server said."""
        match message:
            case RoomState():
                return self._moved_to(message)
            case ViewNow() if self.room is not None:
                return replace(self, table=TableView.seen(self.room.game, message, now))
            case Happened():
                table = None if self.table is None else self.table.after(message)
                races = self.races if message.race is None else _last(self.races, message)
                happened = _last(self.happened, message)
                return replace(self, table=table, happened=happened, races=races)
            case Held() if message.n in self.pending:
                held = replace(self.pending[message.n], held=True)
                return replace(self, pending={**self.pending, message.n: held})
            case Prompts() if self.table is not None:
                return replace(self, table=self.table.asked(message.prompts, now))
            case Said():
                return replace(self, said=_last(self.said, message))
            case Goodbye():
                return replace(self, goodbye=message)
        return self

    def _moved_to(self, room: RoomState) -> Self:
        same = self.room is not None and self.room.match == room.match
        if same:
            return replace(self, room=room)
        return replace(self, room=room, table=None, pending={}, refused=(), happened=(), races=())

    def played(self, n: int, move: Move, now: float) -> Self:
        """The model after one's own move was sent."""
        return replace(self, pending={**self.pending, n: Pending(move, now)})

    def answered(self, answer: Done | Refused) -> Self:
        """The model after the answer to one's own move."""
        pending = {n: each for n, each in self.pending.items() if n != answer.n}
        mine = self.pending.get(answer.n)
        if mine is None or isinstance(answer, Done):
            return replace(self, pending=pending)
        return replace(self, pending=pending, refused=_last(self.refused, (mine.move, answer)))


def _last(items: tuple[Item, ...], newest: Item) -> tuple[Item, ...]:
    return (*items[-(REMEMBERED - 1) :], newest)
