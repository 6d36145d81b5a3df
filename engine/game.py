"""The one interface every game answers: moves in, events out, views for those who may look.

A game is a function of (options, seed, inputs).
Time and chance are arguments: `at` is the game clock, which starts at 0 and never runs backwards, and `Dice` is the only source of chance.
Two things change a game and nothing else does: `play`, a player's move, and `tick`, the passing of an instant at which the rules act by themselves.
Both return what happened as events, in order.
State leaves the engine through `view` (all of it, now) and `tell` (what just changed), each for one pair of eyes.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, NewType

from watai.engine.dice import Dice
from watai.engine.options import BadOption, Options

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; play goes to the left, from a seat to the next number."""

Millis = NewType("Millis", int)
"""A point or a span of the game clock."""

START_OF_TIME: Final = Millis(0)

Slot = NewType("Slot", str)
"""The name of something that players race for. It is unique within a match, because the draw of a tie depends on it."""


class Move:
    """Something a player wants to do. Subclasses are frozen dataclasses named by an imperative."""

    __slots__ = ()


class Event:
    """Something that happened. Subclasses are frozen dataclasses named by a past participle."""

    __slots__ = ()


class View:
    """What one pair of eyes may see of a game. Subclasses are frozen dataclasses."""

    __slots__ = ()


class IllegalMove(Exception):
    """The player broke a rule: the clause that forbids it, and why in one plain sentence.

    `why` is a constant sentence, never built from the state, so that it can be translated and cannot leak a secret.
    """

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(clause, why)
        self.clause = clause
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Several winners share the victory; none means a draw."""

    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who must answer what, and until when. Public: it never carries a secret."""

    seat: Seat
    ask: str
    until: Millis | None


class Stake(NamedTuple):
    """What a move races others for, as the table stands.

    `rivals` are the other seats that could act on the slot now, each with whether that act would take it.
    `spends` is what the move uses up, so that nobody plays the same thing twice while the first play waits.
    A `sweeping` move changes the table for everybody: earlier plays that still wait must be settled before it.
    """

    slot: Slot | None
    takes: bool = True
    rivals: tuple[tuple[Seat, bool], ...] = ()
    spends: str = ""
    sweeping: bool = False


@dataclass(frozen=True, slots=True)
class Committed(Event):
    """The SHA-256 of a seed not yet shown: from here on its chance is fixed."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A seed that was committed to, so that anybody can check the shuffles made with it."""

    seed: str


class Game(ABC):
    """One match from the deal to its outcome."""

    name: ClassVar[str]
    seats: ClassVar[range]
    options_type: ClassVar[type[Options]]
    move_types: ClassVar[tuple[type[Move], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    edition: ClassVar[int] = 1
    """Which edition of its rules this is. A match keeps the edition it began with; see `engine/catalogue.py`."""
    races: ClassVar[bool] = False
    """Whether players can want the same thing at once, so that it matters who was first."""

    opening: Sequence[Event]
    """What everybody is told before the first input."""

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        if seats not in self.seats:
            raise _wrong_seats(self.seats[0], self.seats[-1], seats)
        if not isinstance(options, self.options_type):
            raise TypeError(f"{self.name} takes {self.options_type.__name__}")
        options.check(seats)

    @abstractmethod
    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every move `play` would accept from this seat now."""

    @abstractmethod
    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        """Carry out a move, or raise IllegalMove and change nothing. Whatever was due by `at` has been ticked."""

    @abstractmethod
    def due(self) -> Millis | None:
        """The next instant at which the rules act by themselves."""

    @abstractmethod
    def expire(self, at: Millis) -> Sequence[Event]:
        """Do what is due exactly at `at`, which is what `due` answered. Callers use `tick`."""

    @abstractmethod
    def prompts(self) -> Sequence[Prompt]:
        """Who must answer what now. Empty while everybody may act, and once the game is over."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """What this seat may see; None is a spectator."""

    @abstractmethod
    def faults(self) -> Sequence[str]:
        """Everything wrong with this state, a sentence each; nothing, unless the engine has a bug."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def tell(self, event: Event, seat: Seat | None) -> Event | None:
        """The event as this seat may know it: whole, redacted, or not at all."""
        return event

    def offers(self, seat: Seat) -> Sequence[Move]:
        """The legal moves of this seat that a client cannot read from its view; all, unless a game has too many others."""
        return self.moves(seat)

    # Races: the server asks these to decide them; a game without races keeps the defaults.

    def stake(self, seat: Seat, move: Move) -> Stake | None:
        """What this move races others for; None if no rival can contest it, or if `play` would refuse it."""
        return None

    def missed(self, move: Move) -> Slot | None:
        """The slot this move wanted, if another play has just taken it."""
        return None

    def opens(self, event: Event) -> Slot | None:
        """The slot that this event opened: a play for it is a reaction to the event."""
        return None

    def aim(self, move: Move) -> str | None:
        """What a move is aimed at, whether or not the rules allow it now; None if it has no aim in common with others."""
        return None

    def contested(self, slot: Slot) -> str | None:
        """What everybody may be told is contested while a race for this slot is open; None where that would tell a secret."""
        return None

    def hot(self) -> Sequence[Seat]:
        """The seats that could contest a slot at any moment."""
        return ()

    def racing(self) -> bool:
        """Whether a round is being raced: whoever has to interrupt the game waits for its end, if that is possible."""
        return False

    def tick(self, at: Millis) -> Sequence[Event]:
        """Do everything due by `at`, each thing at its own instant, so that a late caller changes nothing."""
        events: list[Event] = []
        while (due := self.due()) is not None and due <= at:
            events.extend(self.expire(due))
        return events


def _wrong_seats(fewest: int, most: int, seats: int) -> BadOption:
    if fewest == most:
        return BadOption(
            "seats", "this game is for {most} players, not {seats}", most=most, seats=seats
        )
    return BadOption(
        "seats",
        "this game is for {fewest} to {most} players, not {seats}",
        fewest=fewest,
        most=most,
        seats=seats,
    )
