"""docs/keys.md, made from the key table."""

from collections.abc import Iterator
from typing import Final

from watai import child
from watai.clients.cli.screens.keys import KEYS, about
from watai.clients.cli.ui.keymap import LAYOUTS, Key, Keymap
from watai.clients.text.catalogue import Text

PAGE: Final = child.ROOT / "docs" / "keys.md"
HEAD: Final = """# Keys

<!-- Written by `make docs` from the key table (clients/cli/screens/keys.py and the faces of the games). -->

`?` shows the keys that mean something where you are. `layout` in your settings, or `--layout`, chooses the keyboard.

Any of them can be changed in `config.toml` (see [playing](playing.md#settings)), by the name of the command:

```toml
[keys]
"app.chat" = "c"
"menu.pick" = ["enter", "o"]
```

A key may mean different things on different screens, but only one thing on each: commands whose names begin alike share a screen.
"""


def page() -> str:
    """Return the whole page."""
    text = Text("en")
    maps = [Keymap(KEYS, text, layout) for layout in LAYOUTS]
    scopes = dict.fromkeys(key.scope for key in KEYS)
    return "\n".join([HEAD, *(line for scope in scopes for line in _table(scope, text, maps))])


def _table(scope: str, text: Text, maps: list[Keymap]) -> Iterator[str]:
    yield f"## {scope}"
    yield ""
    yield "| command | what it does | QWERTY | AZERTY | QWERTZ |"
    yield "|---|---|---|---|---|"
    for key in KEYS:
        if key.scope == scope:
            yield _row(key, text, maps)
    yield ""


def _row(key: Key, text: Text, maps: list[Keymap]) -> str:
    cells = [
        ", ".join(_quoted(each.name(name)) for name in each.keys(key.command)) for each in maps
    ]
    return f"| `{key.command}` | {about(text, key.command)} | {' | '.join(cells)} |"


def _quoted(name: str) -> str:
    return f"`{name}`".replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
