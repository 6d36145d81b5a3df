"""A tiny game and bots that follow a script, for tests of playouts and crews."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from watai.engine.bots.bot import Bot, Plan
from watai.engine.dice import Dice
from watai.engine.game import Event, Game, IllegalMove, Millis, Move, Outcome, Prompt, Seat, View
from watai.engine.options import Options

BELL = Millis(100)
ROUND = 4


@dataclass(frozen=True, slots=True)
class Add(Move):
    """Add to the tally; only positive numbers are allowed."""

    number: int


@dataclass(frozen=True, slots=True)
class Added(Event):
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Rung(Event):
    """The bell rang: the rules acted by themselves."""


@dataclass(frozen=True, slots=True)
class Sum(View):
    tally: int
    rung: bool


class Tally(Game):
    """Add up to four together. A bell rings once, at 100 ms."""

    name = "tally"
    seats = range(1, 4)
    options_type = Options
    move_types = (Add,)
    event_types = (Added, Rung)

    def __init__(self, seats: int) -> None:
        super().__init__(Options(), seats, Dice.from_text("tally"))
        self.opening = (Added(Seat(0), 0),)
        self.tally = 0
        self.rung = False

    def moves(self, seat: Seat) -> Sequence[Move]:
        return () if self.outcome() else (Add(1),)

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        assert isinstance(move, Add)
        if move.number < 1:
            raise IllegalMove("TALLY-1", "only positive numbers")
        self.tally += move.number
        return (Added(seat, move.number),)

    def due(self) -> Millis | None:
        return None if self.rung else BELL

    def expire(self, at: Millis) -> Sequence[Event]:
        self.rung = True
        return (Rung(),)

    def prompts(self) -> Sequence[Prompt]:
        return ()

    def view(self, seat: Seat | None) -> View:
        return Sum(self.tally, self.rung)

    def faults(self) -> Sequence[str]:
        return ()

    def outcome(self) -> Outcome | None:
        return Outcome("full", ()) if self.tally >= ROUND else None


class Script(Bot):
    """A bot that follows its plans in order, None meaning none; it notes what it was shown, and when."""

    strengths: ClassVar[tuple[str, ...]] = ("any",)

    def __init__(self, *plans: tuple[int, int] | None) -> None:
        super().__init__(Seat(0), "any", Dice.from_text("script"))
        self.plans = list(plans)
        self.shown: list[tuple[Millis, View]] = []

    def think(self, view: View, at: Millis) -> Plan | None:
        self.shown.append((at, view))
        plan = self.plans.pop(0) if self.plans else None
        return None if plan is None else Plan(Add(plan[0]), Millis(plan[1]))
