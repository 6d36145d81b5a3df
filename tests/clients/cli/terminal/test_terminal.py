"""The terminal itself: given back as it was, lent again after Ctrl-Z, and told in lines where it cannot do more."""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.clients.screen_player import MOST_KEYS
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import PROMPT, TmuxPane, tmux_pane

pytestmark = pytest.mark.slow

GOLDENS = Path(__file__).parents[3] / "data" / "terminal"
MODES = ("alternate_on", "cursor_flag", "mouse_any_flag", "keypad_flag", "keypad_cursor_flag")
OFFER = re.compile(r"\n(\d+)\. [^\n]*\r\n")
OVER = re.compile(r"\n(\w.* wins|A draw)\. ")
TOLD = re.compile(rf"{OFFER.pattern}|{OVER.pattern}|lists it again\.")
"""It is for whoever types to go on, or for nobody any more."""
CHOOSE_END = re.compile(r"✓.*Waka Waka.* \? \w+$", re.DOTALL)
KEYS_END = re.compile(r"\n (Enter|Entrée) [^\n]*(Esc|Échap) [^\n]*\? \w+$")
QUESTION = "What do you want to play?"


def settings(terminal: TmuxPane) -> str:
    """How the terminal is set, as the shell sees it."""
    terminal.type('clear; echo "set:$(stty -g):"')
    shown = terminal.until(lambda shown: re.search(rf"^set:.*:\n{PROMPT}$", shown, re.DOTALL))
    return shown.replace("\n", "")


def client(terminal: TmuxPane) -> int:
    """The process that was started from the shell."""
    shell = terminal.state("pane_pid")[0]
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    return int(children[-1])


def golden(terminal: TmuxPane, name: str, painted: Callable[[str], object]) -> str:
    """Wait for what was there when it was last looked at; `WATAI_GOLDEN=write` looks again, once it is painted."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("WATAI_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(terminal.until(painted) + "\n", encoding="utf-8")
    known = path.read_text(encoding="utf-8").removesuffix("\n")
    return terminal.until(lambda shown: shown == known)


def test_the_terminal_is_given_back_whatever_ends_the_program(tmp_path: Path) -> None:
    with tmux_pane(tmp_path) as terminal:
        before, modes = settings(terminal), terminal.state(*MODES)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            terminal.watai("play")
            terminal.until(QUESTION)
            assert terminal.state("alternate_on") == ["1"]
            os.kill(client(terminal), number)
            terminal.finished()
            assert (settings(terminal), terminal.state(*MODES)) == (before, modes)


def test_the_shell_has_the_terminal_after_ctrl_z_and_fg_takes_it_back(tmp_path: Path) -> None:
    with tmux_pane(tmp_path) as terminal:
        before, modes = settings(terminal), terminal.state(*MODES)
        terminal.watai("play wapi")
        terminal.until("in bag")
        terminal.press("C-z")
        terminal.until("Stopped")
        assert (settings(terminal), terminal.state(*MODES)) == (before, modes)
        terminal.type("fg")
        terminal.until("in bag")
        assert terminal.state("alternate_on") == ["1"]
        terminal.press("C-c")
        terminal.finished()
        assert (settings(terminal), terminal.state(*MODES)) == (before, modes)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_first_screens_are_as_they_were_looked_at(lang: str, tmp_path: Path) -> None:
    with tmux_pane(tmp_path, WATAI_LANG=lang) as terminal:
        terminal.watai("play")
        shown = golden(terminal, f"choose.{lang}", CHOOSE_END.search)
        terminal.press("?")
        golden(terminal, f"keys.{lang}", KEYS_END.search)
        terminal.press("Escape")
        terminal.until(lambda again: again == shown)
        terminal.press("Escape", "C-c")  # at once, as over a slow line
        terminal.finished()


def test_a_game_to_its_end_in_typed_lines_where_the_terminal_is_dumb(tmp_path: Path) -> None:
    with (
        shared_server(tmp_path, bot_speed=100) as server,
        tmux_pane(tmp_path, TERM="dumb") as terminal,
    ):
        flags = f"--bots 1 --option duel_limit=3 --server {server.url}"
        terminal.watai(f"host duel {flags}")
        terminal.until("Bot 2")
        terminal.type("start")
        for _ in range(MOST_KEYS):
            # what is typed may be echoed in the middle of a line: only what is told after it counts
            told = terminal.until_written(TOLD, len(terminal.written))
            if OVER.search(told):
                break
            # a list may be half told when it is read: whoever picked from that asks for it again
            terminal.type((OFFER.findall(told) or ["moves"])[-1])
        assert OVER.search(terminal.written)
        assert terminal.state("alternate_on") == ["0"]
        terminal.type("quit")
        terminal.finished()
