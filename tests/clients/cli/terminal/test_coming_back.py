"""A game that is interrupted goes on: after the server has died, after quitting, and after another size of the terminal."""

import re
from functools import partial
from pathlib import Path

import pytest

from tests.support.clients.screen_player import begin, play, room_code
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import TmuxPane, tmux_pane
from tests.support.server.server_process import reserved_port

pytestmark = pytest.mark.slow


def open_duel(terminal: TmuxPane, server: str) -> str:
    """A game with one bot, in which it is for Ana to do something; its code."""
    terminal.watai(f"host duel --bots 1 --server {server}")
    terminal.until("Bot 2")
    code = room_code(terminal)
    begin(terminal)
    terminal.until("Enter choose")
    return code


def test_a_server_that_was_killed_comes_back_with_the_game(tmp_path: Path) -> None:
    with shared_server(tmp_path, bot_speed=100) as server, tmux_pane(tmp_path) as terminal:
        code = open_duel(terminal, server.url)
        server.kill()
        lost = terminal.until(lambda shown: "Connection lost" in shown or "Connecting" in shown)
        assert "2 ╎" in lost, "the table is not shown while the server is away"
        server.start()
        terminal.until(lambda shown: re.search(rf"Duel der Schamanen · {code} +(✓|\d+ ms)", shown))
        play(terminal, "Ana places stone")


def test_quitting_tells_how_to_come_back_and_the_game_is_there(tmp_path: Path) -> None:
    with shared_server(tmp_path, bot_speed=100) as server, tmux_pane(tmp_path) as terminal:
        code = open_duel(terminal, server.url)
        terminal.press("C-c")
        assert f"watai join {code}" in terminal.finished()
        terminal.watai(f"join {code}")
        terminal.until(f"Duel der Schamanen · {code}")
        play(terminal, "Ana places stone")


def is_told(wanted: str, shown: str) -> bool:
    """Whether this is there, on as many lines as it takes."""
    return wanted in " ".join(shown.split())


def test_the_terminal_may_change_its_size_during_a_game(tmp_path: Path) -> None:
    with shared_server(tmp_path, bot_speed=100) as server, tmux_pane(tmp_path) as terminal:
        open_duel(terminal, server.url)
        sizes = (120, 40), (59, 24), (80, 19), (60, 20), (20, 3), (200, 60), (80, 24)
        for columns, lines in sizes:
            terminal.resize(columns, lines)
            if columns < 60 or lines < 20:
                terminal.until(partial(is_told, f"60×20; the terminal has {columns}×{lines}."))
            else:
                shown = terminal.until(partial(drawn, lines))
                assert max(map(len, shown.splitlines())) <= columns
        play(terminal, "Ana places stone")


def drawn(lines: int, shown: str) -> bool:
    """Whether the whole terminal is used, with the hints in its last line."""
    return "Duel der Schamanen" in shown and len(shown.splitlines()) == lines


@pytest.mark.parametrize("again", ["join {code}", "host", "host --name Bo"])
def test_a_host_who_quits_and_comes_back_finds_room_and_friends_at_the_same_address(
    tmp_path: Path, again: str
) -> None:
    homes = tmp_path / "ana", tmp_path / "ben"
    for home in homes:
        home.mkdir()
    with reserved_port() as port, tmux_pane(homes[0]) as ana, tmux_pane(homes[1]) as ben:
        ana.watai(f"host duel --port {port} --name Ana")
        ana.until(f":{port}")
        code = room_code(ana)
        ben.watai(f"join {code} --server 127.0.0.1:{port} --name Ben")
        ben.until("watai join")
        ben.press("r")
        ana.until(lambda shown: re.search("Ben +✓", shown))
        ana.press("C-c")
        ana.until("Quit? Ctrl-C again: the game then stops for Ben until you are back.")
        ana.press("C-c")
        assert f"watai join {code}" in ana.finished()
        ben.until("The server has stopped. Wait here")
        ana.watai(again.format(code=code))
        ana.until(f"watai join {code} --server")
        ana.until(f":{port}")
        ben.until(lambda shown: "Wait here" not in shown and code in shown)
        ana.until(lambda shown: re.search("Ben +✗", shown))
        ben.press("r")
        ana.until(lambda shown: re.search("Ben +✓", shown))
        begin(ana)
        ben.until(lambda shown: code in shown and "watai join" not in shown)


def test_a_host_who_quits_in_mid_game_finds_the_game_and_the_friend_where_they_were(
    tmp_path: Path,
) -> None:
    homes = tmp_path / "ana", tmp_path / "ben"
    for home in homes:
        home.mkdir()
    with reserved_port() as port, tmux_pane(homes[0]) as ana, tmux_pane(homes[1]) as ben:
        ana.watai(f"host duel --port {port} --name Ana --option turn_seconds=3600")
        ana.until(f":{port}")
        code = room_code(ana)
        ben.watai(f"join {code} --server 127.0.0.1:{port} --name Ben")
        ben.until("watai join")
        ben.press("r")
        ana.until(lambda shown: re.search("Ben +✓", shown))
        begin(ana)
        first, other = (ana, ben) if "YOUR MOVE" in ana.until(whose_turn) else (ben, ana)
        play(first, "places stone")
        other.until(one_stone_lies)
        ana.press("C-c")
        ana.until("Quit? Ctrl-C again: the game then stops for Ben until you are back.")
        ana.press("C-c")
        assert f"watai join {code}" in ana.finished()
        ben.until("The server has stopped. Wait here")
        ana.watai(f"join {code}")
        for terminal in (ana, ben):
            terminal.until(lambda shown: "Wait here" not in shown and one_stone_lies(shown))
        play(other, "Ana places stone" if other is ana else "Ben places stone")
        first.until(lambda shown: ALL_STONES not in shown)


ALL_STONES = "1 2 3 4 5 6 7 8 9"


def one_stone_lies(shown: str) -> bool:
    """Whether one of the two players has all stones still in hand."""
    return shown.count(ALL_STONES) == 1


def whose_turn(shown: str) -> bool:
    """Whether the table says whose turn it is."""
    return "YOUR MOVE" in shown or "places a stone" in shown


def test_a_host_at_another_server_is_asked_for_the_game(tmp_path: Path) -> None:
    with shared_server(tmp_path) as server, tmux_pane(tmp_path) as terminal:
        terminal.watai(f"host --server {server.url}")
        terminal.until("What do you want to play?")
        terminal.press("C-c")
        terminal.finished()
