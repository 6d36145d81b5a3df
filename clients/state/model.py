"""All a client knows: a pure fold of the server's messages and of its own player's moves.

`hear`, `played` and `answered` return the model after them; nothing else changes a model. `now` is the client's clock in seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeVar

from watai.clients.state.table_view import TableView, asks
from watai.clients.state.tally import Tally
from watai.engine.catalogue import GAMES
from watai.engine.game import Move
from watai.protocol.messages import (
    Distances,
    Done,
    Goodbye,
    Happened,
    Pending,
    Prompts,
    Refused,
    RoomState,
    Said,
    ServerMessage,
    Storage,
    ViewNow,
)

Item = TypeVar("Item")

REMEMBERED: Final = 200
"""How many events and lines of chat are kept to be shown."""


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that was sent and has no answer yet."""

    move: Move
    since: float
    held: bool = False
    """Whether the server holds it, because a rival may have been quicker."""


@dataclass(frozen=True, slots=True)
class Model:
    """The room, its table, what was said and what has happened."""

    room: RoomState | None = None
    table: TableView | None = None
    pending: Mapping[int, PendingMove] = field(default_factory=dict)
    """The player's own moves without an answer, by their number."""
    refused: tuple[tuple[Move, Refused], ...] = ()
    """The player's latest refused moves, the newest last."""
    happened: tuple[Happened, ...] = ()
    races: tuple[Happened, ...] = ()
    """The last events that won a race. Kept apart, since many other events push them out of `happened`."""
    contested: frozenset[str] = frozenset()
    """The places that players race for now, such as `pile/3`."""
    distances: tuple[int | None, ...] = ()
    """The round trip of each player in ms, by seat, as the server measures it; None where it is not known."""
    tally: Tally = field(default_factory=Tally)
    said: tuple[Said, ...] = ()
    goodbye: Goodbye | None = None
    storage_away: bool = False
    """Whether the server can store nothing just now, and the game therefore stands still."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name on each seat."""
        return () if self.room is None else tuple(seat.name for seat in self.room.seats)

    def hear(self, message: ServerMessage, now: float) -> Self:
        """The model after a message of the server."""
        match message:
            case RoomState():
                return self._moved_to(message, now)
            case ViewNow() if self.room is not None:
                seen = TableView.seen(self.room.game, message, now).paused(self.room.paused, now)
                shown = replace(self, table=seen, contested=frozenset(message.contested))
                return shown._tallied(self.table, now)
            case Happened():
                table = None if self.table is None else self.table.after(message)
                races = self.races if message.race is None else _last(self.races, message)
                happened = _last(self.happened, message)
                race = self.room is not None and GAMES[self.room.game].game.races
                tally = self.tally.heard(message, now) if race else self.tally.moved_on(message.t)
                return replace(self, table=table, happened=happened, races=races, tally=tally)
            case Pending() if message.n in self.pending:
                held = replace(self.pending[message.n], held=True)
                return replace(self, pending={**self.pending, message.n: held})
            case Prompts() if self.table is not None:
                asked = self.table.asked(message.prompts, now)
                after = replace(self, table=asked, contested=frozenset(message.contested))
                return after._tallied(self.table, now)
            case Distances():
                return replace(self, distances=tuple(message.ms))
            case Said():
                return replace(self, said=_last(self.said, message))
            case Storage(away):
                halted = away or (self.room is not None and self.room.paused)
                table = None if self.table is None else self.table.paused(halted, now)
                return replace(self, table=table, storage_away=away)
            case Goodbye():
                return replace(self, goodbye=message, storage_away=False)
        return self

    def _tallied(self, before: TableView | None, now: float) -> Self:
        """The model with its tally brought up to a new table, or to new prompts."""
        table, tally = self.table, self.tally
        assert table is not None
        if before is None or before.view is not table.view:
            gap = before is not None and before.seq != table.seq
            tally = tally.seen(table.view, first=before is None, gap=gap)
        mine = asks(table.prompts, table.seat)
        known = [] if before is None else asks(before.prompts, before.seat)
        if mine and mine != known and not GAMES[table.game].game.races:
            tally = tally.was_asked(now)
        return replace(self, tally=tally)

    def _moved_to(self, room: RoomState, now: float) -> Self:
        same = self.room is not None and self.room.match == room.match
        if same:
            table = None if self.table is None else self.table.paused(room.paused, now)
            return replace(self, room=room, table=table, goodbye=None, storage_away=False)
        here = self.room is not None and self.room.code == room.code
        return type(self)(room=room, said=self.said, distances=self.distances if here else ())

    def played(self, n: int, move: Move, now: float) -> Self:
        """The model after the player's own move was sent."""
        tally = self.tally.pressed(move, now)
        return replace(self, pending={**self.pending, n: PendingMove(move, now)}, tally=tally)

    def renumbered(self, before: int, n: int) -> Self:
        """The model after a move that had not left got another number."""
        if before not in self.pending:
            return self
        others = {each: move for each, move in self.pending.items() if each != before}
        return replace(self, pending={**others, n: self.pending[before]})

    def answered(self, answer: Done | Refused) -> Self:
        """The model after the answer to the player's own move."""
        pending = {n: each for n, each in self.pending.items() if n != answer.n}
        mine = self.pending.get(answer.n)
        if mine is None or isinstance(answer, Done):
            return replace(self, pending=pending)
        return replace(self, pending=pending, refused=_last(self.refused, (mine.move, answer)))


def _last(items: tuple[Item, ...], newest: Item) -> tuple[Item, ...]:
    return (*items[-(REMEMBERED - 1) :], newest)
