"""The first game in a real terminal: the menu, the guide, a pause, and nothing of it a second time."""

from pathlib import Path

import pytest

from tests.support.clients.pty_client import pty_client
from tests.support.clients.tmux import tmux_pane

pytestmark = pytest.mark.slow


def test_the_first_game_is_guided_paused_and_remembered(tmp_path: Path) -> None:
    with tmux_pane(tmp_path) as terminal:
        terminal.watai("play")
        terminal.until("guide               yes")
        terminal.press("v")
        terminal.until("variants            off")
        terminal.press("Enter")
        terminal.until("Guide Everybody plays at once")
        terminal.press("Space")
        terminal.until("Guide At the bottom")
        terminal.press("Space")
        terminal.until("Guide Piles grow")
        terminal.press("Space")
        # whatever lies there: a card that fits, or the Stock to turn
        terminal.until(
            lambda shown: "Guide A card of yours fits" in shown or "Guide None of your" in shown
        )
        terminal.press("p")
        terminal.until("PAUSED. Space goes on.")
        terminal.press("Space")
        terminal.until(lambda shown: "PAUSED. Space" not in shown and "Guide" in shown)
        terminal.press("x")
        terminal.until(lambda shown: "Guide" not in shown and "p pause" in shown)
        terminal.press("C-c")
        terminal.finished()
        terminal.watai("play")
        terminal.until("The game you left")
        terminal.press("Up", "Up", "Up", "Up", "Up")
        terminal.until("variants            off")
        terminal.until("guide               no")
        terminal.press("C-c")
        terminal.finished()


def test_in_lines_the_first_game_is_told_and_paused(tmp_path: Path) -> None:
    with pty_client("play", "--line", home=tmp_path, size=(200, 60)) as client:
        client.until("An empty line starts Wataï")
        client.press("3\r")
        client.until("Guide: Six sections")
        client.press("skip\r")
        client.press("pause\r")
        client.until("The game is paused.")
        client.press("go on\r")
        client.until("The game goes on.")
        client.press("quit\r")
        assert client.end() == 0


def test_in_lines_a_host_is_asked_for_game_and_seats(tmp_path: Path) -> None:
    with pty_client("host", "--line", home=tmp_path, size=(200, 60)) as client:
        client.until("an empty line takes Wataï")
        client.press("chess\r")
        client.until("No game is called “chess”")
        client.press("3\r")
        client.until("How many seats, 2 to 5?")
        client.press("9\r")
        client.press("2\r")
        client.until("Wapi, room ")
        client.until("2. (free)")
        client.press("start\r")
        client.until("A seat is free: “bot” adds a bot.")
        client.press("quit\r")
        assert client.end() == 0


def test_in_lines_a_host_may_think_better_of_it(tmp_path: Path) -> None:
    with pty_client("host", "--line", home=tmp_path, size=(200, 60)) as client:
        client.until("an empty line takes Wataï")
        client.press("quit\r")
        assert client.end() == 0


def test_in_lines_a_host_is_told_under_which_name_the_room_waited(tmp_path: Path) -> None:
    with pty_client("host", "wapi", "--line", "--name", "Ana", home=tmp_path) as client:
        client.until("Wapi, room ")
        client.press("quit\r")
        assert client.end() == 0
    with pty_client("host", "--line", "--name", "Bo", home=tmp_path, size=(200, 60)) as client:
        client.until("Your room waited under the name Ana.")
        client.press("quit\r")
        assert client.end() == 0
