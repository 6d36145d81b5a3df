"""What is offered to somebody who picks by number: the menu of a calm game, step by step, or every move of another."""

from collections.abc import Mapping
from typing import Any

from clients.cli.games import make_face
from clients.cli.games.calm import CalmFace
from clients.cli.games.menu import Entry, choices
from clients.cli.ui.screen import Scene
from clients.text.narrator import Narrator
from engine.game import Move


class Offers:
    """The numbers that mean something now, and how far a move has been said by them."""

    def __init__(self) -> None:
        self._match: tuple[str, str | None] | None = None
        self._face: CalmFace[Any] | None = None
        self._entries: dict[int, Entry] = {}
        self._moves: dict[int, Move] = {}

    def look(self, scene: Scene) -> Mapping[int, str]:
        """What may be picked, by its number."""
        table, room = scene.model.table, scene.model.room
        self._entries, self._moves = {}, {}
        if table is None or room is None:
            return {}
        if self._match != (room.code, room.match):
            self._match = (room.code, room.match)
            face = make_face(room.game, scene)
            self._face = face if isinstance(face, CalmFace) else None
        if self._face is None:
            told = choices(table, Narrator(scene.text, table.game, scene.model.names))
            self._moves = {number: move for number, (_, move) in enumerate(told, 1)}
            return {number: words for number, (words, _) in enumerate(told, 1)}
        self._face.options(scene.model)  # the face looks at the table
        entries = self._face.menu.entries
        counted = any(entry.number is None for entry in entries)
        self._entries = {
            count if counted else entry.number or count: entry
            for count, entry in enumerate(entries, 1)
        }
        return {number: entry.label for number, entry in self._entries.items()}

    def pick(self, number: int | None) -> Move | None:
        """The move of that number, if that is the whole of one; otherwise the next step, or with None the one before."""
        if number in self._moves:
            return self._moves[number]
        if self._face is not None and number is None:
            self._face.menu = self._face.menu.back()
        entry = None if number is None else self._entries.get(number)
        if self._face is None or entry is None:
            return None
        if entry.move is None:
            self._face.menu = self._face.menu.picked(entry)
        return entry.move
