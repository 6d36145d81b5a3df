"""The key table: every command of the client with its keys. Bindings, the help screen and docs/keys.md are made from it.

Keys of a game stand with its face (`Face.keys`). What a command does is told by the text `keys.<command>`, or, for one
of a game, by `<game>.keys.<rest of the command>`; numbered ones of a kind (`menu.1` … `menu.9`) share the text `….number`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from watai.clients.cli.games import FACES
from watai.clients.cli.ui.keymap import Key, Keymap
from watai.clients.text.catalogue import Text

_DIGITS_AZERTY: Final = "à&é\"'(-è_ç"

APP: Final = (
    Key("app.help", ("?", "f1")),
    Key("app.chat", ("/", "f2")),
    Key("app.log", ("f3",)),
    Key("app.rules", ("f4",)),
    Key("app.pause", ("p",)),
    Key("app.leave", ("f9",)),
    Key("app.quit", ("ctrl c", "f10")),
    Key("app.redraw", ("ctrl l",)),
    Key("app.back", ("esc",)),
)
ROOM: Final = (
    Key("room.start", ("s",)),
    Key("room.ready", ("r",)),
    Key("room.bot", ("b",)),
    Key("room.strength", ("m",)),
    Key("room.kick", ("x",)),
    Key("room.ban", ("X",)),
    Key("room.spectator", ("w",)),
    Key("room.rematch", ("n",)),
    Key("room.invite", ("i",)),
)
LOBBY: Final = (
    Key("lobby.create", ("c",)),
    Key("lobby.code", ("t",)),
    Key("lobby.watch", ("v",)),
    Key("lobby.refresh", ("r",)),
)
MENU: Final = (
    Key("menu.up", ("up", "k")),
    Key("menu.down", ("down", "j")),
    Key("menu.left", ("left", "h")),
    Key("menu.right", ("right", "l")),
    Key("menu.page_up", ("page up",)),
    Key("menu.page_down", ("page down",)),
    Key("menu.pick", ("enter", " ")),
    *(
        Key(f"menu.{number}", (str(number),), azerty=(str(number), _DIGITS_AZERTY[number]))
        for number in range(10)
    ),
)

REPLAY: Final = (
    Key("replay.play", (" ",)),
    Key("replay.back", ("left", "h")),
    Key("replay.forward", ("right", "l")),
    Key("replay.later", ("up",)),
    Key("replay.earlier", ("down",)),
    Key("replay.next_round", ("n",)),
    Key("replay.last_round", ("p",)),
    Key("replay.next_race", ("r",)),
    Key("replay.last_race", ("R",)),
    Key("replay.faster", ("+", "=")),
    Key("replay.slower", ("-",)),
    Key("replay.start", ("g", "home")),
    Key("replay.end", ("G", "end")),
    Key("replay.quit", ("q",)),
)

PAUSE: Final = (Key("pause.on", (" ", "enter")),)
"""Active while the game stands still for its player, before the same keys of the game."""
GUIDE: Final = (
    Key("guide.next", ("n",)),
    Key("guide.skip", ("x",)),
)
"""Active while a step of the guide is shown."""
SETUP: Final = (
    Key("setup.bots", ("b",)),
    Key("setup.strength", ("m",)),
    Key("setup.option", ("v",)),
    Key("setup.second", ("o",)),
    Key("setup.guide", ("g",)),
)
"""Active in the start menu."""

STEP: Final = (Key("step.back", ("esc", "backspace")),)
"""Active inside a menu of several steps, before the other meaning of Esc."""

KEYS: Final = (
    *APP,
    *LOBBY,
    *ROOM,
    *SETUP,
    *PAUSE,
    *GUIDE,
    *STEP,
    *REPLAY,
    *MENU,
    *dict.fromkeys(key for face in FACES.values() for key in face.keys),
)


def about(text: Text, command: str) -> str:
    """What a command does, in the player's language."""
    scope, _, rest = command.partition(".")
    table = text.find(f"keys.{scope}") or text.find(f"{scope}.keys") or {}
    for part in rest.split("."):
        table = table.get(part, table.get("number", command))
    return str(table)


def rows(
    keymap: Keymap,
    text: Text,
    scope: str,
    before: Sequence[str] = (),
    works: Callable[[str], bool] = lambda command: True,
) -> Iterator[tuple[str, str]]:
    """The commands of a scope in words: their keys, and what they do. Numbered ones of a kind share a row.

    Commands that a scope in `before` has too are left out: in variant 1 of Wataï, `mirror` replaces keys of `watai`.
    """
    done = {key.command.partition(".")[2] for key in KEYS if key.scope in before}
    commands = [
        key.command
        for key in KEYS
        if key.scope == scope
        and key.command.partition(".")[2] not in done
        and keymap.keys(key.command)
        and works(key.command)
    ]
    for _, kind in groupby(commands, _kind):
        first, *others = kind
        labels = [keymap.label(each) for each in (first, *others)]
        if others:
            yield " ".join(labels), about(text, first)
        else:
            yield ", ".join(map(keymap.name, keymap.keys(first))), about(text, first)


def _kind(command: str) -> str:
    return command.rstrip("0123456789")
