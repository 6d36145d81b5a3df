"""A finished game watched again in a terminal; told in lines where there is none."""

import subprocess
import sys
from pathlib import Path

from tests.support.clients.pty_client import ROOT
from tests.support.clients.tmux import needs_tmux, tmux_pane
from tests.support.protocol.played_games import played


@needs_tmux
def test_a_replay_is_a_film_with_the_keys_of_a_player(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played("watai").to_json())
    with tmux_pane(tmp_path) as terminal:
        terminal.watai(f"replay {path}")
        terminal.until("playing  ×1")
        terminal.press("+")
        terminal.until("playing  ×2")
        terminal.press("g")
        terminal.until("paused  ×2")
        terminal.press("Right")
        shown = terminal.until(" 2/")
        assert "0:00.7" in shown
        terminal.press("G")
        terminal.until(" wins!")
        terminal.press("q")
        terminal.finished()
        assert terminal.state("alternate_on", "cursor_flag") == ["0", "1"]


def test_without_a_terminal_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played("wapi").to_json())
    words = [sys.executable, "-m", "clients.cli", "replay", str(path), "--lang", "en"]
    told = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert told.returncode == 0
    assert "wins." in told.stdout.splitlines()[-1]
