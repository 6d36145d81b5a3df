"""The pictures of the README, taken of the real program: `python -m tests.support.screens.pictures`. Look at them."""

import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Final

from tests.support.clients.json_player import JsonPlayer, json_player
from tests.support.clients.pty_client import ROOT
from tests.support.clients.screen_player import press_one, room_code
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import TmuxPane, tmux_pane
from tests.support.screens.svg import svg

FOLDER: Final = ROOT / "docs" / "images"
COLUMNS: Final = 80
LOST: Final = re.compile(r"comes back\. .* \d+ ms quicker")
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


def races(home: Path) -> None:
    """The log of races, after some of them: friends who all take whatever fits, at once."""
    no_limits = {"messages_per_second": 10_000.0, "burst_messages": 10_000.0}
    with (
        shared_server(home, **no_limits) as server,
        tmux_pane(home) as terminal,
        ExitStack() as friends,
    ):
        flags = f"--seats 6 --server {server.url} --option variants=off"
        terminal.watai(f"host watai {flags}")
        code = room_code(terminal)
        programs = []
        for name in ("Bo", "Chloé", "Dan", "Eva", "Félix"):
            friend = json_player("join", code, "--server", server.url, home=home, name=name)
            programs.append(friends.enter_context(friend))
            programs[-1].say("ready", ready=True)
            terminal.until(name)
        terminal.until(lambda shown: shown.count("✓ ready") == len(programs))
        terminal.press("s")
        terminal.until("Talon")
        terminal.press("Space")
        players = [
            threading.Thread(target=grab, args=(each, Random(seed)), daemon=True)
            for seed, each in enumerate(programs)
        ]
        for player in players:
            player.start()
        play_until(terminal, LOST.search)
        take(terminal, "lost", "A race of Wataï that was lost by some milliseconds")
        terminal.press("Tab")
        terminal.until("before")
        take(terminal, "races", "The log of races: who was quicker, and by how much")


def grab(program: JsonPlayer, dice: Random) -> None:
    """Play whatever fits, about as fast as people are: what is quicker than 0.1 s counts as a guess, and ties."""
    with suppress(
        AssertionError, OSError, ValueError
    ):  # the picture is taken, and the program gone
        program.say("act", move="Go")
        program.hear(lambda message: message.get("event") == "Started")
        while True:
            program.say("look")
            moves = program.hear_kind("view")["moves"]
            fitting = [each for each in moves if each["move"] in ("Place", "Open")]
            chosen = fitting[0] if fitting else {"move": "Turn", "args": {}}
            time.sleep(dice.uniform(0.12, 0.3))
            program.say("act", **chosen)


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
    for scene in (room, race, races, waka_waka):
        if not wanted or scene.__name__ in wanted:
            with tempfile.TemporaryDirectory() as home:
                scene(Path(home))


if __name__ == "__main__":
    main()
