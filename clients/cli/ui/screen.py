"""What a screen is: drawn from the scene, it turns commands into steps. No I/O, no urwid."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from clients.cli.ui.face import Line, Option, Size
from clients.cli.ui.glyphs import Glyphs
from clients.cli.ui.keymap import Keymap
from clients.state.model import Model
from clients.state.room_setup import Setup
from clients.text.catalogue import Text
from engine.game import Move
from protocol.messages import ClientMessage, RoomLine, Said


@dataclass(slots=True)
class Scene:
    """Everything there is to show; the application keeps it up to date."""

    text: Text
    glyphs: Glyphs
    keymap: Keymap
    setup: Setup = field(default_factory=Setup)
    """What the next room would be."""
    own: bool = False
    """Whether the server is one's own, for this evening only."""
    address: str = ""
    """Where friends find the server; empty if they cannot."""
    friends_host: str = ""
    """What friends call this machine, if the server runs on it for them."""
    model: Model = field(default_factory=Model)
    rooms: Sequence[RoomLine] | None = None
    """The public rooms, once they are known."""
    waiting: str = ""
    """A game one may go on with: the code of its room."""

    def say(self, name: str, /, **values: object) -> str:
        """A text of the screens."""
        return self.text.say(f"screens.{name}", **values)


class Step:
    """What a key leads to."""


@dataclass(frozen=True, slots=True)
class Send(Step):
    """Ask the server for something."""

    make: Callable[[int], ClientMessage]


@dataclass(frozen=True, slots=True)
class Play(Step):
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Open(Step):
    """Open a room."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """Sit down in a room, or watch it."""

    code: str
    watching: bool = False


class Leave(Step):
    """Leave the room."""


class Again(Step):
    """The same room once more."""


class Quit(Step):
    """End the program."""


class Refresh(Step):
    """Ask which rooms there are."""


class Redraw(Step):
    """Draw everything anew."""


class Back(Step):
    """Close what lies on top."""


@dataclass(frozen=True, slots=True)
class Show(Step):
    """Put a screen on top."""

    screen: "Screen"


@dataclass(frozen=True, slots=True)
class Type(Step):
    """Let the player type a line; `done` says what it leads to."""

    prompt: str
    done: Callable[[str], Step | None]


class Screen(ABC):
    """One screen. What is selected on it is kept here; all else is in the scene."""

    @abstractmethod
    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        """Its lines: at most `size.lines` of them, none wider than `size.columns`."""

    @abstractmethod
    def options(self, scene: Scene) -> Sequence[Option]:
        """The commands that do something now, the most useful ones first."""

    @abstractmethod
    def do(self, command: str, scene: Scene) -> Step | None:
        """Carry out a command."""

    def scopes(self, scene: Scene) -> Sequence[str]:
        """Whose keys hold here, before those of the application."""
        return ("menu",)


def moved(cursor: int, command: str, count: int) -> int:
    """A cursor in a list of so many, after a command of the menu."""
    by = {"menu.up": -1, "menu.down": 1, "menu.page_up": -10, "menu.page_down": 10}.get(command, 0)
    return max(0, min(count - 1, cursor + by))


def said_line(scene: Scene, said: Said) -> Line:
    """What somebody said, after their name."""
    who = scene.say("frame.said", name=said.name)
    return [("strong", f"  {who} "), ("plain", said.text)]
