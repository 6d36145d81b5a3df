"""What must hold in every state of Wapi, and a sentence for each thing that does not."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from watai.engine.game import Outcome, Seat
from watai.engine.wapi.choice import Choice
from watai.engine.wapi.section import Section
from watai.engine.wapi.tables import Tables, Token

Board = Mapping[str, Section]


def faults_of_the_table(
    tables: Tables,
    board: Board,
    bag: Sequence[Token],
    totems: Sequence[int],
    pending: Choice | None,
) -> Iterator[str]:
    """Every token and totem is in exactly one place, and the place has room for it."""
    if _tokens_found(board, bag, pending) != Counter(tables.bag()):
        yield "the tokens are not those of the tables, each in one place"
    for symbol, section in board.items():
        if len(section.tokens) > section.table.symbol_spaces:
            yield f"{symbol}: more symbol tokens than spaces"
        if len(section.coins) > section.table.coin_spaces:
            yield f"{symbol}: more coins than spaces"
        if not all(owner is None or 0 <= owner < len(totems) for owner in section.tokens):
            yield f"{symbol}: a totem of nobody at this table"
    for seat, in_hand in enumerate(totems):
        standing = sum(section.totems_of(Seat(seat)) for section in board.values())
        if in_hand < 0 or in_hand + standing != tables.totems:
            yield f"seat {seat} has {in_hand} totems in hand and {standing} on the board"


def _tokens_found(board: Board, bag: Sequence[Token], pending: Choice | None) -> Counter[Token]:
    found = Counter(bag)
    for symbol, section in board.items():
        found[symbol] += len(section.tokens)
        found.update(section.coins)
    if pending is not None and isinstance(pending.token, int):
        found[pending.token] += 1  # a symbol lies on the board already while its player decides
    return found


def faults_of_the_pending(
    pending: Choice | None, board: Board, totems: Sequence[int], ended: Outcome | None
) -> Iterator[str]:
    """There is a question exactly while there is no outcome, and the player asked can answer it."""
    if (pending is None) == (ended is None):
        yield "a running game asks somebody something, and a game that is over asks nobody"
    if pending is None:
        return
    if not 0 <= pending.seat < len(totems):
        yield "nobody sits where the question goes"
    elif isinstance(pending.token, int):
        if not any(section.has_room() for section in board.values()):
            yield "there is a coin to place and no room for it"
    else:
        if totems[pending.seat] == 0:
            yield "a player without totems is asked for one"
        if board[pending.token].tokens[-1:] != [None]:
            yield "the symbol just drawn is not the last one on its section, or has a totem already"
