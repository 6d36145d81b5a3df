"""Everything about a running Duel that changes, and what must always be true of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from watai.engine.duel.board import Board, can_be_completed
from watai.engine.duel.events import Exchanged, Fought, Traded
from watai.engine.duel.tables import (
    CELLS,
    MASKS,
    PLACEMENT_ORDER,
    SHELLS,
    SHELLS_EACH,
    SIDES,
    STONES,
)
from watai.engine.game import Millis, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player must decide now: "place", "mask" or "exchange"."""

    seat: Seat
    ask: str
    until: Millis


@dataclass(slots=True)
class State:
    """A Duel between two inputs."""

    hands: tuple[set[int], set[int]] = field(default_factory=lambda: (set(STONES), set(STONES)))
    """Stones not yet placed, Bison's and Wolf's."""
    board: Board = field(default_factory=Board)
    shells: list[int] = field(default_factory=lambda: [SHELLS_EACH, SHELLS_EACH])
    masks: dict[Seat, int] = field(default_factory=dict)
    """Masks lying face down."""
    pending: list[Choice] = field(default_factory=list)
    """Who must answer what now; two choices stand side by side only for the masks."""
    duels: int = 0
    exchanges: int = 0
    shown: Fought | None = None
    """The last duel, until the exchange after it is over; then the stones are hidden again (DUEL-8)."""
    moved: Exchanged | Traded | None = None
    """The last exchange."""
    ended: Outcome | None = None

    def asked(self, seat: Seat) -> str | None:
        """What this seat must decide now."""
        return next((choice.ask for choice in self.pending if choice.seat == seat), None)

    def placed(self) -> int:
        return len(PLACEMENT_ORDER) - sum(map(len, self.hands))


def faults(state: State, variant: str) -> tuple[str, ...]:
    """Every broken invariant, in a sentence."""
    return (*_stone_faults(state, variant), *_shell_faults(state), *_choice_faults(state))


def _stone_faults(state: State, variant: str) -> Iterator[str]:
    board, placing = state.board, any(state.hands)
    for side in SIDES:
        on_board = [stone for cell in CELLS for stone in board.stones(side, cell)]
        if sorted([*on_board, *state.hands[side]]) != list(STONES):
            yield "A side does not have each stone exactly once."
        stacked = any(len(board.stones(side, cell)) > 1 for cell in CELLS)
        if stacked and (placing or variant != "professional"):
            yield "A cell holds two stones of one side."
    if not placing and any(sum(map(len, board.cells[cell])) != 2 for cell in CELLS):
        yield "After the placement a cell does not hold two stones."
    if variant == "base" and any(board.pairs_equals(cell) for cell in CELLS):
        yield "Equal stones share a cell."
    if variant == "base" and not can_be_completed(board, state.hands):
        yield "The board cannot be completed."


def _shell_faults(state: State) -> Iterator[str]:
    if sum(state.shells) != SHELLS or min(state.shells) < 0:
        yield "Shells were lost or made."
    if min(state.shells) == 0 and state.ended is None:
        yield "A player without shells plays on."


def _choice_faults(state: State) -> Iterator[str]:
    asked = [(choice.seat, choice.ask) for choice in state.pending]
    if (state.ended is None) != bool(asked):
        yield "Something is asked after the end, or nothing before it."
    if any(mask not in MASKS for mask in state.masks.values()):
        yield "There is no such mask."
    if state.ended is not None:
        return
    if any(state.hands):
        lawful = asked == [(PLACEMENT_ORDER[state.placed()], "place")]
    elif asked and asked[0][1] == "mask":
        lawful = asked == [(side, "mask") for side in SIDES if side not in state.masks]
    else:
        lawful = len(asked) == 1 and asked[0][1] == "exchange" and not state.masks
    if not lawful:
        yield "The wrong player is asked, or the wrong thing."
    if state.masks and any(state.hands):
        yield "A mask was chosen during the placement."
