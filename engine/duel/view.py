"""What one pair of eyes sees of a Duel."""

from dataclasses import dataclass

from watai.engine.duel.events import Exchanged, Fought, Traded
from watai.engine.duel.options import DuelOptions
from watai.engine.duel.state import State
from watai.engine.duel.tables import CELLS, SIDES, Cell
from watai.engine.game import Millis, Outcome, Prompt, Seat, View

Stones = tuple[int | None, ...]
"""Stones lying somewhere; None is one whose value these eyes may not see."""


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell, and the stones of each side on it."""

    row: int
    column: int
    bison: Stones
    wolf: Stones


@dataclass(frozen=True, slots=True)
class DuelView(View):
    """The table as one side sees it, or a spectator."""

    seat: Seat | None
    variant: str
    exchange: str
    asks: tuple[Prompt, ...]
    cells: tuple[CellView, ...]
    hands: tuple[Stones, ...]
    """Stones not yet placed, Bison's and Wolf's."""
    shells: tuple[int, ...]
    chosen: tuple[Seat, ...]
    """Whose mask lies face down."""
    mask: int | None
    """One's own mask lying face down."""
    duels: int
    duel_limit: int
    ends: Millis | None
    """When the minutes are over, where they are limited."""
    exchanges: int
    last: Fought | None
    """The last duel; in the memory variant only until the exchange after it is over."""
    exchanged: Exchanged | None
    """The last exchange, if it was one of a player's own stones."""
    traded: Traded | None
    """The last exchange, if it was one of any two stones (DUEL-9)."""
    outcome: Outcome | None


def look(
    state: State,
    options: DuelOptions,
    seat: Seat | None,
    asks: tuple[Prompt, ...],
    ends: Millis | None,
) -> DuelView:
    """The state as this seat may see it (DUEL-10)."""
    face_down = options.variant == "memory"
    return DuelView(
        seat=seat,
        variant=options.variant,
        exchange=options.exchange,
        asks=asks,
        cells=tuple(_cell(state, cell, face_down) for cell in CELLS),
        hands=tuple(_stones(state.hands[side], face_down and side != seat) for side in SIDES),
        shells=tuple(state.shells),
        chosen=tuple(sorted(state.masks)),
        mask=None if seat is None else state.masks.get(seat),
        duels=state.duels,
        duel_limit=options.duel_limit,
        ends=ends,
        exchanges=state.exchanges,
        last=state.shown,
        exchanged=state.moved if isinstance(state.moved, Exchanged) else None,
        traded=state.moved if isinstance(state.moved, Traded) else None,
        outcome=state.ended,
    )


def _cell(state: State, cell: Cell, face_down: bool) -> CellView:
    bison, wolf = (_stones(state.board.stones(side, cell), face_down) for side in SIDES)
    return CellView(*cell, bison, wolf)


def _stones(stones: list[int] | set[int], hidden: bool) -> Stones:
    return (None,) * len(stones) if hidden else tuple(sorted(stones))
