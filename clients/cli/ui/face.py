"""How a game looks and what its keys do: from the model to lines of text, from a command to a move. No I/O, no urwid.

A line is a sequence of pieces, each a style and its text; styles are names of the palette (`clients/cli/ui/palette.py`),
and never the only sign of anything. A face draws exactly into the size it is given, and 80×24 less the frame of the
application (two lines) must be enough for every table.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from clients.cli.ui.glyphs import Glyphs
from clients.cli.ui.keymap import Key, Keymap
from clients.state.model import Model
from clients.text.catalogue import Text
from engine.game import Move

Piece = tuple[str, str]
Line = Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Size:
    """So many columns and lines."""

    columns: int
    lines: int


@dataclass(frozen=True, slots=True)
class Option:
    """A command that means something now: what its key is labelled with, in the player's language."""

    command: str
    label: str


class Face(ABC):
    """One game on the screen. What is selected and the like is kept here; all else is in the model."""

    game: ClassVar[str]
    keys: ClassVar[Sequence[Key]] = ()
    """The commands of this game alone; its menu needs none."""
    unrepeated: ClassVar[Sequence[str]] = ()
    """Scopes in which the repeats of a key that is held down are ignored: each would play another card."""
    shows_refusals: ClassVar[bool] = False
    """Whether the face itself shows why a move was refused; otherwise the frame does."""

    def __init__(self, text: Text, glyphs: Glyphs, keymap: Keymap) -> None:
        self.text = text
        self.glyphs = glyphs
        self.keymap = keymap

    @abstractmethod
    def draw(self, model: Model, now: float, size: Size) -> Sequence[Line]:
        """The table as lines: at most `size.lines` of them, none wider than `size.columns`."""

    @abstractmethod
    def options(self, model: Model) -> Sequence[Option]:
        """The commands that do something now, the most useful ones first; the hint line and the help show them."""

    @abstractmethod
    def do(self, command: str, model: Model) -> Move | None:
        """Carry out a command of this game: a move to send, or None where it only changed the face, or does nothing."""

    def scopes(self, model: Model) -> Sequence[str]:
        """Whose keys hold now, the first before the others; those of the application come last by themselves."""
        return ("menu",)
