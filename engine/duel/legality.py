"""What each clause of the Duel forbids: every refusal, one clause per `if`."""

from watai.engine.duel.board import Board, can_be_completed
from watai.engine.duel.moves import Choose, Exchange, Place, Trade
from watai.engine.duel.state import State
from watai.engine.duel.tables import CELLS, MASKS, SIDES
from watai.engine.game import IllegalMove, Seat


def check_placement(state: State, seat: Seat, move: Place, variant: str) -> None:
    """DUEL-2, DUEL-3, DUEL-9."""
    cell = (move.row, move.column)
    if state.asked(seat) != "place":
        raise IllegalMove("DUEL-2", "It is not your turn to place a stone.")
    if move.owner not in SIDES:
        raise IllegalMove("DUEL-1", "Stones are Bison's or Wolf's.")
    if move.owner != seat and variant != "professional":
        raise IllegalMove("DUEL-2", "You place your own stones only.")
    if move.stone not in state.hands[move.owner]:
        raise IllegalMove("DUEL-1", "This stone is not there to be placed.")
    if cell not in CELLS:
        raise IllegalMove("DUEL-2", "There is no such cell.")
    if state.board.stones(move.owner, cell):
        raise IllegalMove("DUEL-2", "This cell already holds a stone of that colour.")
    if variant == "base":
        _check_pairing(state, move)


def _check_pairing(state: State, move: Place) -> None:
    """DUEL-2, DUEL-3: on trial, in `play` as in `moves`; the board is as before when this returns or raises."""
    cell = (move.row, move.column)
    state.board.place(move.owner, move.stone, cell)
    state.hands[move.owner].remove(move.stone)
    paired = state.board.pairs_equals(cell)
    stuck = not can_be_completed(state.board, state.hands)
    state.board.take(move.owner, move.stone, cell)
    state.hands[move.owner].add(move.stone)
    if paired:
        raise IllegalMove("DUEL-2", "Equal stones never share a cell.")
    if stuck:
        raise IllegalMove("DUEL-3", "After that the last stones could only make an equal pair.")


def check_mask(state: State, seat: Seat, move: Choose) -> None:
    """DUEL-4, DUEL-5."""
    if seat in state.masks:
        raise IllegalMove("DUEL-4", "You have chosen your mask for this duel.")
    if state.asked(seat) != "mask":
        raise IllegalMove("DUEL-4", "It is not the time for masks.")
    if move.mask not in MASKS:
        raise IllegalMove("DUEL-1", "Masks are numbered 1 to 3.")


def check_exchange(state: State, seat: Seat, move: Exchange, variant: str) -> None:
    """DUEL-6, DUEL-8."""
    first, second = (move.row, move.column), (move.other_row, move.other_column)
    if state.asked(seat) != "exchange":
        raise IllegalMove("DUEL-6", "It is not your turn to exchange.")
    if variant == "professional":
        raise IllegalMove(
            "DUEL-9", "In the professional variant you name two stones, not two cells."
        )
    if first not in CELLS or second not in CELLS:
        raise IllegalMove("DUEL-6", "There is no such cell.")
    if first >= second:
        raise IllegalMove("DUEL-6", "Name two different cells, the upper or left one first.")
    if variant == "base" and exchange_pairs_equals(state.board, seat, first, second):
        raise IllegalMove("DUEL-6", "Equal stones would share a cell.")


def exchange_pairs_equals(
    board: Board, seat: Seat, first: tuple[int, int], second: tuple[int, int]
) -> bool:
    """Whether one's own stones on these two cells would meet their equals by changing places."""
    rival = Seat(1 - seat)
    return board.stones(seat, first) == board.stones(rival, second) or board.stones(
        seat, second
    ) == board.stones(rival, first)


def check_trade(state: State, seat: Seat, move: Trade, variant: str) -> None:
    """DUEL-9."""
    if state.asked(seat) != "exchange":
        raise IllegalMove("DUEL-6", "It is not your turn to exchange.")
    if variant != "professional":
        raise IllegalMove("DUEL-6", "You exchange your own stones, named by their cells.")
    if move.owner not in SIDES or move.other_owner not in SIDES:
        raise IllegalMove("DUEL-1", "Stones are Bison's or Wolf's.")
    cell = state.board.cell_of(move.owner, move.stone)
    other_cell = state.board.cell_of(move.other_owner, move.other_stone)
    if cell is None or other_cell is None:
        raise IllegalMove("DUEL-1", "There is no such stone.")
    if cell == other_cell:
        raise IllegalMove("DUEL-9", "Two stones of one cell cannot be exchanged.")
    if (move.owner, move.stone) > (move.other_owner, move.other_stone):
        raise IllegalMove("DUEL-9", "Name Bison's stone first, and of one colour the lower stone.")


def check_decline(state: State, seat: Seat, exchange: str) -> None:
    """DUEL-6."""
    if state.asked(seat) != "exchange":
        raise IllegalMove("DUEL-6", "It is not your turn to exchange.")
    if exchange != "optional":
        raise IllegalMove("DUEL-6", "In this room the exchange is compulsory.")
