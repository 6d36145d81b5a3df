"""The parts that messages of the server are made of."""

from typing import Any

from msgspec import Struct

OptionValue = str | int | bool


class SeatState(Struct, frozen=True, omit_defaults=True):
    """One seat of a room and who has it."""

    kind: str
    """`player`, `bot` or `open`."""
    name: str
    """The name of the player or bot, which nobody else has at this table: a second Ana is `Ana 2`. Empty on an open seat."""
    ready: bool
    """Whether the player is ready to start; bots always are, and the host says so by starting. In a room whose game is over: whether the player wants another one."""
    here: bool
    """Whether the player is connected."""
    bot: bool = False
    """Whether a bot plays for the player, who has been away for too long. It stops when the player is back."""


class RoomLine(Struct, frozen=True):
    """A room in the list."""

    code: str
    """Its code."""
    game: str
    """Its game."""
    status: str
    """`waiting`, `playing` or `finished`."""
    seats: int
    """How many seats it has."""
    free: int
    """How many of them are free."""
    host: str
    """The name of its host."""


class SeatRange(Struct, frozen=True):
    """How many players a game is for."""

    least: int
    """The fewest."""
    most: int
    """The most."""


class OptionLine(Struct, frozen=True, omit_defaults=True):
    """An option that a host may choose."""

    name: str
    """Its name, as `options` of `create` has it."""
    type: str
    """`int`, `choice`, `bool` for one that is `on` or `off`, or `text`."""
    default: OptionValue
    """Its value if it is left out."""
    text: str
    """Where the texts for people (`/text/en.json`) say what it is: `watai.options.target`. They name it at `options.names.target`, and those of its values that need words at `options.values.target.VALUE`."""
    least: int | None = None
    """Of an `int`: the least it may be."""
    most: int | None = None
    """Of an `int`: the most it may be; of a `text`: how many characters it may have."""
    words: list[str] = []
    """Of a `choice` or `bool`: what it may be."""
    of_room: bool = False
    """Whether it says how the room decides races, and nothing about the rules."""


class GameLine(Struct, frozen=True):
    """A game that can be played here."""

    game: str
    """Its name, as `create` takes it."""
    seats: SeatRange
    """How many players it is for, bots included."""
    strengths: list[str]
    """How strong its bots may be, weakest first: `strength` of `add_bot`."""
    races: bool
    """Whether players race each other: see Races and Fresh views."""
    options: list[OptionLine]
    """Everything a host may choose."""


class PromptLine(Struct, frozen=True):
    """A question that a player must answer."""

    seat: int
    """The seat that is asked."""
    ask: str
    """What is asked: a word of the game, such as `coin`."""
    left: int | None
    """The time left to answer, in ms; null if it is not limited."""


class SceneLine(Struct, frozen=True):
    """The table of a finished game after one of its steps."""

    seq: int
    """The number of the last event before it."""
    at: int
    """The game clock then, in ms since the start; instants inside the view are on it."""
    view: Any
    """The table: see the tables of the game."""
    prompts: list[PromptLine]
    """The questions that were open then."""


class MoveLine(Struct, frozen=True):
    """A move that would be accepted now, as `act` takes it."""

    move: str
    """The name of the move."""
    args: Any
    """Its fields."""


class Beaten(Struct, frozen=True):
    """A player who wanted the same place and was slower."""

    seat: int
    """The seat of that player."""
    ms: int
    """By how many ms; 0: too close to tell, so a draw decided."""


class Race(Struct, frozen=True):
    """How a race was won."""

    w: int
    """The time of the winner's key press on the table as that player saw it, in µs since the start."""
    held: int
    """How long the first play waited for rivals, in µs."""
    beat: list[Beaten]
    """The slower players, second place first."""
