"""The face of a game: draws the model as lines of text and turns commands into moves. No I/O, no urwid.

A line is a sequence of pieces, each a style and its text; styles are names of the palette (`clients/cli/ui/palette.py`),
and never the only sign of anything. A face draws into the size it is given; its `least` size must be enough for every
table.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.keymap import Key, Keymap
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.engine.game import Move

Piece = tuple[str, str]
Line = Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a screen or of a part of it."""

    columns: int
    lines: int


@dataclass(frozen=True, slots=True)
class Option:
    """A command that does something now, and the label of its key in the player's language."""

    command: str
    label: str


class Face(ABC):
    """One game on the screen. Keeps only what the player has selected; all else is in the model."""

    game: ClassVar[str]
    keys: ClassVar[Sequence[Key]] = ()
    """The commands of this game alone; its menu needs none."""
    unrepeated: ClassVar[Sequence[str]] = ()
    """Scopes in which the repeats of a key that is held down are ignored: each would play another card."""
    lasting: ClassVar[Sequence[str]] = ()
    """Scopes whose keys still do something when the game is over."""
    least: ClassVar[Size] = Size(80, 24)
    """The smallest terminal that every table of this game can be drawn on, with the two lines of the frame."""
    shows_refusals: ClassVar[bool] = False
    """Whether the face itself shows why a move was refused; otherwise the frame does."""

    missed: str | None = None
    """Why the last key did nothing, in words for the frame; empty if the face itself says it, None if the key did something."""

    motion: bool = False
    """Whether the face may draw things that move."""
    in_motion: bool = False
    """Whether something moved in what was drawn last, so that it should be drawn again soon."""

    def __init__(self, text: Text, glyphs: Glyphs, keymap: Keymap) -> None:
        self.text = text
        self.glyphs = glyphs
        self.keymap = keymap
        self.lesson: Callable[[int], list[Line]] | None = None
        """A step of the guide in so many columns; the face shows it in place of what matters least now."""

    @abstractmethod
    def draw(self, model: Model, now: float, size: Size) -> Sequence[Line]:
        """The table as lines: at most `size.lines` of them, none wider than `size.columns`."""

    @abstractmethod
    def options(self, model: Model) -> Sequence[Option]:
        """The commands that do something now, the most useful ones first; the hint line shows them."""

    @abstractmethod
    def do(self, command: str, model: Model) -> Move | None:
        """Carry out a command: returns the move to send, or None where it only changed the face or does nothing."""

    def scopes(self, model: Model) -> Sequence[str]:
        """The scopes of keys that are active now, the first one first; the stage adds those of the application."""
        return ("menu",)

    def idle(self, model: Model) -> Collection[str]:
        """The commands of this face that nothing in this round can need; the help leaves them out."""
        return ()
