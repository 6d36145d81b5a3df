"""Who must answer what now: a choice on the agenda of the table. And what a kind of card must be able to say.

The agenda is a stack. Its top is the one question asked; below it wait those that follow from the same turn.
A turn puts three choices there: cards to play, above the resupply, above the hand limit.
A card played puts its own choices on top: first the Gold-symbol offers to the others, then whatever its effect asks.
An answer takes its choice off the agenda and may put others there, the same one again among them.
When the agenda is empty the turn is over.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from watai.engine.game import IllegalMove, Move, Seat

if TYPE_CHECKING:
    from watai.engine.waka_waka.table import Table


@dataclass(frozen=True, slots=True)
class Choice(ABC):
    """One question to one seat."""

    seat: Seat

    ask: ClassVar[str]
    clause: ClassVar[str]

    @abstractmethod
    def candidates(self, table: "Table") -> Iterable[Move]:
        """A finite set of moves with every acceptable one among them."""

    @abstractmethod
    def refuse(self, table: "Table", move: Move) -> None:
        """Raise IllegalMove unless this move may answer the question."""

    @abstractmethod
    def answer(self, table: "Table", move: Move) -> None:
        """Carry out an accepted move."""

    def lapse(self, table: "Table") -> None:
        """Carry out what happens when the time is up: nothing, where a clause does not say otherwise (WAKA-24)."""
        return

    def moot(self, table: "Table") -> bool:
        """Whether there is nothing to choose any more."""
        return False

    def not_asked(self) -> IllegalMove:
        return IllegalMove(self.clause, "That is not what you are asked now.")


@dataclass(frozen=True, slots=True)
class Use:
    """A card put to use: played, repeated by a Juggler, borrowed by an Elder, or paid for with 1 gold."""

    seat: Seat
    card: str
    slot: int
    """How many cards of this turn lie before the one that is carried out (WAKA-14)."""
    visited: tuple[Seat, ...] = ()
    """Whose hands the same Elder has seen already (WAKA-13)."""


class Kind(ABC):
    """One kind of card."""

    @abstractmethod
    def refuse(self, table: "Table", use: Use) -> None:
        """Raise IllegalMove if the card cannot be carried out now."""

    @abstractmethod
    def begin(self, table: "Table", use: Use) -> None:
        """Carry the card out, or put its first choice on the agenda."""
