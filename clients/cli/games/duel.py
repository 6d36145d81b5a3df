"""Duel der Schamanen on the screen: nine cells with the stones of both sides, shells, masks and the last duel."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from watai.clients.cli.games.calm import BOARD_COLUMNS, CalmFace, Lines
from watai.clients.cli.games.menu import Part, Parts
from watai.clients.cli.games.panels import Score
from watai.clients.cli.games.sight import TableSight
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.lines import beside, filled, left
from watai.engine.duel.moves import Choose, Decline, Exchange, Place, Trade
from watai.engine.duel.tables import BISON, MASKS, SIDES, WOLF, Cell
from watai.engine.duel.view import CellView, DuelView, Stones
from watai.engine.game import Move, Seat

SIDE = ("bison", "wolf")
TONE = ("tone.1", "tone.2")
CELL = 12
ROW_HEAD = 4
BOARD = ROW_HEAD + len(MASKS) * (CELL + 1) + 2
LABEL = 12
BELOW_THE_BOARD = (max(MASKS) + 1, 2)


class DuelFace(CalmFace[DuelView]):
    """The board at the left, with a digit for every cell; the two shamans at its right."""

    game = "duel"
    ways_out = (Decline,)
    numbers = len(MASKS) ** 2

    # What a move is made of

    def paths(self, move: Move, sentence: str, sight: TableSight[DuelView]) -> Iterator[Parts]:
        match move:
            case Place(owner, stone, row, column):
                whose = [_owner_part(sight, owner)] if sight.view.variant == "professional" else []
                yield (*whose, _stone_part(sight, stone), _cell_part(sight, (row, column)))
            case Choose(mask):
                yield (_mask_part(sight, mask),)
            case Exchange(row, column, other_row, other_column):
                cells = (row, column), (other_row, other_column)
                yield from permutations([_cell_part(sight, cell) for cell in cells])
            case Trade(owner, stone, other_owner, other_stone):
                stones = [_found(sight, owner, stone), _found(sight, other_owner, other_stone)]
                yield from ((*one, *two) for one, two in permutations(stones))
            case _:
                yield (Part(sentence, None, BELOW_THE_BOARD),)

    # The board

    def board(self, sight: TableSight[DuelView], columns: int) -> Sequence[Lines]:
        lines: list[Line] = [self._column_heads(sight)]
        rule: Line = [("dim", " " * ROW_HEAD + sight.glyphs.horizontal * (BOARD - ROW_HEAD - 1))]
        small = columns < BOARD_COLUMNS
        for row in MASKS:
            apart = [rule] if row == min(MASKS) or not small else []
            lines += [*apart, self._keys(sight, row), self._stones(sight, row)]
        if small:
            return [[*lines, rule], _short_shamans(sight)]
        return [list(beside([*lines, rule], _shamans(sight), BOARD))]

    def _column_heads(self, sight: TableSight[DuelView]) -> Line:
        line: list[Piece] = [("plain", " " * ROW_HEAD)]
        for column in MASKS:
            pointed = _is_pointed(sight, (0, column))
            words = f"{sight.glyphs.pointer if pointed else ' '}{column}"
            line.append(("selected" if pointed else TONE[WOLF], f"{words:^{CELL + 1}}"))
        return line

    def _keys(self, sight: TableSight[DuelView], row: int) -> Line:
        line: list[Piece] = [("plain", " " * ROW_HEAD), _bar(sight)]
        for cell in sight.view.cells[(row - 1) * 3 : row * 3]:
            entry = sight.menu.at((cell.row, cell.column))
            key = self.keymap.label(f"menu.{entry.number}") if entry else ""
            pointed = _is_pointed(sight, (cell.row, cell.column))
            sign = sight.glyphs.pointer if pointed else " "
            said = sight.glyphs.yes if _is_said(sight, cell) else " "
            fought = sight.say("fought") if _is_fought(sight, cell) else ""
            line += [
                ("selected" if pointed else "key", f"{sign}{key:>2}{said}"),
                (
                    "selected" if pointed else "warning",
                    left(fought, CELL - 4, sight.glyphs.ellipsis),
                ),
                _bar(sight),
            ]
        return line

    def _stones(self, sight: TableSight[DuelView], row: int) -> Line:
        pointed = _is_pointed(sight, (row, 0))
        sign = sight.glyphs.pointer if pointed else " "
        head: Piece = ("selected" if pointed else TONE[BISON], f" {sign}{row} ")
        line: list[Piece] = [head, _bar(sight)]
        for cell in sight.view.cells[(row - 1) * 3 : row * 3]:
            stones: list[Piece] = [("plain", "  ")]
            for side, held in zip(SIDES, _held(sight, cell), strict=True):
                stones.append((TONE[side], f"{_written(sight, side, held):<5}"))
            line += [*filled(stones, CELL), _bar(sight)]
        return line

    def scores(self, sight: TableSight[DuelView]) -> Sequence[Score]:
        shells = sight.view.shells
        order = sorted(SIDES, key=lambda side: -shells[side])
        return [(side, sight.count("score", shells[side])) for side in order]


def _bar(sight: TableSight[DuelView]) -> Piece:
    return ("dim", sight.glyphs.vertical)


def _owner_part(sight: TableSight[DuelView], owner: Seat) -> Part:
    return Part(sight.say("stone_of", side=sight.word(SIDE[owner])), owner + 1)


def _stone_part(sight: TableSight[DuelView], stone: int) -> Part:
    return Part(sight.say("stone", stone=stone), stone)


def _cell_part(sight: TableSight[DuelView], cell: Cell) -> Part:
    row, column = cell
    return Part(sight.say("cell", row=row, column=column), (row - 1) * 3 + column, cell)


def _mask_part(sight: TableSight[DuelView], mask: int) -> Part:
    if sight.table.seat == BISON:
        return Part(sight.say("mask_row", mask=mask), mask, (mask, 0))
    return Part(sight.say("mask_column", mask=mask), mask, (0, mask))


def _found(sight: TableSight[DuelView], owner: Seat, stone: int) -> Parts:
    """The parts that name a stone on the board: its cell, then whose it is, then its number."""
    cell = next(
        (each.row, each.column)
        for each in sight.view.cells
        if stone in (each.bison, each.wolf)[owner]
    )
    return (_cell_part(sight, cell), _owner_part(sight, owner), _stone_part(sight, stone))


def _is_pointed(sight: TableSight[DuelView], place: Cell) -> bool:
    entry = sight.menu.pointed
    return entry is not None and entry.part.place == place


def _is_said(sight: TableSight[DuelView], cell: CellView) -> bool:
    return any(part.place == (cell.row, cell.column) for part in sight.menu.said)


def _is_fought(sight: TableSight[DuelView], cell: CellView) -> bool:
    last = sight.view.last
    return last is not None and (last.row, last.column) == (cell.row, cell.column)


def _held(sight: TableSight[DuelView], cell: CellView) -> tuple[Stones, Stones]:
    """The stones of both sides in a cell; those of the last duel are shown for a while (DUEL-8)."""
    last = sight.view.last
    if last is not None and sight.view.variant == "memory" and _is_fought(sight, cell):
        return (last.bison,), (last.wolf,)
    return cell.bison, cell.wolf


def _written(sight: TableSight[DuelView], side: Seat, stones: Stones) -> str:
    if not stones:
        return sight.glyphs.hole
    values = [sight.glyphs.back if stone is None else str(stone) for stone in stones]
    return sight.say(f"{SIDE[side]}_mark") + "+".join(values)


# The shamans, beside the board


def _shamans(sight: TableSight[DuelView]) -> list[Line]:
    return [*_shaman(sight, BISON), [], *_shaman(sight, WOLF), [], *_last_duel(sight)]


def _short_shamans(sight: TableSight[DuelView]) -> list[Line]:
    """The shamans where there is no room beside the board: a line each, then the last duel."""
    lines: list[Line] = []
    for side in (BISON, WOLF):
        (*name, _), _, *facts = _shaman(sight, side)
        told = [f"{sight.say('shells')} {sight.view.shells[side]}"]
        told += [" ".join(" ".join(words for _, words in fact).split()) for fact in facts]
        lines.append([*name, ("plain", f"  {'  '.join(told)}")])
    return [*lines, *_last_duel(sight)]


def _shaman(sight: TableSight[DuelView], side: Seat) -> Iterator[Line]:
    view = sight.view
    yield [
        ("key", sight.turn(side)),
        (TONE[side], f"{sight.word(SIDE[side])} "),
        (sight.style(side), sight.name(side)),
        ("dim", f"  {sight.say('row' if side == BISON else 'column')}"),
    ]
    shells = f"{view.shells[side]:>2} {sight.glyphs.back * view.shells[side]}"
    yield _fact(sight, "shells", shells)
    if view.hands[side]:
        stones = (sight.glyphs.back if each is None else str(each) for each in view.hands[side])
        yield _fact(sight, "to_place", " ".join(stones))
    elif any(prompt.ask == "mask" for prompt in sight.table.prompts):
        yield _fact(sight, "mask", _mask(sight, side))


def _fact(sight: TableSight[DuelView], name: str, words: str) -> Line:
    return [("dim", f"  {left(sight.say(name), LABEL, sight.glyphs.ellipsis)}"), ("plain", words)]


def _mask(sight: TableSight[DuelView], side: Seat) -> str:
    if side not in sight.view.chosen:
        return sight.say("mask_open")
    if side == sight.table.seat:
        return sight.say("mask_own", mask=sight.view.mask)
    return sight.say("mask_chosen")


def _last_duel(sight: TableSight[DuelView]) -> Iterator[Line]:
    last = sight.view.last
    if last is None:
        return
    yield [
        ("strong", " " + sight.say("duel", number=last.number, row=last.row, column=last.column))
    ]
    lead = abs(last.bison - last.wolf)
    sums = {"bison": last.bison, "wolf": last.wolf}
    if not lead:
        yield [("plain", "  " + sight.say("balanced", **sums))]
        return
    winner, loser = (BISON, WOLF) if last.bison > last.wolf else (WOLF, BISON)
    name = "bison_wins" if winner == BISON else "wolf_wins"
    yield [("plain", "  " + sight.say(name, lead=lead, **sums))]
    paid = "paid" if sight.view.shells[loser] else "paid_all"
    yield [("plain", "  " + sight.say(paid, loser=sight.names[loser], lead=lead))]
