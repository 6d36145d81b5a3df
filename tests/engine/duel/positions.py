"""Positions of the Duel: a board laid out from a text."""

from collections.abc import Sequence

from watai.engine.dice import Dice
from watai.engine.duel.moves import Choose, Place
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import BISON, CELLS, PLACEMENT_ORDER, WOLF
from watai.engine.game import Event, Millis, Move, Seat

EVEN = """
1-2  2-3  3-4
4-5  5-6  6-7
7-8  8-9  9-1
"""
"""A board of the base game: Bison's stone, then Wolf's, on each cell."""


def new(seed: str = "duel", **options: object) -> Duel:
    return Duel(Duel.options_type.parse(options), 2, Dice.from_text(seed))


def play(game: Duel, seat: Seat, *moves: Move, at: int = 0) -> list[Event]:
    return [event for move in moves for event in game.play(seat, move, Millis(at))]


def laid(picture: str = EVEN, **options: object) -> Duel:
    """A game in which these stones have been placed, each player's in the order of the cells."""
    game = new("duel", **options)
    pairs = [tuple(map(int, pair.split("-"))) for pair in picture.split()]
    queues = {
        side: [Place(side, pair[side], *cell) for pair, cell in zip(pairs, CELLS, strict=True)]
        for side in (BISON, WOLF)
    }
    for seat in PLACEMENT_ORDER:
        play(game, seat, queues[seat].pop(0))
    return game


def fight(game: Duel, row: int, column: int, at: int = 0) -> list[Event]:
    return [*play(game, BISON, Choose(row), at=at), *play(game, WOLF, Choose(column), at=at)]


def asked(game: Duel) -> list[tuple[Seat, str]]:
    return [(prompt.seat, prompt.ask) for prompt in game.prompts()]


def picture(game: Duel, seat: Seat | None = None) -> str:
    """The board as these eyes see it; a face-down stone is a question mark."""

    def text(stones: Sequence[int | None]) -> str:
        return "+".join("?" if stone is None else str(stone) for stone in stones) or "0"

    cells = [f"{text(cell.bison)}-{text(cell.wolf)}" for cell in game.view(seat).cells]
    return "\n" + "".join("  ".join(cells[row : row + 3]) + "\n" for row in (0, 3, 6))
