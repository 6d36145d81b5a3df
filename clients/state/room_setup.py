"""A room as its host wants it: the game, its seats and options, and who fills the seats that stay free."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from engine.catalogue import GAMES
from engine.options import BadOption, Whole
from protocol.messages import AddBot, Create, OptionValue
from protocol.rooms import check_room

FIRST_GAME: Final = next(iter(GAMES))
WIDE: Final = 100  # a range of numbers so wide that it is walked in tens


def usual_seats(game: str) -> int:
    """How many play if nobody says: company, but no crowd."""
    seats = GAMES[game].game.seats
    return seats[min(2, len(seats) - 1)]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen so far. With `start`, bots sit down on every free seat and the game begins at once."""

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
        """The same for another game, which has other seats and other options."""
        return replace(self, game=game, seats=usual_seats(game), options={}, strength="")

    def create(self, n: int) -> Create:
        """The message that opens the room."""
        return Create(n, self.game, self.seats, dict(self.options), self.public)

    def bot(self, n: int) -> AddBot:
        """The message that seats one of the bots."""
        return AddBot(n, self.strength or strengths(self.game)[0])

    # stepping through what may be

    def value(self, option: str) -> OptionValue:
        """What an option is, chosen or not."""
        default = getattr(GAMES[self.game].game.options_type(), option)
        return self.options.get(option, default)

    def stepped(self, option: str, by: int) -> Self:
        """The next value of an option, one way or the other."""
        kind = GAMES[self.game].game.options_type.kinds()[option]
        now = self.value(option)
        after: OptionValue
        if isinstance(kind, Whole):
            step = 10 if kind.most - kind.least > WIDE else 1
            after = max(kind.least, min(kind.most, int(now) + by * step))
        else:
            after = kind.words[(kind.words.index(str(now)) + by) % len(kind.words)]
        return replace(self, options={**self.options, option: after})

    def seated(self, by: int) -> Self:
        """With more or fewer seats, as far as the game allows."""
        seats = GAMES[self.game].game.seats
        return replace(self, seats=max(seats[0], min(seats[-1], self.seats + by)))


def strengths(game: str) -> tuple[str, ...]:
    """How well bots of this game can play, the weakest first."""
    return GAMES[game].bot.strengths


def stronger(game: str, strength: str) -> str:
    """The next strength after this one, around."""
    known = strengths(game)
    return known[(known.index(strength) + 1) % len(known)] if strength in known else known[0]


def pairs(given: Sequence[str]) -> dict[str, OptionValue]:
    """Options as they are typed, `name=value`."""
    options: dict[str, OptionValue] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(pair, "write it as name=value")
        options[name] = value
    return options
