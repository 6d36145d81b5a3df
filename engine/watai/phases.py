"""The steps of a round before the race: naming a player, picking accents, Go, and the countdown.

A phase takes moves until it is done; the game then goes to the next one.

    naming (V3, V4, V10)  ─┐
    accents (V16)         ─┼─▶ waiting for Go ─▶ countdown ─▶ race
    any other round       ─┘
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from watai.engine.dice import Dice
from watai.engine.game import Event, IllegalMove, Millis, Move, Prompt, Seat
from watai.engine.watai.accents import ACCENTS
from watai.engine.watai.events import AccentPicked, GoSaid, PlayerNamed, Started
from watai.engine.watai.moves import Go, Name, Pick
from watai.engine.watai.player import Player
from watai.engine.watai.variants.plain import Plain

TIME_TO_CHOOSE: Final = Millis(15_000)  # WATAI-V*
TIME_TO_GO: Final = Millis(30_000)  # WATAI-6
COUNTDOWN: Final = Millis(3_000)  # WATAI-6


class Phase(ABC):
    """One step of a round."""

    name: ClassVar[str]
    done = False

    @abstractmethod
    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]: ...

    @abstractmethod
    def moves(self, seat: Seat) -> Sequence[Move]: ...

    def offers(self, seat: Seat) -> Sequence[Move]:
        return self.moves(seat)

    @abstractmethod
    def due(self) -> Millis | None: ...

    @abstractmethod
    def expire(self, at: Millis) -> Sequence[Event]: ...

    def prompts(self) -> Sequence[Prompt]:
        return ()


class Naming(Phase):
    """The leader names the player a variant falls upon; the server draws one if that takes too long."""

    name = "naming"

    def __init__(self, variant: Plain, players: Sequence[Player], dice: Dice, at: Millis) -> None:
        self.variant = variant
        self.players = players
        self.dice = dice
        self.until = Millis(at + TIME_TO_CHOOSE)

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if not isinstance(move, Name):
            raise IllegalMove("WATAI-6", "The round has not begun: a player is to be named first.")
        if seat != self.variant.leader:
            raise IllegalMove("WATAI-V*", "Only the leader of the round names a player.")
        if move not in self.moves(seat):
            raise IllegalMove("WATAI-V*", "That player cannot be named.")
        return self._name(move.player, drawn=False)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat != self.variant.leader:
            return ()
        return [Name(player.seat) for player in self.players if self.variant.may_name(player.seat)]

    def due(self) -> Millis:
        return self.until

    def expire(self, at: Millis) -> Sequence[Event]:
        able = [player.seat for player in self.players if self.variant.may_name(player.seat)]
        return self._name(self.dice.choice(able), drawn=True)

    def prompts(self) -> Sequence[Prompt]:
        return [Prompt(self.variant.leader, "name", self.until)]

    def _name(self, named: Seat, drawn: bool) -> Sequence[Event]:
        self.done = True
        event = PlayerNamed(self.variant.leader, named, drawn)
        return [event, *self.variant.name(self.players, named)]


class Picking(Phase):
    """Everybody picks an accent; the server draws one for whoever has none in time."""

    name = "picking"

    def __init__(self, variant: Plain, dice: Dice, at: Millis) -> None:
        self.variant = variant
        self.dice = dice
        self.until = Millis(at + TIME_TO_CHOOSE)

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if not isinstance(move, Pick):
            raise IllegalMove("WATAI-6", "The round has not begun: accents are to be picked first.")
        if seat in self.variant.accents:
            raise IllegalMove("WATAI-V16", "You have an accent already.")
        if move.accent not in ACCENTS:
            raise IllegalMove("WATAI-V16", "There is no such accent to pick.")
        return self._pick(seat, move.accent, drawn=False)

    def moves(self, seat: Seat) -> Sequence[Move]:
        return [] if seat in self.variant.accents else [Pick(accent) for accent in ACCENTS]

    def due(self) -> Millis:
        return self.until

    def expire(self, at: Millis) -> Sequence[Event]:
        events: list[Event] = []
        for seat in self._undecided():
            events.extend(self._pick(seat, self.dice.choice(tuple(ACCENTS)), drawn=True))
        return events

    def prompts(self) -> Sequence[Prompt]:
        return [Prompt(seat, "accent", self.until) for seat in self._undecided()]

    def _undecided(self) -> list[Seat]:
        seats = (Seat(seat) for seat in range(self.variant.seats))
        return [seat for seat in seats if seat not in self.variant.accents]

    def _pick(self, seat: Seat, accent: str, drawn: bool) -> Sequence[Event]:
        self.variant.accents[seat] = accent
        self.done = len(self.variant.accents) == self.variant.seats
        return [AccentPicked(seat, accent, drawn)]


class Waiting(Phase):
    """All is laid out, and everybody waits for the leader's Go; the server says it if that takes too long."""

    name = "waiting"

    def __init__(self, leader: Seat, at: Millis) -> None:
        self.leader = leader
        self.until = Millis(at + TIME_TO_GO)

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if not isinstance(move, Go):
            raise IllegalMove("WATAI-6", "Nothing may be played before Go.")
        if seat != self.leader:
            raise IllegalMove("WATAI-6", "Only the leader of the round says Go.")
        return self._go(at, by_server=False)

    def moves(self, seat: Seat) -> Sequence[Move]:
        return [Go()] if seat == self.leader else []

    def due(self) -> Millis:
        return self.until

    def expire(self, at: Millis) -> Sequence[Event]:
        return self._go(at, by_server=True)

    def prompts(self) -> Sequence[Prompt]:
        return [Prompt(self.leader, "go", self.until)]

    def _go(self, at: Millis, by_server: bool) -> Sequence[Event]:
        self.done = True
        return [GoSaid(self.leader, by_server, Millis(at + COUNTDOWN))]


class Countdown(Phase):
    """Three, two, one: nobody may play yet."""

    name = "countdown"

    def __init__(self, at: Millis) -> None:
        self.until = Millis(at + COUNTDOWN)

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        raise IllegalMove("WATAI-6", "The countdown is still running.")

    def moves(self, seat: Seat) -> Sequence[Move]:
        return ()

    def due(self) -> Millis:
        return self.until

    def expire(self, at: Millis) -> Sequence[Event]:
        self.done = True
        return [Started()]
