"""A room as its host wants it: the game, its seats and options, and the bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption, Whole, Written
from watai.protocol.messages import AddBot, Create, OptionValue
from watai.protocol.rooms import check_room

FIRST_GAME: Final = next(iter(GAMES))
WIDE: Final = 100  # wider ranges are stepped through in tens


def usual_seats(game: str) -> int:
    """How many seats a room has if the host does not say: the third smallest number the game allows."""
    seats = GAMES[game].game.seats
    return seats[min(2, len(seats) - 1)]


@dataclass(frozen=True, slots=True)
class Setup:
    """What the host has chosen. With `start`, bots take every free seat and the game begins at once."""

    game: str = FIRST_GAME
    seats: int = usual_seats(FIRST_GAME)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    public: bool = False
    bots: int = 0
    strength: str = ""
    start: bool = False

    def check(self) -> None:
        """Raise BadOption for a room that could never start."""
        check_room(self.game, self.seats, self.options)

    def with_game(self, game: str) -> Self:
        """The same for another game, with its usual seats and options."""
        return replace(self, game=game, seats=usual_seats(game), options={}, strength="")

    def create(self, n: int) -> Create:
        """The message that opens the room."""
        return Create(n, self.game, self.seats, dict(self.options), self.public)

    def bot(self, n: int) -> AddBot:
        """The message that seats one of the bots."""
        return AddBot(n, self.strength or strengths(self.game)[0])

    # stepping through values

    def value(self, option: str) -> OptionValue:
        """The value of an option, chosen or default."""
        default = getattr(GAMES[self.game].game.options_type(), option)
        return self.options.get(option, default)

    def stepped(self, option: str, by: int) -> Self:
        """The setup with the next value of an option, up or down."""
        kind = GAMES[self.game].game.options_type.kinds()[option]
        now = self.value(option)
        after: OptionValue
        if isinstance(kind, Whole):
            step = 10 if kind.most - kind.least > WIDE else 1
            after = max(kind.least, min(kind.most, int(now) + by * step))
        elif isinstance(kind, Written):
            return self  # a text is not stepped through
        else:
            after = kind.words[(kind.words.index(str(now)) + by) % len(kind.words)]
        return replace(self, options={**self.options, option: after})

    def seated(self, by: int) -> Self:
        """The setup with more or fewer seats, as far as the game allows."""
        seats = GAMES[self.game].game.seats
        return replace(self, seats=max(seats[0], min(seats[-1], self.seats + by)))


def strengths(game: str) -> tuple[str, ...]:
    """The strengths of this game's bots, the weakest first."""
    return GAMES[game].bot.strengths


def stronger(game: str, strength: str) -> str:
    """The next strength after this one; the weakest after the last."""
    known = strengths(game)
    return known[(known.index(strength) + 1) % len(known)] if strength in known else known[0]


def pairs(given: Sequence[str]) -> dict[str, OptionValue]:
    """Options typed as `name=value`; raises BadOption."""
    options: dict[str, OptionValue] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(pair, "write it as name=value")
        options[name] = value
    return options
