"""A player that reads the key hints in the last line of the screen and presses what they offer."""

import re
from typing import Final

from tests.support.clients.tmux import TmuxPane

TMUX_KEYS: Final = {"Entrée": "Enter", "Espace": "Space", "Enter": "Enter", "Space": "Space"}
IDLE: Final = {"/", "?", "c", "p", "x", "Tab", "Ctrl-C", "F9", "Down", "n"}
"""Keys that play nothing."""
OTHER: Final = "F12"
"""A key without meaning, pressed in between: the client takes the same key twice at once for one held down."""
MOST_KEYS: Final = 5_000
MOST_TRIES: Final = 50
SWALLOWED_SECONDS: Final = 2.0
"""After so long without an answer on the screen a key is taken to have come too late."""


def hints(shown: str) -> list[str]:
    """The keys that the last line offers, in its order. A notice in their place, which is a sentence, offers none."""
    last = shown.splitlines()[-1].rstrip() if shown else ""
    if last.endswith((".", "!")):
        return []
    return [each.split(" ")[0] for each in re.split(r"  +", last.strip()) if each]


def useful(shown: str) -> list[str]:
    """Those of them that play. A notice in place of the hints has no keys."""
    if "Which pile?" in shown:
        return re.findall(r"\b(\d{1,2})⇠", shown)[:1]
    return [key for key in hints(shown) if (len(key) == 1 or key in TMUX_KEYS) and key not in IDLE]


def room_code(pane: TmuxPane) -> str:
    """The code of the room on the screen."""
    told = r"watai join (\w{4}-\w{4}-\w{4})\b"
    found = re.search(told, pane.until(lambda shown: re.search(told, shown)))
    assert found is not None
    return found[1]


def begin(pane: TmuxPane) -> None:
    """Start the game from its room, and wait for its table: a key meant for it must not come to the room."""
    pane.press("s")
    pane.until(lambda shown: "watai join" not in shown)


def play(pane: TmuxPane, over: str) -> str:
    """Press what is offered until the game is over, or has come to a certain point."""
    shown = pane.shown
    for _ in range(MOST_KEYS):
        if not (over in shown or useful(shown)):
            shown = pane.until(lambda shown: over in shown or useful(shown))
        if over in shown:
            return shown
        shown = press_offered(pane, shown)
    raise AssertionError(f"no end in sight:\n{pane.shown}")


def press_one(pane: TmuxPane) -> None:
    """Press the first key that is offered until that does something."""
    for _ in range(MOST_TRIES):
        shown = pane.until(useful)
        if press_offered(pane, shown) != shown:
            return
    raise AssertionError(f"no key does anything:\n{pane.shown}")


def press_offered(pane: TmuxPane, shown: str) -> str:
    """Press the first key that was offered when this was shown, and wait for what it does; what is shown then.

    It may be too late by now: the game has gone on without it, or the key means nothing any more and nothing changes.
    The caller then looks again.
    """
    key = useful(shown)[0]
    pane.press(OTHER, *(key if key.isdecimal() else (TMUX_KEYS.get(key, key),)))
    return pane.changed(shown, SWALLOWED_SECONDS)
