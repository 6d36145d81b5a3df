"""Screens, the scene they draw, and the steps that commands lead to. No I/O, no urwid."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.state.model import Model
from watai.clients.state.room_setup import Setup
from watai.clients.text.catalogue import Text
from watai.engine.game import Move
from watai.protocol.messages import ClientMessage, RoomLine, Said


@dataclass(slots=True)
class Scene:
    """Everything a screen can show; the mode keeps it up to date."""

    text: Text
    glyphs: Glyphs
    keymap: Keymap
    setup: Setup = field(default_factory=Setup)
    """The room that the player would open next."""
    own: bool = False
    """Whether the client started the server itself."""
    address: str = ""
    """Where friends can reach the server; empty if they cannot."""
    friends_host: str = ""
    """This machine's address for friends, if the local server is open to them."""
    model: Model = field(default_factory=Model)
    rooms: Sequence[RoomLine] | None = None
    """The public rooms; None until the server has listed them."""
    waiting: str = ""
    """The code of a room with an unfinished game of this player; empty if there is none."""
    motion: bool = False
    """Whether cards may be drawn on their way to their piles."""

    @property
    def friends(self) -> Sequence[str]:
        """The names of the guests for whom the game stops when this client, which runs their server, quits."""
        room = self.model.room
        if room is None or not self.own:
            return ()
        return [
            state.name
            for seat, state in enumerate(room.seats)
            if seat != room.you and state.kind == "player" and state.here
        ]

    def say(self, name: str, /, **values: object) -> str:
        """A text of the screens."""
        return self.text.say(f"screens.{name}", **values)


class ScreenStep:
    """What a key or a typed line leads to; the mode carries it out."""


@dataclass(frozen=True, slots=True)
class SendMessage(ScreenStep):
    """Send a message to the server; `make` is given its number."""

    make: Callable[[int], ClientMessage]


@dataclass(frozen=True, slots=True)
class MakeMove(ScreenStep):
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class OpenRoom(ScreenStep):
    """Open a room."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class EnterRoom(ScreenStep):
    """Enter a room to play or to watch."""

    code: str
    watching: bool = False


class LeaveRoom(ScreenStep):
    """Leave the room."""


class PlayAgain(ScreenStep):
    """Play another game in the same room."""


class Quit(ScreenStep):
    """End the program."""


class Refresh(ScreenStep):
    """Ask the server for its rooms."""


@dataclass(frozen=True, slots=True)
class SignalMiss(ScreenStep):
    """Answer a key that did nothing: in words, unless the screen says it itself, and by the bell if the player wants it."""

    words: str


class Redraw(ScreenStep):
    """Clear the terminal and draw everything again."""


class Back(ScreenStep):
    """Close the screen on top."""


@dataclass(frozen=True, slots=True)
class Show(ScreenStep):
    """Put a screen on top."""

    screen: "Screen"


@dataclass(frozen=True, slots=True)
class Type(ScreenStep):
    """Let the player type a line; `done` says what it leads to."""

    prompt: str
    done: Callable[[str], ScreenStep | None]


class Screen(ABC):
    """One screen. Keeps only what the player has selected; all else is in the scene."""

    least: Size = Size(60, 20)
    """The smallest terminal on which it can be drawn."""

    @abstractmethod
    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        """Its lines: at most `size.lines` of them, none wider than `size.columns`."""

    @abstractmethod
    def options(self, scene: Scene) -> Sequence[Option]:
        """The commands that do something now, the most useful ones first."""

    @abstractmethod
    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        """Carry out a command; returns what the mode is to do, if anything."""

    def commands(self, scene: Scene) -> Collection[str] | None:
        """The commands of its scopes that can do something here, for the list of keys; None if all can."""
        return None

    def scopes(self, scene: Scene) -> Sequence[str]:
        """The scopes of keys that are active here, before those of the application."""
        return ("menu",)


def moved(cursor: int, command: str, count: int) -> int:
    """Where a cursor in a list of `count` entries is after a command of the menu."""
    by = {"menu.up": -1, "menu.down": 1, "menu.page_up": -10, "menu.page_down": 10}.get(command, 0)
    return max(0, min(count - 1, cursor + by))


def said_line(scene: Scene, said: Said) -> Line:
    """A line of chat: the sender's name, then the text."""
    who = scene.say("frame.said", name=said.name)
    return [("strong", f"  {who} "), ("plain", said.text)]
