"""Pictures of the page, taken of the real thing: every table on a phone and on a desk. `python -m tests.support.web.pictures`."""

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from tests.support.clients.pty_client import ROOT
from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import DESK, PHONE, Browser, open_browser
from tests.support.web.hands import (
    CHOICES,
    GO,
    LAY_OR_TURN,
    OVER,
    come_in,
    open_room,
    start_with_bots,
    tap_one,
)

FOLDER: Final = ROOT / "build" / "pictures"
README: Final = ROOT / "docs" / "images"
IN_README: Final = ("watai-phone", "waka-waka-desk")
SIZES: Final = {"phone": PHONE, "desk": DESK}
SEATS: Final = {"watai": 8, "waka-tanka": 4, "wapi": 4, "duel": 2, "waka-waka": 3}
TAPS: Final = {"watai": 25, "waka-tanka": 14, "wapi": 8, "duel": 24, "waka-waka": 16}
"""So many, and the table is in the middle of its game."""
PILES: Final = 12
BOT_SPEED: Final = {"watai": 1.0}
QUICK: Final = 200.0


def take(browser: Browser, home: Path, game: str, size: str) -> None:
    """Play into the middle of a game, and keep what the page shows."""
    with shared_server(home, bot_speed=BOT_SPEED.get(game, QUICK)) as server:
        page = come_in(browser, server, "Ana", SIZES[size])
        open_room(page, game, SEATS[game], {"variants": "off"} if game == "watai" else {})
        start_with_bots(page)
        dice = Random(game)
        for _ in range(TAPS[game]):
            page.find(", ".join((OVER, CHOICES, GO, ".racing .hand")))
            tap_one(page, dice, GO, CHOICES, *LAY_OR_TURN)
        if game == "watai":
            page.until(lambda _: len(page.all(".pile")) >= PILES, "the race has too few piles")
        page.find(", ".join((OVER, CHOICES, ".racing .hand")))
        page.script("document.documentElement.scrollTop = 0")
        for folder in (FOLDER, *([README] if f"{game}-{size}" in IN_README else [])):
            folder.mkdir(parents=True, exist_ok=True)
            page.driver.save_screenshot(str(folder / f"web-{game}-{size}.png"))
            print(folder / f"web-{game}-{size}.png")
        browser.close_windows()


def main() -> None:
    """Take them all, or those whose games are named."""
    for game in sys.argv[1:] or SEATS:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as home, open_browser(Path(home, "profile")) as it:
                take(it, Path(home), game, size)


if __name__ == "__main__":
    main()
