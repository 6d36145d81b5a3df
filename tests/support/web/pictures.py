"""Pictures of the page, taken of the real thing: every screen on a phone and on a desk. `python -m tests.support.web.pictures`.

With a word or more, only those whose names have one of them. The server is seeded: the cards are the same each time.
"""

import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from tests.support.clients.shared_server import SharedServer, shared_server
from tests.support.web.browser import DESK, PHONE, Browser, Page, WindowSize, open_browser
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
from tests.support.web.tour import (
    SEATS,
    Stop,
    around_games,
    race_of_eight,
    whole_calm_game,
    whole_race,
)
from watai.child import ROOT

FOLDER: Final = ROOT / "build" / "pictures"
README: Final = ROOT / "docs" / "images" / "race.webp"
IN_README: Final = ("watai table", "desk")
SIZES: Final = {"phone": PHONE, "desk": DESK}
TAPS: Final = {"watai": 25, "waka-tanka": 14, "wapi": 8, "duel": 24, "waka-waka": 16}
"""So many, and the table is in the middle of its game."""
PILES: Final = 14
HUMAN, SLOW, BRISK, QUICK = 1.0, 0.4, 10.0, 200.0
"""How many times faster than people the bots play."""


def middle(browser: Browser, server: SharedServer, game: str, size: WindowSize) -> Iterator[Stop]:
    """Play into the middle of a game with as many as may sit there."""
    page = come_in(browser, server, "Ana", size)
    open_room(page, game, SEATS[game], {"variants": "off"} if game == "watai" else {})
    start_with_bots(page)
    dice = Random(game)
    for _ in range(TAPS[game]):
        page.find(", ".join((OVER, CHOICES, GO, ".racing .hand")))
        tap_one(page, dice, GO, CHOICES, *LAY_OR_TURN)
    if game == "watai":
        page.until(lambda _: len(page.all(".pile")) >= PILES, "the race has too few piles")
    page.find(", ".join((OVER, CHOICES, ".racing .hand")))
    yield game, page


def keep(page: Page, name: str) -> None:
    page.script("document.documentElement.scrollTop = 0")
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.driver.save_screenshot(str(FOLDER / f"web-{name}.png"))
    print(FOLDER / f"web-{name}.png", flush=True)


def keep_for_readme(page: Page) -> None:
    """As WebP, an eighth of the PNG's size: it is the one picture that every clone carries."""
    taken = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 80})
    README.write_bytes(b64decode(taken["data"]))
    print(README, flush=True)


Tour = Callable[[Browser, SharedServer, Path, WindowSize], Iterator[Stop]]


def tours() -> Iterator[tuple[str, float, Tour]]:
    """All of them, each with the speed of its bots."""
    yield "around", SLOW, around_games
    yield "watai eight", SLOW, lambda it, server, _, size: race_of_eight(it, server, size)
    yield "watai whole", BRISK, lambda it, server, _, size: whole_race(it, server, size)
    for game in SEATS:
        speed = HUMAN if game == "watai" else QUICK
        yield (
            f"{game} table",
            speed,
            lambda it, server, _, size, game=game: middle(  # type: ignore[misc]
                it, server, game, size
            ),
        )
        if game != "watai":
            yield (
                f"{game} whole",
                QUICK,
                lambda it, server, _, size, game=game: whole_calm_game(  # type: ignore[misc]
                    it, server, game, size
                ),
            )


def main(words: Sequence[str]) -> None:
    for title, speed, tour in tours():
        if words and not any(word in title for word in words):
            continue
        for kind, size in SIZES.items():
            with (
                tempfile.TemporaryDirectory() as home,
                shared_server(Path(home), "pictures", bot_speed=speed) as server,
                open_browser(Path(home, "profile")) as browser,
            ):
                for name, page in tour(browser, server, Path(home), size):
                    if "whole" not in title or "-" in name.removeprefix("waka-"):
                        keep(page, f"{name}-{kind}")
                        if (title, kind) == IN_README:
                            keep_for_readme(page)


if __name__ == "__main__":
    main(sys.argv[1:])
