"""The pictures of the README, taken of the real program: `python -m tests.support.screens.pictures`. Look at them."""

import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.support.clients.json_player import json_player
from tests.support.clients.screen_player import press_one, room_code
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import TmuxPane, tmux_pane
from tests.support.screens.svg import svg
from watai.child import ROOT

FOLDER: Final = ROOT / "docs" / "images"
COLUMNS: Final = 80
MOST_KEYS: Final = 2_000


def take(terminal: TmuxPane, name: str, title: str) -> None:
    """Keep what is on the terminal now."""
    (FOLDER / f"{name}.svg").write_text(svg(terminal.coloured, COLUMNS, title), encoding="utf-8")
    print(terminal.shown)


def play_until(terminal: TmuxPane, wanted: Callable[[str], object]) -> None:
    """Press what is offered until the table looks as wanted."""
    for _ in range(MOST_KEYS):
        press_one(terminal)
        if wanted(terminal.shown):
            return
    raise AssertionError(f"it never came to that:\n{terminal.shown}")


def room(home: Path) -> None:
    """Friends in a room before a game."""
    with shared_server(home) as server, tmux_pane(home) as terminal, ExitStack() as friends:
        terminal.watai(f"host watai --seats 6 --server {server.url}")
        code = room_code(terminal)
        for name in ("Bo", "Chloé", "Dan"):
            friend = json_player("join", code, "--server", server.url, home=home, name=name)
            program = friends.enter_context(friend)
            program.hear_kind("room")
            if name != "Dan":
                program.say("ready", ready=True)
            terminal.until(name)
        program.say("chat", text="one moment, I am getting tea")
        terminal.press("b")
        terminal.until("Bot 5")
        terminal.until(lambda shown: "? keys" in shown.splitlines()[-1])
        take(terminal, "room", "A room of Wataï before its game")


def race(home: Path) -> None:
    """A race with eight players."""
    with shared_server(home, bot_speed=2) as server, tmux_pane(home) as terminal:
        terminal.watai(
            f"host watai --bots 7 --strength strong --server {server.url} --option variants=off --option target=1000"
        )
        terminal.until("Bot 8")
        terminal.press("s")
        play_until(terminal, lambda shown: shown.count("⇠") >= 14 and "quicker" not in shown)
        take(terminal, "race", "A race of Wataï with eight players")


def waka_waka(home: Path) -> None:
    """A calm game in its middle."""
    with shared_server(home, bot_speed=50) as server, tmux_pane(home) as terminal:
        terminal.watai(f"host waka-waka --seats 3 --bots 2 --server {server.url}")
        terminal.until("Bot 3")
        terminal.press("s")
        terminal.until("Enter")
        for _ in range(MOST_KEYS):
            shown = terminal.until("Enter choose")
            if "level 2" in shown and re.search(r"Your hand: \w.*,", shown):
                break
            cards = re.findall(r"(\d) Cards: ", shown)
            terminal.press(cards[-1] if cards else "Enter")
            terminal.until_changed(shown)
        take(terminal, "waka-waka", "Waka Waka with three players")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    for scene in (room, race, waka_waka):
        if not wanted or scene.__name__ in wanted:
            with tempfile.TemporaryDirectory() as home:
                scene(Path(home))


if __name__ == "__main__":
    main()
