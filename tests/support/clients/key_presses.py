"""The moves that can be reached on a face by pressing keys, and the keys that lead to each."""

from collections import deque

from watai.clients.cli.games.calm import CalmFace
from watai.clients.cli.games.menu import Menu
from watai.clients.state.model import Model
from watai.engine.game import Move, View

ARROWS = ("menu.down", "menu.up", "menu.right", "menu.left")


def reached(face: CalmFace[View], model: Model) -> dict[Move, list[str]]:
    """Every move the arrows and Enter lead to, and the keys that do it."""
    return _explored(face, model, (*ARROWS, "menu.pick"))


def typed(face: CalmFace[View], model: Model) -> dict[Move, list[str]]:
    """Every move the digits alone lead to."""
    return _explored(face, model, tuple(f"menu.{digit}" for digit in range(1, 10)))


def _explored(
    face: CalmFace[View], model: Model, commands: tuple[str, ...]
) -> dict[Move, list[str]]:
    face.options(model)  # as when the screen is drawn: the menu follows the table
    start = face.menu
    seen: dict[tuple[object, int], list[str]] = {_state(start): []}
    found: dict[Move, list[str]] = {}
    left = deque([start])
    while left:
        menu = left.popleft()
        for command in commands:
            face.menu = menu
            keys = [*seen[_state(menu)], command]
            move = face.do(command, model)
            if move is not None:
                found.setdefault(move, keys)
            elif _state(face.menu) not in seen:
                seen[_state(face.menu)] = keys
                left.append(face.menu)
    face.menu = start
    return found


def _state(menu: Menu) -> tuple[object, int]:
    return menu.said, menu.cursor
