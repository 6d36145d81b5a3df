"""Any game at all, plainly: the fields of its view, and its legal moves as a menu."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from clients.cli.ui.face import Face, Line, Option, Size
from clients.state.model import Model
from engine.game import Move

MENU_LINES = 9


class PlainFace(Face):
    """For games that have no face of their own yet."""

    game = ""

    def draw(self, model: Model, now: float, size: Size) -> Sequence[Line]:
        table = model.table
        if table is None:
            return []
        lines: list[Line] = []
        for name, value in _fields(table.view):
            lines.append([("dim", f"{name:>14} "), ("plain", value[: size.columns - 15])])
        return [*lines[: size.lines - MENU_LINES - 1], [], *self._menu(model, size)]

    def _menu(self, model: Model, size: Size) -> list[Line]:
        moves = self._moves(model)
        return [
            [
                ("key", f" {self.keymap.label(f'menu.{number}')} "),
                ("plain", f" {words}"[: size.columns - 4]),
            ]
            for number, words in enumerate(map(self._words, moves), 1)
        ]

    def _words(self, move: Move) -> str:
        return " ".join([type(move).__name__, *(value for _, value in _fields(move))])

    def _moves(self, model: Model) -> Sequence[Move]:
        return () if model.table is None else model.table.moves[:MENU_LINES]

    def options(self, model: Model) -> Sequence[Option]:
        return [
            Option(f"menu.{number}", self._words(move))
            for number, move in enumerate(self._moves(model), 1)
        ]

    def do(self, command: str, model: Model) -> Move | None:
        number = command.removeprefix("menu.")
        moves = self._moves(model)
        return moves[int(number) - 1] if number.isdecimal() and int(number) <= len(moves) else None


def _fields(whole: Any) -> list[tuple[str, str]]:
    return [(each.name, str(getattr(whole, each.name))) for each in fields(whole)]
