"""The legal moves as a menu: picked from a list, in steps where there are many, or with the arrow keys on the board.

A path divides a move into parts, such as « stone 5 » and « row 1, column 2 »; a move whose parts may come in two orders
has two paths. An entry of the menu is a part that may come next; picking one that leaves a single move makes that move.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from watai.clients.state.table_view import TableView
from watai.clients.text.narrator import Narrator
from watai.engine.game import Move

DIRECTIONS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
HOME: Final = (0, 0)
"""Where the cursor counts as being on the board while its entry has no place there."""

GridPlace = tuple[int, int]
"""A row and a column for the arrow keys; they grow downwards and to the right."""


def choices(table: TableView, narrator: Narrator) -> list[tuple[str, Move]]:
    """Every legal move with the sentence that offers it, in the order of the rules."""
    return [(narrator.offer(move), move) for move in table.moves]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a move, such as a stone or a cell."""

    label: str
    number: int | None = None
    """The number it has on the board, which is then its digit; otherwise the entries are counted."""
    place: GridPlace | None = None


Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A move, the sentence that offers it, and one way to choose it part by part."""

    path: Parts
    sentence: str
    move: Move


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """What can be picked now: the next part of a move, or the rest of a move if only one is left."""

    part: Part
    label: str
    number: int
    move: Move | None


@dataclass(frozen=True)
class Menu:
    """The legal moves, the parts picked so far, and the entry under the cursor."""

    moves: tuple[Move, ...] = ()
    ways: tuple[Way, ...] = ()
    numbers: int = 0
    """Up to which number things on the board have numbers of their own: other entries beside them are counted from there."""
    said: Parts = ()
    cursor: int = 0

    @classmethod
    def of(cls, moves: tuple[Move, ...], ways: Iterable[Way], numbers: int = 0) -> Self:
        """A menu with nothing picked yet."""
        return cls(moves, tuple(ways), numbers)

    @cached_property
    def entries(self) -> Sequence[MenuEntry]:
        """What can be picked now."""
        groups: dict[Part, list[Way]] = {}
        depth = len(self.said)
        for way in self.ways:
            if way.path[:depth] == self.said:
                groups.setdefault(way.path[depth], []).append(way)
        named = {part.number: part for part in groups if part.number is not None}
        counted = [part for part in groups if part.number is None]
        first = max(self.numbers, *named) + 1 if named else 1
        numbered = [*sorted(named.items()), *enumerate(counted, first)]
        return tuple(self._entry(part, groups[part], number) for number, part in numbered)

    def _entry(self, part: Part, ways: Sequence[Way], number: int) -> MenuEntry:
        first = ways[0]
        if any(way.move != first.move for way in ways):
            return MenuEntry(part, part.label, number, None)
        rest = first.path[len(self.said) :]
        whole = not self.said and len(rest) > 1
        label = first.sentence if whole else ", ".join(each.label for each in rest)
        return MenuEntry(part, label, number, first.move)

    @property
    def pointed(self) -> MenuEntry | None:
        """The entry under the cursor."""
        return self.entries[self.cursor] if self.entries else None

    def at(self, place: GridPlace) -> MenuEntry | None:
        """The entry at this place of the board."""
        return next((entry for entry in self.entries if entry.part.place == place), None)

    def picked(self, entry: MenuEntry) -> Self:
        """The menu after picking an entry; following steps with a single entry are taken too."""
        further = replace(self, said=(*self.said, entry.part), cursor=0)
        if len(further.entries) == 1 and further.entries[0].move is None:
            return further.picked(further.entries[0])
        return further

    def numbered(self, number: int) -> MenuEntry | None:
        """The entry with this digit."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def back(self) -> Self:
        """The menu one step before, with the cursor where it was; steps with a single entry are skipped."""
        if not self.said:
            return self
        before = replace(self, said=self.said[:-1], cursor=0)
        if len(before.entries) == 1:
            return before.back()
        parts = [entry.part for entry in before.entries]
        return replace(before, cursor=parts.index(self.said[-1]))

    def moved(self, direction: str) -> Self:
        """The menu with the cursor on the next entry in this direction: on the board if there is one, else in the list."""
        found = self._on_the_board(DIRECTIONS[direction])
        if found is not None:
            return replace(self, cursor=found)
        rows = {entry.part.place[0] for entry in self.entries if entry.part.place}
        step = DIRECTIONS[direction][0] if len(rows) <= 1 else 0
        last = len(self.entries) - 1
        return replace(self, cursor=max(0, min(last, self.cursor + step)))

    def _on_the_board(self, direction: GridPlace) -> int | None:
        here = (self.pointed.part.place if self.pointed else None) or HOME
        found: list[tuple[int, int]] = []
        for index, entry in enumerate(self.entries):
            if entry.part.place is not None:
                away = (entry.part.place[0] - here[0], entry.part.place[1] - here[1])
                along = away[0] * direction[0] + away[1] * direction[1]
                aside = abs(away[0] * direction[1]) + abs(away[1] * direction[0])
                if along > 0:
                    found.append((along + 3 * aside, index))
        return min(found)[1] if found else None
