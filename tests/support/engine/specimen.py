"""What the law tests need to know about each game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Game, Move, Seat


@dataclass(frozen=True, slots=True)
class Setup:
    """Options and seats of one trial; a set of setups covers every variant of a game."""

    options: Mapping[str, object]
    seats: int


@dataclass(frozen=True, slots=True)
class Specimen:
    """A game under test."""

    game: str
    setups: Sequence[Setup]
    stray: Callable[[Game, Dice], Move]
    """A random well-typed move: mostly illegal, with negative and huge numbers among them."""
    disguise: Callable[[Game, Seat | None, Dice], None]
    """Rearrange, in place, everything this seat may not know, into something equally possible."""
    sober: Callable[[Game, Seat, Move], bool] = lambda game, seat, move: True
    """Whether a player who wants to win could do this: a game of penalties alone would never end."""

    def new(self, setup: Setup, seed: str) -> Game:
        rules = GAMES[self.game].game
        return rules(rules.options_type.parse(setup.options), setup.seats, Dice.from_text(seed))


def specimens() -> Iterator[Specimen]:
    """One of every game in the catalogue."""
    for name in GAMES:
        specimen: Specimen = import_module(
            f"tests.engine.{name.replace('-', '_')}.specimen"
        ).SPECIMEN
        yield specimen
