"""One finished game of the player, as the history keeps it."""

from typing import Final, Self

from msgspec import Struct

from watai.clients.state.figures import Figures
from watai.clients.state.model import Model

VERSION: Final = 1


class FinishedGame(Struct, frozen=True, omit_defaults=True):
    """A finished game. Figures that the client did not know are left out."""

    v: int
    match: str
    game: str
    at: int
    """When it ended, in Unix seconds."""
    server: str
    """The address of the server; `own` for a local one."""
    guest: str
    """The file of the identity that played; the journal of a local server lies in the folder beside it."""
    names: list[str]
    seat: int
    winners: list[int]
    seconds: int = 0
    rounds: int | None = None
    points: int | None = None
    cards_a_minute: float | None = None
    won: int | None = None
    lead: int | None = None
    lost: int | None = None
    behind: int | None = None
    reaction: int | None = None

    @property
    def is_won(self) -> bool:
        return self.seat in self.winners

    @classmethod
    def of(cls, model: Model, server: str, guest: str, at: int) -> Self | None:
        """The game in this model, if it is over and the player had a seat."""
        room, table, figures = model.room, model.table, Figures.of(model)
        if room is None or room.status != "finished" or not room.match or table is None:
            return None
        outcome = None if table.stale else table.outcome
        if room.you is None or outcome is None or figures is None:
            return None
        mine = figures.players[room.you] if figures.players else None
        count = getattr(table.view, "last_count", ())
        return cls(
            VERSION,
            room.match,
            room.game,
            at,
            server,
            guest,
            list(model.names),
            room.you,
            [int(seat) for seat in outcome.winners],
            figures.seconds,
            figures.rounds,
            next((line.total for line in count if line.seat == room.you), None),
            None if mine is None else mine.cards_a_minute,
            None if mine is None else mine.won,
            None if mine is None else mine.lead,
            None if mine is None else mine.lost,
            None if mine is None else mine.behind,
            figures.reaction,
        )
