"""What a player of the memory variant remembers: stones placed by the player and stones shown in duels."""

from math import fsum

from watai.engine.duel.tables import STONES, WOLF, Cell
from watai.engine.duel.view import DuelView
from watai.engine.game import Seat


class Belief:
    """Face-down stones as one player knows them, kept up to date from view to view."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})
        """Bison's and Wolf's stones, where they are known."""
        self.exposed: set[Cell] = set()
        """Where own stones lie that the opponent has seen."""
        self._hand = frozenset(STONES)
        self._covered: frozenset[Cell] = frozenset()
        self._exchanges = 0

    def update(self, view: DuelView) -> None:
        """Take in what can be seen now; an exchange comes before the duel on view, which follows it."""
        self._remember_placement(view)
        self._follow_exchange(view)
        if view.last is not None:
            cell = (view.last.row, view.last.column)
            self.known[0][cell], self.known[1][cell] = view.last.bison, view.last.wolf
            self.exposed.add(cell)

    def unknown(self, side: Seat) -> tuple[int, ...]:
        """The stones of a side whose places are not known."""
        return tuple(stone for stone in STONES if stone not in self.known[side].values())

    def mean(self, side: Seat, cell: Cell) -> float:
        """What a stone is worth on average, as far as is known."""
        candidates = self.candidates(side, cell)
        return fsum(candidates) / len(candidates)

    def candidates(self, side: Seat, cell: Cell) -> tuple[int, ...]:
        """The stones that may lie here, each as likely as the others."""
        known = self.known[side].get(cell)
        return self.unknown(side) if known is None else (known,)

    def forget(self, side: Seat) -> None:
        self.known[side].clear()

    def _remember_placement(self, view: DuelView) -> None:
        """A stone that left the hand lies on the newly covered cell; if several left at once, their places stay unknown."""
        hand = frozenset(stone for stone in view.hands[self.seat] if stone is not None)
        covered = frozenset(
            (each.row, each.column)
            for each in view.cells
            if (each.wolf if self.seat == WOLF else each.bison)
        )
        gone, new = self._hand - hand, covered - self._covered
        if len(gone) == len(new) == 1:
            self.known[self.seat][next(iter(new))] = next(iter(gone))
        self._hand, self._covered = hand, covered

    def _follow_exchange(self, view: DuelView) -> None:
        """Known stones move with the exchange; a bot that missed an exchange forgets everything."""
        missed = view.exchanges - self._exchanges
        self._exchanges = view.exchanges
        if missed == 1 and view.exchanged is not None:
            one = (view.exchanged.row, view.exchanged.column)
            two = (view.exchanged.other_row, view.exchanged.other_column)
            _swap(self.known[view.exchanged.seat], one, two)
            if view.exchanged.seat == self.seat:
                self.exposed = {
                    two if at == one else one if at == two else at for at in self.exposed
                }
        elif missed:
            self.known[0].clear()
            self.known[1].clear()
            self.exposed.clear()


def _swap(stones: dict[Cell, int], one: Cell, two: Cell) -> None:
    first, second = stones.pop(one, None), stones.pop(two, None)
    if first is not None:
        stones[two] = first
    if second is not None:
        stones[one] = second
