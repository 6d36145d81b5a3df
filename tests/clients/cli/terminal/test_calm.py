"""The four calm games played to their end by keys alone, each on another terminal."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.clients.screen_player import begin, play
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import tmux_pane

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, and the terminal it is played on."""

    game: str
    flags: str
    bot: str
    over: str
    columns: int = 80
    lines: int = 24
    term: str = "xterm-256color"
    locale: str = "C.UTF-8"


SITTINGS = (
    Sitting("wapi", "--seats 2", "Bot 2", "n play again", term="xterm"),
    Sitting("duel", "--lang fr", "Bot 2", "n rejouer", columns=120, lines=40),
    Sitting("waka-tanka", "--seats 3", "Bot 3", "n play again", locale="C"),
    Sitting("waka-waka", "--seats 2 --color never", "Bot 2", "n play again", columns=120, lines=40),
)


@pytest.mark.parametrize("sitting", SITTINGS, ids=lambda sitting: sitting.game)
def test_a_calm_game_to_its_end(sitting: Sitting, tmp_path: Path) -> None:
    extra = {"TERM": sitting.term, "LC_ALL": sitting.locale}
    with (
        shared_server(tmp_path, bot_speed=100) as server,
        tmux_pane(tmp_path, sitting.columns, sitting.lines, **extra) as terminal,
    ):
        terminal.watai(f"host {sitting.game} {sitting.flags} --server {server.url}")
        for _ in range(int(sitting.bot[-1]) - 1):
            terminal.until("watai join")
            terminal.press("b")
        terminal.until(sitting.bot)
        begin(terminal)
        play(terminal, sitting.over)
        shown = terminal.until("partie est finie" if "fr" in sitting.flags else "game is over")
        assert max(map(len, shown.splitlines())) <= sitting.columns
        assert shown.isascii() == (sitting.locale == "C")
        assert "\x1b[38;5;" not in terminal.coloured or sitting.term != "xterm"
