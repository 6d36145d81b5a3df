"""What the player's games say over time: how many were won, the best ones, and how a figure has changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from watai.clients.cli.history.played import FinishedGame

SHOWN: Final = 30
"""How many games a chart shows."""


@dataclass(frozen=True, slots=True)
class Best:
    """A personal best: which figure, and the game it was reached in."""

    figure: str
    game: FinishedGame


FIGURES: Final[dict[str, Callable[[Sequence[FinishedGame]], FinishedGame]]] = {
    "cards_a_minute": lambda games: max(games, key=lambda each: each.cards_a_minute or 0),
    "reaction": lambda games: min(games, key=lambda each: each.reaction or 0),
    "won": lambda games: max(games, key=lambda each: each.won or 0),
    "points": lambda games: max(games, key=lambda each: each.points or 0),
}
"""How the best game by each figure is found, among games in which it is known."""


def bests(games: Sequence[FinishedGame]) -> list[Best]:
    """The personal bests among these games of one kind; a figure that no game has, or only 0 of, is left out."""
    found = []
    for figure, best in FIGURES.items():
        known = [game for game in games if getattr(game, figure)]
        if known:
            found.append(Best(figure, best(known)))
    return found


def course(games: Sequence[FinishedGame], figure: str) -> list[float]:
    """A figure over the last games that have it, the oldest first; `games` begins with the newest."""
    known = [getattr(game, figure) for game in games]
    return [float(value) for value in known if value is not None][:SHOWN][::-1]
