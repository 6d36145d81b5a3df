"""The figures of a finished game, for the end screen and the history: what is not known is left out."""

from dataclasses import dataclass
from typing import Self

from watai.clients.state.model import Model
from watai.clients.state.tally import PlayerTally, middle
from watai.engine.watai.view import WataiView

MINUTE_US = 60_000_000


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player of a race game: cards a minute, races won and lost, and by how many ms in the median."""

    cards_a_minute: float
    won: int
    lead: int | None
    lost: int
    behind: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """One game. Without `players` if it was no race, or if this client missed a part of it."""

    seconds: int
    rounds: int | None
    """Rounds played, in a game that has rounds."""
    races: bool
    """Whether everybody played at once, so that `reaction` is one; otherwise it is the time to decide."""
    players: tuple[PlayerFigures, ...]
    reaction: int | None
    """The median of the player's own times, in ms."""

    @classmethod
    def of(cls, model: Model) -> Self | None:
        """The figures of the game in this model; None if there is none."""
        if model.table is None:
            return None
        tally, view = model.tally, model.table.view
        races = isinstance(view, WataiView)
        players: tuple[PlayerFigures, ...] = ()
        if races and tally.whole and tally.raced:
            seats = range(len(model.names))
            players = tuple(
                _player(tally.sides.get(seat, PlayerTally()), tally.raced) for seat in seats
            )
        return cls(
            seconds=tally.t // 1_000_000,
            rounds=view.round if isinstance(view, WataiView) else None,
            races=races,
            players=players,
            reaction=middle(tally.reactions),
        )


def _player(side: PlayerTally, raced: int) -> PlayerFigures:
    cards = round(side.cards * MINUTE_US / raced, 1)
    return PlayerFigures(cards, len(side.won), middle(side.won), len(side.lost), middle(side.lost))
