"""A Duel as one of its players sees it: own masks name the rows, the opponent's the columns, whoever plays."""

from collections.abc import Sequence
from math import fsum
from typing import Final

from watai.engine.bots.duel.belief import Belief
from watai.engine.bots.duel.exchange import Stones as Pieces
from watai.engine.bots.duel.outlook import FAR, chance
from watai.engine.bots.duel.placement import Drop, Layout
from watai.engine.duel.board import Board, can_be_completed
from watai.engine.duel.tables import BISON, CELLS, PLACEMENT_ORDER, SHELLS, WOLF, Cell, other
from watai.engine.duel.view import DuelView, Stones
from watai.engine.game import Millis, Seat

_DUEL_MILLIS: Final = 10_000
"""About how long people take for a duel and an exchange."""
_BRINK: Final = 0.3
"""An expected loss of all shells still leaves this many: the game is lost only when it has happened."""


class Sight:
    """A view turned so that cell 3 × a + b is where own mask a + 1 meets the opponent's mask b + 1."""

    def __init__(self, view: DuelView, seat: Seat, belief: Belief) -> None:
        self.view = view
        self.seat = seat
        self.rival = other(seat)
        self.belief = belief
        self.shells = view.shells[seat]
        self.cells: Sequence[Cell] = [
            (a, b) if seat == BISON else (b, a) for a in (1, 2, 3) for b in (1, 2, 3)
        ]

    def duels_left(self, at: Millis) -> int:
        """How many duels are to come, the next included, as far as can be told."""
        left = self.view.duel_limit - self.view.duels if self.view.duel_limit else FAR
        if self.view.ends is not None:
            left = min(left, max(1, (self.view.ends - at) // _DUEL_MILLIS))
        return min(left, FAR)

    def stones_on(self, side: Seat, cell: Cell) -> tuple[int, ...]:
        """The stones that lie open here."""
        return tuple(stone for stone in self._seen(side, cell) if stone is not None)

    def _seen(self, side: Seat, cell: Cell) -> Stones:
        seen = self.view.cells[3 * cell[0] + cell[1] - 4]
        return seen.bison if side == BISON else seen.wolf

    def worths(self, side: Seat, cell: Cell) -> tuple[int, ...]:
        """What a side may be worth here, each as likely as the others; one number where all is open."""
        if self.view.variant == "memory":
            return self.belief.candidates(side, cell)
        return (sum(self.stones_on(side, cell)),)

    def stones(self) -> tuple[Pieces, list[int], list[tuple[Seat, int]]]:
        """All stones for the search, their cells, and their names (in the memory variant: the expected worth only)."""
        values: list[float] = []
        cells: list[int] = []
        names: list[tuple[Seat, int]] = []
        for side, sign in ((self.seat, 1), (self.rival, -1)):
            for number, cell in enumerate(self.cells):
                for stone in self._expected(side, cell):
                    values.append(sign * stone)
                    cells.append(number)
                    names.append((side, round(stone)))
        rules = Pieces(
            values=values,
            own=sum(side == self.seat for side, _ in names),
            any_colour=self.view.variant == "professional",
            equals_barred=self.view.variant == "base",
            may_decline=self.view.exchange == "optional",
        )
        return rules, cells, names

    def _expected(self, side: Seat, cell: Cell) -> Sequence[float]:
        if self.view.variant == "memory":
            return (self.belief.mean(side, cell),)
        return self.stones_on(side, cell)

    def prospects(self, leads: Sequence[Sequence[float]], left: int, drift: float) -> list[float]:
        """The chance to win after a duel on each cell: what it may bring, then `drift` shells by what follows."""
        return [
            fsum(self._prospect(lead, left, drift) for lead in each) / len(each) for each in leads
        ]

    def _prospect(self, lead: float, left: int, drift: float) -> float:
        shells = self.shells + lead
        if 0 < shells < SHELLS and left > 0:
            shells = min(max(shells + drift, _BRINK), SHELLS - _BRINK)
        return chance(left, shells)

    def leads(self) -> list[list[float]]:
        """By how much each cell may be won, each as likely as the others."""
        return [
            [
                mine - theirs
                for mine in self.worths(self.seat, cell)
                for theirs in self.worths(self.rival, cell)
            ]
            for cell in self.cells
        ]

    def layout(self) -> Layout:
        """The placement under way; in the memory variant the opponent's stones count as nothing, all alike."""
        view = self.view
        placed = len(PLACEMENT_ORDER) - sum(len(hand) for hand in view.hands)
        order = [side == self.seat for side in PLACEMENT_ORDER[placed:]]
        return Layout(
            mine=[self._laid(self.seat, cell) for cell in self.cells],
            theirs=[self._laid(self.rival, cell) for cell in self.cells],
            my_hand={stone for stone in view.hands[self.seat] if stone is not None},
            their_hand={stone for stone in view.hands[self.rival] if stone is not None},
            order=[turn for turn in order if turn] if view.variant == "memory" else order,
            any_colour=view.variant == "professional",
            equals_barred=view.variant == "base",
        )

    def _laid(self, side: Seat, cell: Cell) -> int:
        if self.view.variant == "memory":
            return self.belief.known[side].get(cell, 0)
        return sum(self.stones_on(side, cell))

    def allows(self, drop: Drop) -> bool:
        """Whether the cell is free, whatever one remembers, and the board can still be completed (DUEL-3)."""
        own, stone, number = drop
        side, cell = self.seat if own else self.rival, self.cells[number]
        if self._seen(side, cell):
            return False
        if self.view.variant != "base":
            return True
        board = Board({each: self._both(each) for each in CELLS})
        bison, wolf = ({each for each in hand if each is not None} for hand in self.view.hands)
        board.place(side, stone, cell)
        (bison, wolf)[side].remove(stone)
        return can_be_completed(board, (bison, wolf))

    def _both(self, cell: Cell) -> tuple[list[int], list[int]]:
        return list(self.stones_on(BISON, cell)), list(self.stones_on(WOLF, cell))
