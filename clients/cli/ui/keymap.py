"""Which key does what: one row per command, and a map of the rows for a player's keyboard. No I/O, no urwid.

Keys have the names urwid gives them (`a`, ` `, `enter`, `ctrl l`, `f1`). A command is a dotted name whose first part is
its scope; a key may mean different things in different scopes, and a screen says which scopes are active.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from watai.clients.text.catalogue import Text

LAYOUTS: Final = ("qwerty", "azerty", "qwertz")
NAMED: Final = {" ": "space", "page up": "page_up", "page down": "page_down"}
"""Keys that have another name in the texts than in urwid."""


@dataclass(frozen=True, slots=True)
class Key:
    """A command and its keys, of which the first is shown. A layout without keys of its own has those of QWERTY."""

    command: str
    keys: tuple[str, ...]
    azerty: tuple[str, ...] | None = None
    qwertz: tuple[str, ...] | None = None

    @property
    def scope(self) -> str:
        return self.command.partition(".")[0]

    def on(self, layout: str) -> tuple[str, ...]:
        """The keys on this layout."""
        other = {"azerty": self.azerty, "qwertz": self.qwertz}.get(layout)
        return self.keys if other is None else other


class BadKey(ValueError):
    """The player's remapping names an unknown command, or gives a key two meanings in one scope."""

    def __init__(self, command: str, key: str = "", other: str = "") -> None:
        super().__init__(command, key, other)
        self.command = command
        self.key = key
        self.other = other


class Keymap:
    """The key table for one keyboard layout, with the player's own keys in place of the usual ones."""

    def __init__(
        self,
        rows: Iterable[Key],
        text: Text,
        layout: str = LAYOUTS[0],
        own: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._text = text
        self._keys = {row.command: row.on(layout) for row in rows}
        for command, keys in (own or {}).items():
            if command not in self._keys:
                raise BadKey(command)
            self._keys[command] = tuple(keys)
        self._commands: dict[tuple[str, str], str] = {}
        for command, keys in self._keys.items():
            self._bind(command, keys)
        self._named = {self.name(key): key for _, key in self._commands}

    def _bind(self, command: str, keys: Sequence[str]) -> None:
        scope = command.partition(".")[0]
        for key in keys:
            other = self._commands.setdefault((scope, key), command)
            if other != command:
                raise BadKey(command, key, other)

    def command(self, key: str, scopes: Sequence[str]) -> str | None:
        """The command of a key where these scopes are active, the first one first. Caps Lock makes no difference."""
        for each in (key, key.lower()) if len(key) == 1 else (key,):
            for scope in scopes:
                if (scope, each) in self._commands:
                    return self._commands[scope, each]
        return None

    def keys(self, command: str) -> tuple[str, ...]:
        """Every key of this command."""
        return self._keys.get(command, ())

    def label(self, command: str) -> str:
        """The key of a command as it is drawn; empty if it has none."""
        keys = self.keys(command)
        return self.name(keys[0]) if keys else ""

    def named(self, label: str) -> str | None:
        """The key with this label."""
        return self._named.get(label)

    def name(self, key: str) -> str:
        """A key's name in the player's language."""
        if len(key) == 1 and key != " ":
            return key
        if key.startswith("ctrl "):
            return self._text.say("keys.names.ctrl", key=key.removeprefix("ctrl ").upper())
        found = self._text.find(f"keys.names.{NAMED.get(key, key)}")
        return found if isinstance(found, str) else key.upper()
