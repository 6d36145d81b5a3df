"""The answers to questions before a race, as a menu: say Go, name a player, pick an accent."""

from collections.abc import Callable, Sequence

from watai.clients.cli.ui.face import Option, Piece
from watai.clients.state.model import Model
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Text
from watai.engine.game import Move
from watai.engine.watai.moves import Go, Name, Pick
from watai.engine.watai.view import WataiView

GO = "start.go"
STEPS = {"menu.left": -1, "menu.up": -1, "menu.right": 1, "menu.down": 1}


class Answers:
    """The moves that answer the question to this player. `label` gives the key of a command."""

    def __init__(self, text: Text, label: Callable[[str], str]) -> None:
        self.text = text
        self.label = label
        self.cursor = 0

    def asked(self, table: TableView) -> str | None:
        """The question to this player, if there is one."""
        assert isinstance(table.view, WataiView)
        mine = (each.ask for each in table.view.prompts if each.seat == table.seat)
        return next(mine, None)

    def moves(self, table: TableView) -> dict[str, Move]:
        """The move that each command makes."""
        kinds = {"go": Go, "name": Name, "accent": Pick}
        ask = self.asked(table)
        if ask is None:
            return {}
        moves = [move for move in table.moves if isinstance(move, kinds[ask])]
        return {
            GO if ask == "go" else f"menu.{number}": move for number, move in enumerate(moves, 1)
        }

    def do(self, command: str, table: TableView) -> Move | None:
        """Answer by number, or with the cursor."""
        moves = self.moves(table)
        if command == "menu.pick":
            return moves.get(f"menu.{self.cursor + 1}")
        step = STEPS.get(command, 0)
        self.cursor = max(0, min(len(moves) - 1, self.cursor + step)) if moves else 0
        return moves.get(command)

    def options(self, model: Model, table: TableView) -> Sequence[Option]:
        """The answers in words."""
        return [
            Option(command, self._words(model, move)) for command, move in self.moves(table).items()
        ]

    def pieces(self, model: Model, table: TableView, pointer: str) -> list[Piece]:
        """The answers as drawn: for each a key, then its words."""
        menu = self.asked(table) != "go"
        pieces: list[Piece] = []
        for number, option in enumerate(self.options(model, table)):
            style = "selected" if menu and number == self.cursor else "plain"
            sign = pointer if style == "selected" else " "
            pieces.append(("key", f" {sign}{self.label(option.command)} "))
            pieces.append((style, f"{option.label} "))
        return pieces

    def _words(self, model: Model, move: Move) -> str:
        match move:
            case Name():
                return model.names[move.player]
            case Pick():
                return self.text.say(f"watai.words.{move.accent}")
        return self.text.say("watai.moves.Go")
