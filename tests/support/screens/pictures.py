"""The picture of docs/playing.md, taken of the real program: `python -m tests.support.screens.pictures`. Look at it."""

import tempfile
from pathlib import Path
from typing import Final

from tests.support.clients.screen_player import press_one
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import tmux_pane
from tests.support.screens.svg import svg
from watai.child import ROOT

PICTURE: Final = ROOT / "docs" / "images" / "race.svg"
COLUMNS: Final = 80
MOST_KEYS: Final = 2_000
PILES: Final = 12


def main() -> None:
    """Play a race of eight until many piles are open, and keep what is on the terminal then."""
    with (
        tempfile.TemporaryDirectory() as home,
        shared_server(Path(home), bot_speed=4) as server,
        tmux_pane(Path(home)) as terminal,
    ):
        terminal.watai(
            f"host watai --bots 7 --strength strong --server {server.url} --motion off --option variants=off --option target=1000"
        )
        terminal.until("Bot 8")
        terminal.press("s")
        for _ in range(MOST_KEYS):
            press_one(terminal)
            shown = terminal.shown
            if shown.count("⇠") >= PILES and "⇡" in shown and "✗" not in shown:
                break
        else:
            raise AssertionError(f"the race has too few piles:\n{terminal.shown}")
        title = "A race of Wataï with eight players"
        PICTURE.write_text(svg(terminal.coloured, COLUMNS, title), encoding="utf-8")
        print(terminal.shown)


if __name__ == "__main__":
    main()
