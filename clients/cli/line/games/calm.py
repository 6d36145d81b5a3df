"""A game played turn by turn, in lines: its board as text, and its face's menu, step by step, by number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from watai.clients.cli.games import make_face
from watai.clients.cli.games.calm import CalmFace
from watai.clients.cli.games.menu import MenuEntry
from watai.clients.cli.line.games.game_lines import GameLines
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import subject_of
from watai.engine.game import Move


class CalmLines(GameLines):
    """The numbers that mean something now, and which parts of a move have been said by them."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._face: CalmFace[Any] | None = None
        self._entries: dict[int, MenuEntry] = {}

    # telling

    def table(self, table: TableView, now: float) -> Iterable[str]:
        drawn = _new_face(table, self.scene).table(self.scene.model, now)
        lines = ("".join(words for _, words in line).rstrip() for line in drawn)
        return [line for line in lines if line.strip(f" {self.scene.glyphs.horizontal}")]

    # offering

    def offers(self, table: TableView) -> Mapping[int, str]:
        self._face = self._face or _new_face(table, self.scene)
        self._face.options(self.scene.model)  # the face looks at the table, and its menu follows
        self._entries = {entry.number: entry for entry in self._face.menu.entries}
        return {number: entry.label for number, entry in self._entries.items()}

    def pick(self, number: int | None) -> Move | None:
        if self._face is None:
            return None
        if number is None:
            self._face.menu = self._face.menu.back()
            return None
        entry = self._entries.get(number)
        if entry is not None and entry.move is None:
            self._face.menu = self._face.menu.picked(entry)
        return None if entry is None else entry.move

    def waits(self, table: TableView) -> Iterator[str]:
        waits = self.scene.text.find(f"{subject_of(table.game)}.waits") or {}
        for prompt in table.prompts:
            if prompt.ask in waits:
                yield waits[prompt.ask].format(name=self.scene.model.names[prompt.seat])

    # typing

    def read(self, verb: str, rest: Sequence[str], table: TableView) -> Move | None:
        said = [verb, *(word.lower() for word in rest)]
        found = [move for move in table.moves if _spelled(move) == said]
        if not found and len(said) == 1:  # the name alone will do where it leaves no choice
            found = [move for move in table.moves if _spelled(move)[0] == verb]
        return found[0] if len(found) == 1 else None


def _new_face(table: TableView, scene: Scene) -> CalmFace[Any]:
    return cast(CalmFace[Any], make_face(table.game, scene))


def _spelled(move: Any) -> list[str]:
    return [
        type(move).__name__.lower(),
        *(str(getattr(move, each.name)).lower() for each in fields(move)),
    ]
