"""The Elder: look at a hand and use one of its cards; then its owner may change one (WAKA-13)."""

from collections.abc import Iterable
from dataclasses import dataclass

from watai.engine.game import IllegalMove, Move, Seat
from watai.engine.waka_waka.choice import Choice, Kind, Use
from watai.engine.waka_waka.events import Borrowed, Declined, Looked
from watai.engine.waka_waka.moves import Borrow, Discard, Look, Pass
from watai.engine.waka_waka.table import Table


class Elder(Kind):
    """Playable while an opponent not yet visited has a card to show."""

    def refuse(self, table: Table, use: Use) -> None:
        opponents = table.opponents(use.seat)
        if not any(table.hand(seat) for seat in opponents if seat not in use.visited):
            raise IllegalMove("WAKA-13", "There is no opponent left with cards to look at.")

    def begin(self, table: Table, use: Use) -> None:
        table.agenda.append(ChooseOpponent(use.seat, use.slot, use.visited))


@dataclass(frozen=True, slots=True)
class ChooseOpponent(Choice):
    """Whose hand?"""

    slot: int
    visited: tuple[Seat, ...]

    ask = "elder"
    clause = "WAKA-13"

    def candidates(self, table: Table) -> Iterable[Move]:
        return map(Look, table.opponents(self.seat))

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Look):
            raise self.not_asked()
        if move.owner not in table.opponents(self.seat):
            raise IllegalMove("WAKA-13", "Choose an opponent.")
        if move.owner in self.visited:
            raise IllegalMove("WAKA-13", "The same Elder looks at a hand only once.")
        if not table.hand(move.owner):
            raise IllegalMove("WAKA-13", "That opponent has no cards.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Look)
        visited = (*self.visited, move.owner)
        table.news.append(Looked(self.seat, move.owner, tuple(sorted(table.hand(move.owner)))))
        table.agenda.append(ChooseChange(move.owner))
        table.agenda.append(ChooseLoan(self.seat, move.owner, self.slot, visited))


@dataclass(frozen=True, slots=True)
class ChooseLoan(Choice):
    """Which card of the hand looked at, if any?"""

    owner: Seat
    slot: int
    visited: tuple[Seat, ...]

    ask = "loan"
    clause = "WAKA-13"

    def candidates(self, table: Table) -> Iterable[Move]:
        return [Pass(), *map(Borrow, sorted(set(table.hand(self.owner))))]

    def refuse(self, table: Table, move: Move) -> None:
        if isinstance(move, Pass):
            return
        if not isinstance(move, Borrow):
            raise self.not_asked()
        if move.card not in table.hand(self.owner):
            raise IllegalMove("WAKA-13", "That card is not in the hand you look at.")
        table.kinds[move.card].refuse(table, self._use(move))

    def answer(self, table: Table, move: Move) -> None:
        if isinstance(move, Borrow):
            table.news.append(Borrowed(self.seat, self.owner, move.card))
            table.kinds[move.card].begin(table, self._use(move))
        else:
            self.lapse(table)

    def lapse(self, table: Table) -> None:
        table.news.append(Declined(self.seat, self.owner))

    def _use(self, move: Borrow) -> Use:
        return Use(self.seat, move.card, self.slot, self.visited)


@dataclass(frozen=True, slots=True)
class ChooseChange(Choice):
    """Which card does the owner of that hand discard for a new one, if any?"""

    ask = "change"
    clause = "WAKA-13"

    def candidates(self, table: Table) -> Iterable[Move]:
        return [Pass(), *map(Discard, sorted(set(table.hand(self.seat))))]

    def refuse(self, table: Table, move: Move) -> None:
        if isinstance(move, Pass):
            return
        if not isinstance(move, Discard):
            raise self.not_asked()
        if move.card not in table.hand(self.seat):
            raise IllegalMove("WAKA-13", "You do not hold that card.")

    def answer(self, table: Table, move: Move) -> None:
        if isinstance(move, Discard):
            table.discard(self.seat, move.card)
            table.draw(self.seat, 1)
